import { expect, test } from "vitest";
import { standardSchema } from "../../codegen/emit/standard-schema.js";
import type { Schema } from "../../codegen/model/model.js";

test.each<readonly [says: string, schema: Schema, want: Schema]>([
  ["true", true, true],
  ["a string", { type: "string", description: "D", minLength: 1 }, { type: "string", minLength: 1 }],
  ["a reference", { $ref: "B" }, { $ref: "#/$defs/B" }],
  ["a discriminator", { discriminator: { propertyName: "k" }, type: "object" }, { type: "object" }],
  ["open values", { type: "string", enum: ["a"], "x-open": true }, { type: ["string"] }],
  ["an open constant", { const: "a", "x-open": true }, { type: ["string"] }],
  ["closed values", { type: "string", enum: ["a"] }, { type: "string", enum: ["a"] }],
  ["open and long", { enum: ["a"], "x-open": true, maxLength: 3 }, { type: ["string"], maxLength: 3 }],
  [
    "parts",
    {
      not: { $ref: "B" },
      items: { title: "T", type: "string" },
      allOf: [{ $ref: "B" }, true],
      properties: { a: { $ref: "B" } },
      "x-more": 1,
    },
    {
      not: { $ref: "#/$defs/B" },
      items: { type: "string" },
      allOf: [{ $ref: "#/$defs/B" }, true],
      properties: { a: { $ref: "#/$defs/B" } },
    },
  ],
  ["a Date", { type: "string", format: "date-time", "x-as": "date" }, { const: "a Date" }],
  ["a Date or null", { type: ["string", "null"], "x-as": "date" }, { anyOf: [{ const: "a Date" }, { type: "null" }] }],
  [
    "a bigint",
    { type: "integer", "x-as": "bigint" },
    { minimum: -9223372036854775808n, maximum: 9223372036854775807n, type: "bigint" },
  ],
  [
    "a bigint with bounds",
    { type: ["integer", "null"], "x-as": "bigint", minimum: 3, exclusiveMaximum: 5, title: "T" },
    { anyOf: [{ minimum: 3, maximum: 9223372036854775807n, exclusiveMaximum: 5, type: "bigint" }, { type: "null" }] },
  ],
  [
    "groups",
    { type: "object", "x-exclusive": [["a", "b"], ["c"]] },
    {
      type: "object",
      allOf: [
        {
          oneOf: [
            { anyOf: [{ required: ["a"] }, { required: ["b"] }] },
            { anyOf: [{ required: ["c"] }] },
            {
              not: { anyOf: [{ anyOf: [{ required: ["a"] }, { required: ["b"] }] }, { anyOf: [{ required: ["c"] }] }] },
            },
          ],
        },
      ],
    },
  ],
  [
    "groups of which one must be there",
    { "x-exclusive": [["a"], ["c"]], "x-at-least-one": true, allOf: [{ type: "object" }] },
    { allOf: [{ type: "object" }, { oneOf: [{ anyOf: [{ required: ["a"] }] }, { anyOf: [{ required: ["c"] }] }] }] },
  ],
  ["groups that are none", { "x-exclusive": "a" }, {}],
  [
    "a group that is none",
    { "x-exclusive": ["a"] },
    { allOf: [{ oneOf: [{ anyOf: [] }, { not: { anyOf: [{ anyOf: [] }] } }] }] },
  ],
])("in words that every library knows: %s", (_, schema, want) => {
  expect(standardSchema(schema)).toStrictEqual(want);
});
