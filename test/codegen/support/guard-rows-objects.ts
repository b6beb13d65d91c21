import type { SchemaObject } from "../../../codegen/model/model.js";
import type { Row } from "./guard-rows.js";

const text = { type: "string" };
const number = { type: "number" };
const object = { type: "object" };
/** Needs statements, not only a condition. */
const detailed = { type: "object", properties: { x: { type: "number", minimum: 1 } } };
const fields = (properties: SchemaObject, required: readonly string[] = [], more: SchemaObject = {}): SchemaObject => ({
  type: "object",
  properties,
  required,
  ...more,
});

export const objectsRows: readonly Row[] = [
  ["an optional field", fields({ a: text })],
  ["a required field", fields({ a: text }, ["a"])],
  ["a required field that nobody describes", fields({}, ["b", "a"])],
  ["a field of any kind", fields({ a: true, b: true }, ["b"])],
  ["a field of any kind with a title", fields({ a: { title: "T" }, b: { title: "T" } }, ["b"])],
  ["a field that must not be", fields({ a: false })],
  ["a field that must not be and is required", fields({ a: false, b: text }, ["a"])],
  ["a field that cannot be", fields({ a: { enum: [] } })],
  ["a field that cannot be and is required", fields({ a: { enum: [] } }, ["a"])],
  ["a field that needs statements", fields({ a: detailed })],
  ["a required field that needs statements", fields({ a: detailed }, ["a"])],
  ["a field of statements that cannot hold", fields({ a: { allOf: [false] } })],
  ["a required field that may be anything but long", fields({ a: { maxLength: 3 } }, ["a"])],
  ["a required reference to a text", fields({ a: { $ref: "B" } }, ["a"]), { B: text }],
  ["a required reference to anything", fields({ a: { $ref: "B" } }, ["a"]), { B: true }],
  ["a required reference to nothing known", fields({ a: { $ref: "C" } }, ["a"])],
  ["a required reference in a circle", fields({ a: { $ref: "B" } }, ["a"]), { B: { $ref: "B" } }],
  ["a required union", fields({ a: { oneOf: [text, number] } }, ["a"])],
  ["a required union that may be anything", fields({ a: { anyOf: [{ maxLength: 1 }, number] } }, ["a"])],
  ["a required union of true", fields({ a: { oneOf: [true, number], minLength: 1 } }, ["a"])],
  ["a required bigint", fields({ a: { type: "integer", "x-as": "bigint" } }, ["a"])],
  ["a required list of values", fields({ a: { enum: [1, 2] } }, ["a"])],
  ["a required constant", fields({ a: { const: {}, title: "T" } }, ["a"])],
  ["constants come first", fields({ a: text, b: { const: "b" }, c: true, d: { const: "d" } })],
  ["numbers of fields", { ...object, minProperties: 1, maxProperties: 2 }],
  ["names that every object inherits", fields({ constructor: text, toString: true }, ["toString", "valueOf"])],
  [
    "names that are no words",
    fields({ "a-b": text, "1": text, "": text, value: text, isA: text, T: text, codePoints: text }),
  ],
  ["two names of one variable", fields({ "a-b": text, "a b": text, a_b: text })],
  ["fields that ask for others", { ...object, dependentRequired: { b: ["c", "d"], a: ["b"], e: [], f: "no list" } }],
  ["fields that ask for a schema", { ...object, dependentSchemas: { a: fields({}, ["b"]), c: true, d: false } }],
  ["names of a kind", { ...object, propertyNames: { maxLength: 3 } }],
  ["names of any kind", { ...object, propertyNames: true }],
  ["no names", { ...object, propertyNames: false }],
  ["fields by pattern", { ...object, patternProperties: { "^x": text, "^y": true, "^z": false } }],
  ["further fields of a kind", { ...object, additionalProperties: number }],
  ["further fields of any kind", { ...object, additionalProperties: {} }],
  ["no further fields", { ...object, additionalProperties: false }],
  ["no further fields than these", fields({ a: true, b: true }, [], { additionalProperties: false })],
  [
    "no further fields than five",
    fields({ a: true, b: true, c: true, d: true, e: true }, [], { additionalProperties: false }),
  ],
  ["no further fields than four", fields({ a: true, b: true, c: true, d: true }, [], { additionalProperties: false })],
  ["further fields of a kind beside these", fields({ a: true }, [], { additionalProperties: number })],
  [
    "everything about further fields",
    fields({ a: true }, [], {
      patternProperties: { "^x": text },
      additionalProperties: detailed,
      propertyNames: { pattern: "a" },
    }),
  ],
  ["further fields that fit no pattern", { ...object, patternProperties: { "^x": true }, additionalProperties: false }],
  [
    "groups of which one may be there",
    fields({ a: text, b: text, c: text }, [], { "x-exclusive": [["a", "b"], ["c"]] }),
  ],
  [
    "groups of which one must be there",
    fields({ a: text, c: text }, [], { "x-exclusive": [["a"], ["c"]], "x-at-least-one": true }),
  ],
  ["groups that are none", { ...object, "x-exclusive": "a" }],
  ["a group that is none", { ...object, "x-exclusive": ["a", ["b"]] }],
  ["fields without a type", { properties: { a: text } }],
  ["fields of an object or null", { type: ["object", "null"], properties: { a: text } }],
  [
    "names like those of helpers",
    fields({
      T: number,
      Tea: number,
      Object: number,
      Objective: number,
      Number: number,
      Numbers: number,
      Set: number,
      Setting: number,
      codePoints: number,
      codePointsOf: number,
      countKeys: number,
      countKeysOf: number,
      checked: number,
      partOf: number,
      PATTERN_1: number,
      SET_1: number,
      default: number,
    }),
  ],
];
