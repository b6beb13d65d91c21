import { describe, expect, test } from "vitest";
import { emitEnums } from "../../codegen/emit/enums.js";
import { emitGroups } from "../../codegen/emit/groups.js";
import { emitService } from "../../codegen/emit/service.js";
import { emitTables } from "../../codegen/emit/tables.js";
import { emitUndocumented } from "../../codegen/emit/undocumented.js";
import { ASSUMPTIONS, codeWith, limitWith, modelWith, named, operationWith, textOf } from "./support/handmade.js";

const head = (purpose: string): string => `/**
 * ${purpose}
 *
 * Generated from openapi.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */`;

describe("tables", () => {
  test("everything that is data becomes a constant", () => {
    const module = emitTables(
      modelWith({
        tables: [
          { name: "colours", value: { red: 1, blue: [true] }, doc: "" },
          { name: "plain", value: "word", doc: "A word." },
        ],
        limits: [
          limitWith("slots", 2, { meaning: "How many." }),
          limitWith("wait-Ms", 3000, { unit: "ms", meaning: "How long.", appliesTo: "calls" }),
        ],
        messages: [
          { type: "a", schemaName: "A", family: "letters" },
          { type: "b", schemaName: "B" },
          { type: "c.d", schemaName: "C", family: "pairs" },
        ],
        errorCodes: [
          codeWith("GONE", { condition: "It is gone.", advice: "Let it be.", status: 410 }),
          codeWith("too-old", { condition: "Too old." }),
        ],
        operations: [operationWith("listThings"), operationWith("getThing", { id: "get-thing" })],
      }),
    );
    expect(module.path).toBe("tables.ts");
    expect(module.toString()).toBe(`${head("Tables of Fixture.")}

import { getThingOperation, listThingsOperation } from "./routes.js";

/** The table colours of the description. */
export const colours = { blue: [true], red: 1 } as const;

/** A word. */
export const plain = "word" as const;

/** Every number of the description that code needs; a name ends in its unit. */
export const limits = {
  /**
   * How many.
   *
   * Unit: count.
   */
  slots: 2,
  /**
   * How long.
   *
   * Unit: ms. Applies to calls.
   */
  "wait-Ms": 3000,
} as const;

/** The family each event belongs to, by event type. */
export const eventFamilies = {
  a: "letters",
  "c.d": "pairs",
} as const;

/** Documented codes of refusals: when they come, and the status where it is documented. */
export const errorCodes = {
  GONE: { advice: "Let it be.", condition: "It is gone.", status: 410 },
  "too-old": { condition: "Too old." },
} as const;

/** Every operation by its id. */
export const operations = {
  listThings: listThingsOperation,
  "get-thing": getThingOperation,
};
`);
  });

  test("assumptions become their defaults and choices, all of them and those of each scope", () => {
    const either = "readonly values?: readonly string[]; readonly types?: readonly string[]";
    const choices = (of: string): string =>
      `Readonly<Record<keyof ${of}, { ${either}; readonly scopes: readonly string[] }>>`;
    const own = (of: string): string => `Readonly<Record<keyof ${of}, { ${either} }>>`;
    expect(textOf(emitTables(modelWith({ assumptions: ASSUMPTIONS, operations: [operationWith("get")] }))))
      .toBe(`import { getOperation } from "./routes.js";
import type { Assumptions, ClientAssumptions, TestDoubleAssumptions } from "./types.js";

/** What is assumed unless the caller says otherwise. */
export const assumptionDefaults: Assumptions = {
  "patience-ms": 50,
  place: "body",
};

/** The same for the client alone. */
export const clientAssumptionDefaults: ClientAssumptions = {
  "patience-ms": 50,
  place: "body",
};

/** The same for the test double alone. */
export const testDoubleAssumptionDefaults: TestDoubleAssumptions = {
  "patience-ms": 50,
};

/** What can be assumed: one of these values, or any of these JSON types, and whom it concerns. */
export const assumptionChoices: ${choices("Assumptions")} = {
  "patience-ms": { scopes: ["test double", "client"], types: ["integer", "null"] },
  place: { scopes: ["client"], values: ["body", "query"] },
};

/** The same for the client alone. */
export const clientAssumptionChoices: ${own("ClientAssumptions")} = {
  "patience-ms": { types: ["integer", "null"] },
  place: { values: ["body", "query"] },
};

/** The same for the test double alone. */
export const testDoubleAssumptionChoices: ${own("TestDoubleAssumptions")} = {
  "patience-ms": { types: ["integer", "null"] },
};

/** Every operation by its id. */
export const operations = {
  get: getOperation,
};`);
  });

  test("a description without data has a table of its operations alone", () => {
    expect(textOf(emitTables(modelWith({ operations: [operationWith("get")] }))))
      .toBe(`import { getOperation } from "./routes.js";

/** Every operation by its id. */
export const operations = {
  get: getOperation,
};`);
  });
});

describe("enums", () => {
  test("values stand under the names that the description gives them", () => {
    const modules = emitEnums(
      modelWith({
        schemas: [
          named("Plain", { enum: ["a"] }),
          named("State", {
            enum: [1, 2],
            "x-enum-varnames": ["ACTIVE", "not-here"],
            "x-enum-descriptions": ["Here.", ""],
          }),
          named("Way", { enum: ["up"], "x-enum-descriptions": ["To the top."] }),
        ],
      }),
    );
    expect(modules.map(({ path }) => path)).toEqual(["enums.ts"]);
    expect(modules.join("\n")).toBe(`${head("Values of Fixture by name.")}

import type * as T from "./types.js";

/** The values of {@link T.State} by name. */
export const State = {
  /** Here. */
  ACTIVE: 1,
  "not-here": 2,
} as const satisfies Readonly<Record<string, T.State>>;

/** The values of {@link T.Way} by name. */
export const Way = {
  /** To the top. */
  up: "up",
} as const satisfies Readonly<Record<string, T.Way>>;
`);
  });

  test("where none has a name there is no module", () => {
    expect(emitEnums(modelWith({ schemas: [named("Plain", { enum: ["a"] })] }))).toEqual([]);
  });
});

describe("groups", () => {
  test("the functions of each tag become one object, each once, under names in their order", () => {
    const module = emitGroups(
      modelWith({
        operations: [
          operationWith("getUser", { tags: ["users", "all of it"] }),
          operationWith("users", { tags: ["users", "Users"] }),
          operationWith("ping"),
        ],
      }),
    );
    expect(module.path).toBe("groups.ts");
    expect(module.toString()).toBe(`${head("Operations of Fixture, by tag.")}

import { getUser as getUser$, ping as ping$, users as users$ } from "./routes.js";

/** Operations with the tag all of it. */
export const allOfIt = {
  getUser: getUser$,
} as const;

/** Operations with the tag default. */
export const default_ = {
  ping: ping$,
} as const;

/** Operations with the tag users. */
export const users = {
  getUser: getUser$,
  users: users$,
} as const;
`);
  });

  test("without operations the module is one all the same", () => {
    expect(textOf(emitGroups(modelWith({})))).toBe("export {};");
  });
});

test("servers and credentials become one constant, in the order of the description", () => {
  const module = emitService(
    modelWith({
      service: {
        title: "Fixture",
        version: "2",
        servers: [{ url: "https://b.example/{a}", description: "B", variables: {} }],
        securitySchemes: { token: { type: "http", scheme: "bearer" } },
        security: [{ token: [] }],
      },
    }),
    "./abi.js",
  );
  expect(module.path).toBe("service.ts");
  expect(module.toString()).toBe(`${head("Servers and credentials of Fixture, as data.")}

import type { Service } from "./abi.js";

/** What a client has to know of the service as a whole. */
export const service = {
  title: "Fixture",
  version: "2",
  servers: [{ url: "https://b.example/{a}", description: "B", variables: {} }],
  securitySchemes: { token: { type: "http", scheme: "bearer" } },
  security: [{ token: [] }],
} as const satisfies Service;
`);
});

test("what is not documented becomes a report, by reason, numbers counted as numbers", () => {
  const report = emitUndocumented(
    modelWith({
      sources: ["a.yaml", "b.yaml"],
      undocumented: [
        { origin: "a.yaml#/3", reasons: ["G-10 b", "G-2 a | b\nc | d\ne"], symbol: "Thing" },
        { origin: "a.yaml#/2", reasons: ["G-10 b"], symbol: "" },
        { origin: "a.yaml#/4", reasons: ["G-10 b"], symbol: "listThings" },
        { origin: "a.yaml#/1", reasons: ["A", "G-10 a 10", "G-10 a 9"], symbol: "" },
      ],
    }),
  );
  expect(report).toBe(`# What is not documented

Generated from a.yaml, b.yaml. Every line is a mark in the description; the type it touches stays open.

7 marks.

| What is not known | Symbol | Where |
| --- | --- | --- |
| A |  | a.yaml#/1 |
| G-2 a \\| b c \\| d e | \`Thing\` | a.yaml#/3 |
| G-10 a 9 |  | a.yaml#/1 |
| G-10 a 10 |  | a.yaml#/1 |
| G-10 b |  | a.yaml#/2 |
| G-10 b | \`Thing\` | a.yaml#/3 |
| G-10 b | \`listThings\` | a.yaml#/4 |
`);
});
