import { expect, test } from "vitest";
import { type SampleContext, sampleOf } from "../../codegen/emit/sample.js";
import { rememberExample } from "../../codegen/model/examples.js";
import type { Schema } from "../../codegen/model/model.js";

const text = { type: "string" };
const number = { type: "number" };
const schemas = new Map<string, Schema>([
  ["B", { type: "string", const: "b" }],
  ["Loop", { type: "object", properties: { on: { $ref: "Loop" }, a: text }, required: ["on"] }],
  ["CalledText", { type: "string", minLength: 6 }],
  ["CalledSame", { $ref: "CalledText" }],
  ["CalledObject", { type: "object", properties: { c: text } }],
  ["Free", { type: "object", properties: { on: { $ref: "Free" }, a: text } }],
  ["CalledGröße", { type: "object", properties: { c: text } }],
]);
const contextOf = (parts: number): SampleContext => ({
  schemas,
  call: (name) => (name.startsWith("Called") ? `fake${name}()` : undefined),
  isObject: (name) => !["CalledText", "CalledSame"].includes(name),
  left: { parts },
});

type Row = readonly [says: string, schema: Schema, want: string];

const rows: readonly Row[] = [
  ["true", true, "null"],
  ["a long text", { type: "string", minLength: 2e9 }, '"text".padEnd(2000000000, "x")'],
  [
    "a long list of lists",
    { type: "array", minItems: 2e9, items: { type: "array", minItems: 5, items: number } },
    "[...Array.from({ length: 2000000000 }, () => ([...Array.from({ length: 5 }, () => (1))]))]",
  ],
  ["false", false, "null"],
  ["an example", { type: "string", example: "e" }, '"e"'],
  ["the first of examples", { examples: ["x", "y"] }, '"x"'],
  ["a Date", { type: "string", "x-as": "date" }, 'new Date("2030-01-01T00:00:00Z")'],
  [
    "a Date with an example",
    { type: "string", "x-as": "date", example: "2020-01-02T03:04:05Z" },
    'new Date("2020-01-02T03:04:05Z")',
  ],
  [
    "a Date with an example that is none",
    { type: "string", "x-as": "date", example: "soon" },
    'new Date("2030-01-01T00:00:00Z")',
  ],
  ["a Date with a number as example", { "x-as": "date", example: 5 }, 'new Date("2030-01-01T00:00:00Z")'],
  ["a bigint", { type: "integer", "x-as": "bigint" }, "1n"],
  ["a bigint with an example", { type: "integer", "x-as": "bigint", example: 7 }, "7n"],
  ["a bigint with bounds", { type: "integer", "x-as": "bigint", minimum: 2.5 }, "3n"],
  ["a bigint with an example that is too large", { "x-as": "bigint", example: 1152921504606847000 }, "1n"],
  ["a constant", { const: "c" }, '"c"'],
  ["the first value", { enum: ["a", "b"] }, '"a"'],
  ["the first of open values", { enum: ["a"], "x-open": true }, '"a"'],
  ["keys in their order", { const: { b: 1, a: 2 } }, "{ b: 1, a: 2 }"],
  ["a reference with a call", { $ref: "Called" }, "fakeCalled()"],
  ["a reference in place", { $ref: "B" }, '"b"'],
  ["a reference to what is not known", { $ref: "C" }, "null"],
  ["a reference in a circle", { $ref: "Loop" }, '{ on: { on: { on: { on: { on: null } } } }, a: "text" }'],
  ["a reference in a circle that may stop", { $ref: "Free" }, '{ a: "text" }'],
  ["a default", { type: "string", default: "d" }, '"d"'],
  ["null as default", { type: "string", default: null }, '"text"'],
  ["the first variant", { oneOf: [text, number] }, '"text"'],
  ["the first of any", { anyOf: [number, text] }, "1"],
  ["one before any", { anyOf: [number], oneOf: [text] }, '"text"'],
  [
    "all of",
    {
      allOf: [
        { type: "object", properties: { a: text }, required: [] },
        { type: "object", properties: { b: number }, required: [] },
      ],
    },
    '{ ...{ a: "text" }, ...{ b: 1 } }',
  ],
  ["all of one that asks for something", { allOf: [{ title: "T" }, text] }, '"text"'],
  ["all of what asks for nothing", { allOf: [{ title: "T" }, true] }, "null"],
  ["all of a text and a constant", { allOf: [text, { const: "a", type: "string" }] }, '"a"'],
  ["all of texts", { allOf: [text, { type: "string", default: "b" }] }, '"text"'],
  [
    "all of and one of",
    {
      allOf: [{ type: "object", properties: { a: text }, required: [] }],
      oneOf: [{ type: "object", properties: { b: text }, required: [] }],
      description: "D",
    },
    '{ ...{ a: "text" }, ...{ b: "text" } }',
  ],
  [
    "all of a called one and own fields",
    { allOf: [{ $ref: "Called" }], properties: { a: text } },
    '{ ...{ a: "text" }, ...fakeCalled() }',
  ],
  ["all of a text and a called text", { allOf: [{ $ref: "CalledText" }], type: "string" }, "fakeCalledText()"],
  ["all of a called text by another name", { allOf: [{ $ref: "CalledSame" }], type: "string" }, "fakeCalledSame()"],
  ["all of texts, one called", { allOf: [text, { $ref: "CalledText" }] }, "fakeCalledText()"],
  ["all of a constant and a called text", { allOf: [{ $ref: "CalledText" }, { const: "constant" }] }, '"constant"'],
  [
    "all of a called object and what is false",
    { allOf: [{ $ref: "CalledObject" }, { const: false }] },
    "{ ...fakeCalledObject() }",
  ],
  [
    "own fields and a variant",
    { properties: { a: text }, oneOf: [{ type: "object", properties: { b: number }, required: [] }] },
    '{ ...{ a: "text" }, ...{ b: 1 } }',
  ],
  [
    "a title and a variant",
    { title: "T", oneOf: [{ type: "object", properties: { b: number }, required: [] }] },
    "{ b: 1 }",
  ],
  ["fields and a text as variant", { type: "object", properties: { a: text }, anyOf: [text] }, '{ ...{ a: "text" } }'],
  ["a string", text, '"text"'],
  ["bytes", { type: "string", format: "binary" }, 'new Blob(["bytes"])'],
  ["a boolean", { type: "boolean" }, "true"],
  ["null", { type: "null" }, "null"],
  ["null or a number", { type: ["null", "number"] }, "1"],
  ["no type", {}, "null"],
  ["a list without a type", { items: text }, '["text"]'],
  ["a beginning without a type", { prefixItems: [number] }, "[1]"],
  ["an object without a type", { properties: { a: text } }, '{ a: "text" }'],
  ["required alone", { required: ["a"] }, '{ a: "text" }'],
  ["a long text", { type: "string", minLength: 6 }, '"textxx"'],
  ["a short text", { type: "string", maxLength: 2 }, '"te"'],
  ["a whole number", { type: "integer" }, "1"],
  ["a number", number, "1"],
  ["a least number", { type: "number", minimum: 2.5 }, "2.5"],
  ["a least whole number", { type: "integer", minimum: 2.5 }, "3"],
  ["a largest number below 1", { type: "number", maximum: -2 }, "-2"],
  ["a largest number above 1", { type: "number", maximum: 5 }, "1"],
  ["a largest number of 1", { type: "number", maximum: 1 }, "1"],
  ["above a number", { type: "number", exclusiveMinimum: 3 }, "4"],
  ["above a whole number", { type: "integer", exclusiveMinimum: 3 }, "4"],
  ["below a number", { type: "number", exclusiveMaximum: 0 }, "-1"],
  ["below a whole number", { type: "integer", exclusiveMaximum: 0 }, "-1"],
  ["a multiple", { type: "number", multipleOf: 5, minimum: 7 }, "10"],
  ["a multiple above", { type: "number", multipleOf: 5, exclusiveMinimum: 5 }, "10"],
  ["a multiple at the bound", { type: "number", multipleOf: 5, minimum: 4, maximum: 5 }, "5"],
  ["a multiple of which the next is too large", { type: "number", multipleOf: 5, maximum: 3 }, "0"],
  ["a multiple of which the next is the bound", { type: "number", multipleOf: 5, exclusiveMaximum: 5 }, "0"],
  ["a multiple below", { type: "number", multipleOf: 5, exclusiveMaximum: -4 }, "-5"],
  ["an empty list", { type: "array" }, "[]"],
  ["a list", { type: "array", items: text }, '["text"]'],
  ["a list of three", { type: "array", items: text, minItems: 3 }, '["text", "text", "text"]'],
  ["a list of two of any kind", { type: "array", minItems: 2 }, "[null, null]"],
  ["a list of none", { type: "array", items: text, maxItems: 0 }, "[]"],
  ["a beginning", { type: "array", prefixItems: [text, number] }, '["text", 1]'],
  ["a beginning and one more", { type: "array", prefixItems: [text], items: number, minItems: 2 }, '["text", 1]'],
  ["a beginning and two more", { type: "array", prefixItems: [text], items: number, minItems: 3 }, '["text", 1, 1]'],
  ["a list of a circle", { type: "array", items: { $ref: "Loop" } }, "[]"],
  ["a list of a circle in parts", { type: "array", items: { anyOf: [text, { allOf: [{ $ref: "Free" }] }] } }, "[]"],
  [
    "a list of lists of a circle",
    { type: "array", items: { type: "array", items: { oneOf: [{ $ref: "Free" }] } } },
    "[]",
  ],
  [
    "lists inside each other",
    {
      type: "array",
      items: {
        type: "array",
        items: { type: "array", items: { type: "array", items: { type: "array", items: text } } },
      },
    },
    "[[[[[]]]]]",
  ],
  ["fields", { type: "object", properties: { a: text, "b-c": number }, required: ["a"] }, '{ a: "text", "b-c": 1 }'],
  [
    "a required field that nobody describes",
    { type: "object", properties: { a: text }, required: ["a", "z"] },
    '{ a: "text", z: "text" }',
  ],
  ["no fields", { type: "object" }, "{}"],
  ["a field that must not be", { type: "object", properties: { a: false, b: false }, required: ["b"] }, "{ b: null }"],
  [
    "a field that goes the other way",
    {
      type: "object",
      properties: { a: { type: "string", "x-other-way": true }, b: { type: "string", "x-other-way": true } },
      required: ["b"],
    },
    '{ b: "text" }',
  ],
  [
    "fields inside each other",
    {
      type: "object",
      properties: {
        a: {
          type: "object",
          properties: {
            b: {
              type: "object",
              properties: {
                c: {
                  type: "object",
                  properties: { d: { type: "object", properties: { e: text }, required: [] } },
                  required: [],
                },
              },
              required: [],
            },
          },
          required: [],
        },
      },
      required: [],
    },
    "{ a: { b: { c: {} } } }",
  ],
  [
    "a field of a circle",
    { type: "object", properties: { a: { $ref: "Free" }, b: true }, required: [] },
    "{ b: null }",
  ],
  ["an example with keys in its own order", { example: { b: 1, a: 2 } }, "{ b: 1, a: 2 }"],
  ["a default with keys in its own order", { default: { b: 1, a: 2 } }, "{ b: 1, a: 2 }"],
  ["a beginning that is enough", { type: "array", prefixItems: [text, number], minItems: 2 }, '["text", 1]'],
  ["a largest number of a half", { type: "number", maximum: 0.5 }, "0.5"],
  ["a field with a call", { type: "object", properties: { a: { $ref: "Called" } } }, "{ a: fakeCalled() }"],
  ["all of one object", { allOf: [{ type: "object", properties: { a: text } }] }, '{ a: "text" }'],
  [
    "all of what is named in another alphabet and an object",
    { allOf: [{ $ref: "CalledGröße" }, { properties: { b: text } }] },
    '{ ...fakeCalledGröße(), ...{ b: "text" } }',
  ],
  ["all of an object and a text", { allOf: [{ properties: { a: text } }, { enum: ["half"] }] }, '{ ...{ a: "text" } }'],
];

test.each(rows)("a value of a schema that says: %s", (_, schema, want) => {
  if (typeof schema === "object") rememberExample(schema, schema);
  expect(sampleOf(schema, contextOf(100))).toBe(want);
});

test.each([
  ["date", "2030-01-01"],
  ["date-time", "2030-01-01T00:00:00Z"],
  ["time", "00:00:00Z"],
  ["duration", "P1D"],
  ["email", "somebody@example.com"],
  ["hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["json-pointer", "/a"],
  ["regex", "a"],
  ["uri", "https://example.com/"],
  ["uri-reference", "/a"],
  ["uuid", "00000000-0000-4000-8000-000000000000"],
  ["other", "text"],
])("a text of the format %s is %j", (format, want) => {
  expect(sampleOf({ type: "string", format }, contextOf(1))).toBe(JSON.stringify(want));
});

test("a sample ends after so many parts, whatever a schema asks for", () => {
  const fields = (count: number): Schema => ({
    type: "object",
    required: ["a", "b", "c"],
    properties: { a: text, b: { type: "array", minItems: count, items: number }, c: text },
  });
  expect(sampleOf(fields(1), contextOf(5))).toBe('{ a: "text", b: [1], c: "text" }');
  expect(sampleOf(fields(1), contextOf(4))).toBe('{ a: "text", b: [1], c: null }');
  expect(sampleOf(fields(1), contextOf(3))).toBe('{ a: "text", b: [null], c: null }');
});

test("a list in a list in a list is written once, however often it is there", () => {
  let schema: Schema = { type: "string", minLength: 900 };
  for (let level = 0; level < 20; level++) schema = { type: "array", minItems: 4, items: schema };
  const sample = sampleOf(schema, contextOf(100));
  expect(sample.length).toBeLessThan(8_000);
  expect(sample).toContain("Array.from({ length: 4 }, () => (");
});
