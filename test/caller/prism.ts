import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { OPTIONAL } from "../../codegen/emit/index.js";
import { defineEmitter } from "../../codegen/emit/emitter.js";
import { fakesOf } from "../../codegen/emit/fakers.js";
import { MOST_PARTS, sampleOf } from "../../codegen/emit/sample.js";
import { Problems } from "../../codegen/load/problems.js";
import { buildModel } from "../../codegen/model/build.js";
import type { Model, OperationModel, Schema } from "../../codegen/model/model.js";
import type { Call, Operation, Service } from "../../runtime/abi/index.js";
import type { AnswerGuards, GenericCaller } from "../../runtime/caller/index.js";
import { load } from "../codegen/support/guards.js";

const PRISM = fileURLToPath(new URL("../../node_modules/@stoplight/prism-cli/dist/index.js", import.meta.url));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}

/** Prism over a document, which refuses every request that does not fit it. */
export async function startPrism(document: string): Promise<{ readonly baseUrl: string; readonly stop: () => void }> {
  const port = await freePort();
  const prism = spawn(process.execPath, [PRISM, "mock", "-p", String(port), "-h", "127.0.0.1", "--errors", document]);
  let said = "";
  await new Promise<void>((resolve, reject) => {
    prism.once("exit", () => reject(new Error(said)));
    prism.stdout.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("Prism is listening")) resolve();
    });
  });
  return { baseUrl: `http://127.0.0.1:${port}`, stop: () => void prism.kill() };
}

/** What is generated for a document, loaded as it is. */
export interface Generated {
  readonly model: Model;
  readonly routes: Readonly<Record<string, (caller: GenericCaller, params?: object) => Call<unknown>>>;
  readonly operations: Readonly<Record<string, Operation>>;
  readonly service: Service;
  readonly validators: Readonly<Record<string, AnswerGuards>>;
  /** Parameters that fit an operation, by its id: from the examples of the document or from what it asks for. */
  readonly fitting: Readonly<Record<string, object>>;
}

/** Emits parameters for each operation. */
const samples = defineEmitter({
  name: "samples",
  emit: (model) => {
    const schemas = new Map(model.schemas.map(({ name, schema }) => [name, schema]));
    const call = (name: string): string => `fakers.fake${name}()`;
    const { isObject } = fakesOf(model);
    const sample = (schema: Schema): string =>
      sampleOf(schema, { schemas, call, isObject, left: { parts: MOST_PARTS } });
    const entry = ({ id, parameters, body }: OperationModel): string => {
      const apart = parameters
        .filter(({ required }) => required)
        .map(({ name, schema }) => `${JSON.stringify(name)}: ${sample(schema)}`);
      const sent = body === undefined ? [] : [body.flat ? "..." : "body: "].map((x) => x + sample(body.schema));
      return `${JSON.stringify(id)}: { ${[...apart, ...sent].join(", ")} },`;
    };
    const lines = [
      'import * as fakers from "./fakers.js";',
      "export const fitting = {",
      ...model.operations.map(entry),
      "};",
    ];
    return [{ path: "samples.ts", text: lines.join("\n"), layout: false }];
  },
});

/** Generates for a document, and loads what comes of it. */
export async function generated(document: string): Promise<Generated> {
  const model = await buildModel({ openapi: document, base: dirname(document) }, new Problems());
  const [routes, tables, service, validators, sampled] = await Promise.all(
    ["routes.ts", "tables.ts", "service.ts", "validators/operations.ts", "samples.ts"].map((entry) =>
      load(model, entry, [...OPTIONAL, samples]),
    ),
  );
  // The compiler has checked elsewhere that what is emitted is of these types.
  return {
    model,
    routes: routes as Generated["routes"],
    operations: tables?.["operations"] as Generated["operations"],
    service: service?.["service"] as Service,
    validators: validators?.["operationValidators"] as Generated["validators"],
    fitting: sampled?.["fitting"] as Generated["fitting"],
  };
}
