import { expect, test } from "vitest";
import { type Case, HEAD, inSchema, said } from "./support/said.js";

const schemas: readonly Case[] = [
  [
    "a type that does not exist",
    inSchema("{ type: strng }"),
    'openapi.yaml:5:16 - error: "strng" is no value of `type`\n    Did you mean "string"? Values are string, number, integer, boolean, object, array, null.',
  ],
  [
    "null without quotes, which YAML takes for nothing",
    inSchema("{ type: null }"),
    'openapi.yaml:5:16 - error: `type` is nothing where a string or a list must stand\n    The types are string, number, integer, boolean, object, array and "null", which needs quotes in YAML.',
  ],
  [
    "a misspelled keyword",
    inSchema("{ requierd: [a] }"),
    "openapi.yaml:5:10 - warning: `requierd` is no keyword of JSON Schema: nothing reads it\n    Did you mean `required`?",
  ],
  [
    "a keyword in the wrong case",
    inSchema("{ maxlength: 5 }"),
    "openapi.yaml:5:10 - warning: `maxlength` is no keyword of JSON Schema: nothing reads it\n    Did you mean `maxLength`?",
  ],
  [
    "a misspelled keyword with a wrong value",
    inSchema('{ minLenght: "5" }'),
    "openapi.yaml:5:10 - warning: `minLenght` is no keyword of JSON Schema: nothing reads it\n    Did you mean `minLength`?",
  ],
  [
    "a word of OpenAPI 3.0",
    inSchema("{ type: string, nullable: true }"),
    'openapi.yaml:5:24 - warning: `nullable` is no keyword of JSON Schema\n    It is read as in OpenAPI 3.0, but not by every tool: write `type: [string, "null"]`, or `anyOf` with `type: "null"`.',
  ],
  [
    "a word of older drafts that is read",
    inSchema("{ dependencies: { a: [b] } }"),
    "openapi.yaml:5:10 - warning: `dependencies` is no keyword of JSON Schema\n    It is read as in older drafts, but not by every tool: write `dependentRequired` or `dependentSchemas`.",
  ],
  [
    "a word of an older draft that is not",
    inSchema('{ $recursiveRef: "#" }'),
    "openapi.yaml:5:10 - warning: `$recursiveRef` is no keyword of JSON Schema\n    It is read as in older drafts, but not by every tool: write `$dynamicRef`.",
  ],
  [
    "a limit that only says whether it counts itself",
    inSchema("{ type: integer, minimum: 0, exclusiveMinimum: true }"),
    "openapi.yaml:5:55 - error: `exclusiveMinimum` is true where a number must stand\n    Write the limit itself instead of a `minimum` beside it.",
  ],
  [
    "a property that says itself whether it is required",
    inSchema("{ properties: { a: { type: string, required: true } } }"),
    "openapi.yaml:5:53 - error: `required` is true where a list must stand\n    List the names of the properties that are required, in the schema of the object they belong to.",
  ],
  [
    "a schema where names must stand",
    inSchema("{ properties: { type: string } }"),
    'openapi.yaml:5:30 - error: `type` is the text "string" where a schema must stand\n    Names stand under `properties`, and a schema under each name.',
  ],
  [
    "a list of schemas under items",
    inSchema("{ items: [{ type: string }] }"),
    "openapi.yaml:5:17 - error: `items` is a list where a schema must stand\n    Use one schema for all items; a schema for each place is `prefixItems`.",
  ],
  [
    "a negative length",
    inSchema("{ minLength: -1 }"),
    "openapi.yaml:5:21 - error: `minLength` is the number -1 where a whole number from 0 must stand\n    Write a whole number, without quotes.",
  ],
  [
    "a name that every object inherits, required along with another",
    inSchema("{ dependentRequired: { a: [toString] } }"),
    "openapi.yaml:5:35 - error: the property toString has the name of something every object inherits",
  ],
  [
    "a slip in a word of these generators",
    inSchema('{ enum: [a], x-opne: true, type: string, "x-undocumentd": why }'),
    "openapi.yaml:5:21 - warning: nothing reads `x-opne`\n    Did you mean `x-open`?",
  ],
];

const fine: readonly (readonly [says: string, given: string])[] = [
  ["words of one's own", inSchema("{ x-color: red, x-names: [a] }")],
  [
    "keywords that JSON Schema does not know and that resemble none",
    inSchema("{ note: short, kind: thing, label: x }"),
  ],
  ["a property whose name is a slip of a keyword", inSchema("{ properties: { requierd: {}, $reff: {} } }")],
  ["an example that looks like a faulty schema", inSchema("{ type: object, examples: [{ tpye: 1, $ref: 7 }] }")],
  ["a constant that does", inSchema("{ const: { requierd: true, items: [] } }")],
  ["schemas that are true or false", inSchema("{ properties: { a: true, b: false }, items: true }")],
  ["an unused component that is whole", `${HEAD}components: { responses: { A: { description: "" } } }\n`],
  ["a path that begins with x-", `${HEAD}paths: { x-groups: [1] }\n`],
];

test.each(schemas)("a schema with %s", async (_says, given, want) => {
  expect(await said({ "openapi.yaml": given })).toContain(want);
});

test("of a pattern whose time grows with a square nothing is said where texts are short", async () => {
  const says = (most: number): Promise<string> =>
    said({ "openapi.yaml": inSchema(`{ type: string, pattern: "a*a*", maxLength: ${most} }`) });
  expect(await says(1_000)).toBe("");
  expect(await says(1_001)).toContain("grows with the square");
});

test.each(fine)("nothing is said about %s", async (_says, given) => {
  expect(await said({ "openapi.yaml": given })).toBe("");
});
