import { fileURLToPath } from "node:url";
import { Problems } from "../../codegen/load/problems.js";
import { buildModel } from "../../codegen/model/build.js";
import type { Model } from "../../codegen/model/model.js";
import type { Operation, Service } from "../../runtime/abi/index.js";
import type { AnswerGuards } from "../../runtime/caller/index.js";
import { load } from "../codegen/support/guards.js";

/** What is generated for a document, loaded as it is. */
export interface Generated {
  readonly routes: Readonly<Record<string, (caller: unknown, params?: object) => Promise<unknown>>>;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly service: Service;
  readonly validators: Readonly<Record<string, AnswerGuards>>;
}

/** The description in which every style, body and credential comes once. */
export const STYLES = fileURLToPath(new URL("fixtures/styles.yaml", import.meta.url));

/** Generates for the description with every style, and loads what comes of it. */
export async function generated(): Promise<Generated> {
  const model: Model = await buildModel(
    { openapi: STYLES, base: fileURLToPath(new URL(".", import.meta.url)) },
    new Problems(),
  );
  const [routes, tables, service, validators] = await Promise.all(
    ["routes.ts", "tables.ts", "service.ts", "validators/operations.ts"].map((entry) => load(model, entry)),
  );
  // The compiler has checked elsewhere that what is emitted is of these types.
  return {
    routes: routes as Generated["routes"],
    operations: tables?.["operations"] as Generated["operations"],
    service: service?.["service"] as Service,
    validators: validators?.["operationValidators"] as Generated["validators"],
  };
}

/** Parameters that fit each operation of it. No commas in the path: Prism takes what has any for several values. */
export const FITTING: Readonly<Record<string, object>> = {
  readPath: { simple: [1], label: [3], matrix: ["a b", "c d"], object: { x: 1 } },
  readQuery: {
    list: [1, 2],
    commas: [1, 2],
    bars: ["a", "b"],
    blanks: ["a", "b"],
    deep: { x: 1, y: 2 },
    flag: false,
    filter: { x: 1, y: 2 },
  },
  readHeaders: { xList: [1, 2], theme: "dark" },
  sendForm: { name: "a&b", tags: ["x", "y"], age: 3 },
  sendFile: { file: new Blob(["bytes"], { type: "text/plain" }), title: "T" },
  readFile: {},
  sendBytes: { body: new Blob(["bytes"]) },
  makeUser: { name: "Ada", password: "secret" },
};

/** A credential for each of its schemes. */
export const CREDENTIALS = {
  bearer: "token",
  basic: { username: "u", password: "p" },
  key: "k",
  cookie: "c",
  keyInQuery: "q",
  oauth: "granted",
};
