import { expect, test } from "vitest";
import { type Files, openapi, withSchemas } from "./support/describe.js";
import { json, one, text } from "./support/operation.js";
import { said } from "./support/said.js";

const parameters = (...list: readonly object[]): Files =>
  one({ parameters: list.map((parameter) => ({ schema: text, ...parameter })) }, "/things/{id}");
const id = { name: "id", in: "path", required: true };
const union = {
  components: {
    schemas: Object.fromEntries(
      ["V", "W"].map((name) => [name, { type: "object", required: ["t"], properties: { t: { const: name } } }]),
    ),
  },
};
const decoder = (name: string, entry: object): Files => {
  const either = { U: { oneOf: [{ $ref: "#/components/schemas/V" }, { $ref: "#/components/schemas/W" }] } };
  const schemas = { ...either, ...union.components.schemas };
  return {
    "openapi.yaml": openapi({ "x-union-decoders": { [name]: { of: ["U"], ...entry } }, components: { schemas } }),
  };
};
const tables = (value: unknown): Files => ({ "openapi.yaml": openapi({ "x-tables": value }) });
const message = (name: string, family: string): object => ({ name, payload: text, "x-family": family });
const INHERITED = "has the name of something every object inherits";
const NO_NAME = "cannot be the name of anything in code";

const refused: readonly (readonly [says: string, files: Files, want: string])[] = [
  [
    "two parameters of one name in different places",
    parameters(id, { name: "id", in: "query" }),
    "a parameter in query would be called id, as the one in path already is; it is called queryId\n    Add an x-name.",
  ],
  [
    "two parameters that only their spelling on the wire tells apart",
    parameters(id, { name: "foo-bar", in: "header" }, { name: "fooBar", in: "query" }),
    "a parameter in header would be called fooBar, as the one in query already is",
  ],
  [
    "a parameter with an inherited name",
    parameters(id, { name: "constructor", in: "query" }),
    `the parameter constructor ${INHERITED}`,
  ],
  [
    "a parameter whose English name is inherited",
    parameters(id, { name: "a", in: "query", "x-name": "__proto__" }),
    `the parameter __proto__ ${INHERITED}`,
  ],
  [
    "a parameter that is called as the whole body",
    one({ parameters: [{ name: "body", in: "query", schema: text }], requestBody: json({ type: "array" }) }),
    "doThing has both a query parameter and a parameter for the body called body",
  ],
  ["a table that is no name", tables({ "a-b": 1 }), `"a-b" ${NO_NAME}`],
  ["a table that is a word of the language", tables({ default: 1 }), `"default" ${NO_NAME}`],
  ["a table that is code", tables({ "x = 1; alert(1); export const y": 1 }), NO_NAME],
  [
    "a table that is generated from something else",
    tables({ limits: 1 }),
    "the table limits has the name of one that is generated",
  ],
  ["a decoder that is code", decoder("A(){} alert(1); export function b", {}), NO_NAME],
  ["a name for what is not known that is code", decoder("A", { unknown: "B {} alert(1); interface C" }), NO_NAME],
  ["a brand that is code", withSchemas({ A: { type: "string", "x-brand": "A; type B = 1" } }), NO_NAME],
  [
    "a brand that is another schema's name",
    withSchemas({ A: { type: "string", "x-brand": "B" }, B: { type: "number" } }),
    "the brand B would be called B, as the schema at openapi.yaml#/components/schemas/B already is",
  ],
  [
    "a schema that is called as the known values of an open one",
    withSchemas({ Color: { type: "string", enum: ["a"], "x-open": true }, KnownColor: text }),
    "the list of known values of Color would be called KnownColor",
  ],
  [
    "two codes that only their spelling tells apart",
    { "openapi.yaml": openapi({ "x-error-codes": { A_B: { condition: "" }, "A-B": { condition: "" } } }) },
    "the body of the refusal A_B would be called ErrorBodyAB, as the body of the refusal A-B already is",
  ],
  [
    "a schema that is called as the type of all refusals",
    {
      "openapi.yaml": openapi({
        "x-error-codes": { A: { condition: "" } },
        components: { schemas: { ErrorExtras: text } },
      }),
    },
    "a type of all refusals would be called ErrorExtras",
  ],
  [
    "a schema that is called as the type of all assumptions",
    {
      "openapi.yaml": openapi({ components: { schemas: { Assumptions: text } } }),
      "assumptions.yaml": "- { key: a, unknown: b, alternatives: { c: d }, default: c }\n",
    },
    "the type of all assumptions would be called Assumptions",
  ],
  [
    "an event of two families",
    {
      "openapi.yaml": openapi({}),
      "asyncapi.yaml": {
        asyncapi: "3.0.0",
        info: { title: "T", version: "1" },
        components: { messages: { a: message("same", "f"), b: message("same", "g") } },
      },
    },
    "the event same belongs to the families f and g",
  ],
  [
    "a schema that is itself",
    withSchemas({ A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } }),
    "the schema A leads back to itself for the same value: A → B → A",
  ],
  [
    "a union that has itself among its variants",
    withSchemas({ A: { anyOf: [text, { allOf: [{ $ref: "#/components/schemas/A" }] }] } }),
    "the schema A leads back to itself for the same value: A → A\n    Only a property or an item of a value may be of the type of the value itself.",
  ],
];

test.each(refused)("refused is %s", async (_says, files, want) => {
  expect(await said(files)).toContain(want);
});

test("one event may come in two messages of one family", async () => {
  const components = { messages: { a: message("same", "f"), b: message("same", "f") } };
  const asyncapi = { asyncapi: "3.0.0", info: { title: "T", version: "1" }, components };
  expect(await said({ "openapi.yaml": openapi({}), "asyncapi.yaml": asyncapi })).toBe("");
});

test("a brand may stand at several places, with a schema of its own or without", async () => {
  const branded = { type: "string", "x-brand": "ThingId" };
  const holder = { type: "object", properties: { a: branded, b: branded } };
  expect(await said(withSchemas({ Holder: holder }))).toBe("");
  expect(await said(withSchemas({ Holder: holder, ThingId: branded }))).toBe("");
});

test("headers that OpenAPI says by other means are no parameters, and it is said", async () => {
  const files = parameters(
    id,
    { name: "Authorization", in: "header" },
    { name: "Accept", in: "header", "x-transport": true },
  );
  expect(await said(files)).toContain(
    "warning: the header Authorization is not a parameter: OpenAPI says it otherwise",
  );
  expect(await said(files)).not.toContain("Accept");
});
