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
const list = (more: SchemaObject): SchemaObject => ({ type: "array", ...more });

export const composedRows: readonly Row[] = [
  ["all of", { allOf: [text, { maxLength: 3 }, true] }],
  ["all of a type and more", { type: "string", allOf: [{ maxLength: 3 }] }],
  ["all of nothing", { allOf: [false, text] }],
  ["a reference beside bounds", { $ref: "B", minProperties: 1 }, { B: object }],
  ["not", { not: text }],
  ["not anything", { not: {} }],
  ["not nothing", { not: false }],
  ["not what needs statements", { not: detailed }],
  ["a type and not", { type: "string", not: { const: "a" } }],
  ["if then else", { if: text, then: { maxLength: 1 }, else: number }],
  ["if then", { if: text, then: { maxLength: 1 } }],
  ["if else", { if: text, else: number }],
  ["if alone", { if: text }],
  ["then alone", { then: text }],
  ["if anything", { if: true, then: text, else: number }],
  ["if nothing", { if: false, then: text, else: number }],
  ["if anything then anything", { if: true, else: number }],
  ["any of", { anyOf: [text, number] }],
  ["any of one and anything", { anyOf: [text, true] }],
  ["any of the same", { anyOf: [text, text] }],
  ["any of with a type", { type: "object", anyOf: [fields({}, ["a"]), fields({}, ["b"])] }],
  ["one of", { oneOf: [text, number] }],
  ["one of one", { oneOf: [text] }],
  ["one of nothing", { oneOf: [false, false] }],
  ["one of anything and a text", { oneOf: [true, text] }],
  ["one of two that are anything", { oneOf: [true, {}] }],
  ["one of beside any of", { oneOf: [text, number], anyOf: [text, number] }],
  ["one of beside a number of fields", { oneOf: [fields({}, ["a"]), fields({}, ["b"])], minProperties: 1 }],
  ["a switch", { oneOf: [fields({ k: { const: "x" } }, ["k"]), fields({ k: { const: "y" }, v: text }, ["k"])] }],
  [
    "a switch by name",
    { oneOf: [{ $ref: "B" }, { $ref: "C" }], discriminator: { propertyName: "k", mapping: { x: "B", y: "C" } } },
    { B: fields({ k: text }, ["k"]), C: fields({ k: text }, ["k"]) },
  ],
  [
    "a switch of an object",
    { type: "object", anyOf: [fields({ k: { const: "x" } }, ["k"]), fields({ k: { enum: ["y", "z"] } }, ["k"])] },
  ],
  [
    "a switch in a field",
    fields({ a: { oneOf: [fields({ k: { const: "x" } }, ["k"]), fields({ k: { const: "y" } }, ["k"])] } }, ["a"]),
  ],
  [
    "a discriminator beside other words",
    {
      oneOf: [{ $ref: "B" }, { $ref: "C" }],
      discriminator: { propertyName: "k", mapping: { x: "B", y: "C" } },
      minProperties: 2,
    },
    { B: fields({ k: text }, ["k"]), C: fields({ k: text }, ["k"]) },
  ],
  [
    "a switch over an inherited name",
    {
      oneOf: [
        fields({ constructor: { const: "x" } }, ["constructor"]),
        fields({ constructor: { const: "y" } }, ["constructor"]),
      ],
    },
  ],
  ["values of objects with fields", { enum: [{ a: 1 }, { a: 2 }], properties: { a: number } }],
  ["values and a length", { enum: ["a", "bb"], minLength: 2 }],
  ["open values and a length", { enum: ["a", "bb"], "x-open": true, minLength: 2 }],
  ["a list or an object with both", { type: ["array", "object"], minItems: 1, minProperties: 1 }],
  ["a number or text with both", { type: ["integer", "string"], minimum: 1, minLength: 1 }],
  ["no type and all of it", { minimum: 1, minLength: 1, minItems: 1, minProperties: 1 }],
  ["bytes or a number with both", { type: ["string"], format: "binary", maxLength: 3, anyOf: [text] }],
  ["itself", fields({ a: { $ref: "A" } })],
  ["itself in a part", fields({ a: { anyOf: [{ $ref: "A" }, text] }, b: { not: detailed } })],
  ["itself by another", fields({ a: { $ref: "B" } }), { B: fields({ a: { $ref: "A" } }) }],
  ["itself and nothing else", { $ref: "A" }],
  ["the same part twice", fields({ a: { not: detailed }, b: { not: detailed } })],
  [
    "the same pattern twice",
    fields({ a: { ...text, pattern: "x" }, b: { ...text, pattern: "x" }, c: { ...text, pattern: "a\\/b/\n\u2028" } }),
  ],
  ["names of types like helpers", fields({ a: { $ref: "Object" } }), { Object: text }],
  ["all of two that say a type", { allOf: [text, { type: "string", maxLength: 3 }] }],
  ["not nothing, and any of", { not: false, anyOf: [text, number] }],
  ["if anything then anything, and any of", { if: true, else: number, anyOf: [text, number] }],
  ["any of what may be anything, and one of", { anyOf: [true], oneOf: [text, number] }],
  ["one of what may be anything, and no other fields", { oneOf: [true], unevaluatedProperties: number }],
  ["one of two that are anything and a text", { oneOf: [true, {}, text] }],
  [
    "a switch of named variants",
    { oneOf: [{ $ref: "B" }, { $ref: "C" }] },
    { B: fields({ k: { const: "x" } }, ["k"]), C: fields({ k: { const: "y" } }, ["k"]) },
  ],
  [
    "a switch of an object or null",
    { type: ["object", "null"], oneOf: [fields({ k: { const: "x" } }, ["k"]), fields({ k: { const: "y" } }, ["k"])] },
  ],
  [
    "a switch beside a number of fields",
    { oneOf: [fields({ k: { const: "x" } }, ["k"]), fields({ k: { const: "y" } }, ["k"])], minProperties: 1 },
  ],
];

export const unevaluatedRows: readonly Row[] = [
  ["no other fields", { ...object, unevaluatedProperties: false }],
  ["other fields of a kind", { ...object, unevaluatedProperties: number }],
  ["any other fields", { ...object, unevaluatedProperties: true }],
  ["none beside these", fields({ a: true }, [], { unevaluatedProperties: false })],
  ["none beside those of a reference", { $ref: "B", unevaluatedProperties: false }, { B: fields({ b: true }) }],
  [
    "none beside those of a circle",
    { $ref: "B", unevaluatedProperties: false },
    { B: { $ref: "B", properties: { c: true } } },
  ],
  ["none beside those of what is not known", { $ref: "C", unevaluatedProperties: false }],
  ["none beside those of all", { allOf: [fields({ a: true }), fields({ b: true })], unevaluatedProperties: false }],
  [
    "none beside those of one",
    { oneOf: [fields({ a: true }, ["a"]), fields({ b: true }, ["b"])], unevaluatedProperties: false },
  ],
  [
    "none beside those of any",
    { anyOf: [fields({ a: true }, ["a"]), { required: ["c"] }], unevaluatedProperties: false },
  ],
  ["none beside patterns", { ...object, patternProperties: { "^x": true }, unevaluatedProperties: false }],
  [
    "none beside dependent ones",
    { ...object, dependentSchemas: { a: fields({ b: true }), c: true }, unevaluatedProperties: false },
  ],
  ["none where all were looked at", { allOf: [{ additionalProperties: number }], unevaluatedProperties: false }],
  [
    "none where all were looked at by another",
    { allOf: [{ unevaluatedProperties: number }], unevaluatedProperties: false },
  ],
  [
    "none beside those of either way",
    {
      if: fields({ a: true }, ["a"]),
      then: fields({ b: true }),
      else: fields({ c: true }),
      unevaluatedProperties: false,
    },
  ],
  [
    "none beside those of one way",
    { if: fields({ a: true }, ["a"]), then: fields({ b: true }), unevaluatedProperties: false },
  ],
  [
    "none beside those of a certain way",
    { if: true, then: fields({ b: true }), else: fields({ c: true }), unevaluatedProperties: false },
  ],
  [
    "none beside those of an impossible way",
    { if: false, then: fields({ b: true }), else: fields({ c: true }), unevaluatedProperties: false },
  ],
  [
    "none where any of them looked at all",
    { anyOf: [{ additionalProperties: number, required: ["a"] }, fields({ b: true })], unevaluatedProperties: false },
  ],
  ["no other items", list({ unevaluatedItems: false })],
  ["other items of a kind", list({ unevaluatedItems: number })],
  ["no items beside these", list({ prefixItems: [text, number], unevaluatedItems: false })],
  ["no items beside some of a kind", list({ contains: text, unevaluatedItems: false })],
  ["no items beside none of a kind", list({ contains: text, minContains: 0, maxContains: 0, unevaluatedItems: false })],
  ["no items where all were looked at", { allOf: [list({ items: number })], unevaluatedItems: false }],
  ["no items where another did", { allOf: [{ unevaluatedItems: number }], unevaluatedItems: false }],
  ["no items beside those of all", { allOf: [list({ prefixItems: [text] })], unevaluatedItems: false }],
];
