import type { Schema } from "../../../codegen/model/model.js";

/** Schemas that rows refer to. */
export const others: Readonly<Record<string, Schema>> = {
  A: { type: "object", properties: { a: { type: "string" } } },
  B: { type: "object", properties: { b: { type: "string" } } },
  Id: { type: "string", "x-brand": "Id" },
  Key: { $ref: "Id" },
};

/** A schema and the type that it becomes, where what is not described must not come. */
export type Row = readonly [says: string, schema: Schema, want: string];

const text = { type: "string" };
const number = { type: "number" };

export const plainRows: readonly Row[] = [
  ["true is anything", true, "unknown"],
  ["false is nothing", false, "never"],
  ["an empty schema is anything", {}, "unknown"],
  ["text", text, "string"],
  ["an integer is a number", { type: "integer" }, "number"],
  ["several types are a union", { type: ["string", "null"] }, "string | null"],
  ["number and integer together are said once", { type: ["number", "integer"] }, "number"],
  ["bytes", { type: ["string", "null"], format: "binary" }, "Blob | null"],
  ["a brand, whatever else is said", { type: "string", "x-brand": "Id", enum: ["a"] }, "B.Id"],
  ["a reference", { $ref: "A" }, "T.A"],
  ["a reference and more", { $ref: "A", required: ["b"] }, "T.A & {\n  readonly b: unknown;\n}"],
  ["a reference and a constant", { $ref: "A", const: 1 }, "T.A & 1"],
  ["a large number", { type: ["integer", "null"], "x-as": "bigint" }, "bigint | null"],
  ["a moment", { type: "string", "x-as": "date" }, "Date"],
];

export const constantRows: readonly Row[] = [
  ["a constant is its literal", { const: "a" }, '"a"'],
  ["a constant null is null", { const: null }, "null"],
  ["a constant object is spelled out", { const: { b: [1, "x"], "a-": {} } }, constant()],
  ["text with a line separator stays one literal", { const: "\u2028" }, '"\\u2028"'],
  ["an enum is a union of literals", { enum: ["a", 1, null] }, '"a" | 1 | null'],
  ["an enum keeps only values of its type", { type: "string", enum: ["a", 1] }, '"a"'],
  ["an enum that is not a list is none", { type: "string", enum: "a" }, "string"],
  ["a constant that an enum does not list is nothing", { const: "a", enum: ["b"] }, "never"],
  ["a constant that an enum lists too is that one", { const: "a", enum: ["a", "b"] }, '"a"'],
  ["an open enum takes other text too", { type: "string", enum: ["a"], "x-open": true }, '"a" | (string & {})'],
  ["an open enum of numbers takes other numbers", { type: "integer", enum: [1], "x-open": true }, "1 | (number & {})"],
  [
    "an open enum without a type takes what is like its values",
    { enum: ["a", 1, true, null], "x-open": true },
    '"a" | 1 | true | null | (string & {}) | (number & {}) | boolean',
  ],
  ["an open enum of objects takes anything", { enum: [{ a: 1 }], "x-open": true }, "unknown"],
];

function constant(): string {
  return '{ readonly b: readonly [1, "x"]; readonly "a-": { readonly [key: string]: never } }';
}

export const arrayRows: readonly Row[] = [
  ["a list", { type: "array", items: text }, "readonly string[]"],
  ["a list of anything", { type: "array" }, "readonly unknown[]"],
  ["a list, said by its items alone", { items: text }, "readonly string[]"],
  ["a list of unions", { type: "array", items: { type: ["string", "null"] } }, "readonly (string | null)[]"],
  ["a list of lists", { type: "array", items: { type: "array", items: {} } }, "readonly (readonly unknown[])[]"],
  ["a list of objects", { items: { required: ["a"] } }, "readonly {\n  readonly a: unknown;\n}[]"],
  ["what no item says is no type", { type: "array", unevaluatedItems: text }, "readonly unknown[]"],
  ["a tuple, said by its items alone", { prefixItems: [text] }, "readonly [string?, ...unknown[]]"],
  ["a tuple has its tail", { prefixItems: [text], minItems: 1, items: number }, "readonly [string, ...number[]]"],
  [
    "a tuple has another tail",
    { prefixItems: [text], minItems: "1", unevaluatedItems: { type: ["number", "null"] } },
    "readonly [string?, ...(number | null)[]]",
  ],
  [
    "a tuple ends where no item may follow, and slots beyond the least are optional",
    { type: "array", prefixItems: [text, { type: ["number", "null"] }], minItems: 1, items: false },
    "readonly [string, (number | null)?]",
  ],
  [
    "a tuple ends at its most items",
    { prefixItems: [text, number], minItems: 5, maxItems: 2 },
    "readonly [string, number]",
  ],
  ["a tuple with more items", { prefixItems: [text], minItems: 1, maxItems: 2 }, "readonly [string, ...unknown[]]"],
];

export const unionRows: readonly Row[] = [
  [
    "allOf is an intersection, and so is everything beside it",
    {
      type: "object",
      properties: { a: text },
      allOf: [{ $ref: "B" }, { type: ["object", "null"] }],
      oneOf: [text],
      anyOf: [text, number],
    },
    "{\n  readonly a?: string;\n} & T.B & ({ readonly [key: string]: unknown } | null) & string & (string | number)",
  ],
  ["oneOf is a union", { oneOf: [text, { $ref: "A" }] }, "string | T.A"],
  ["anyOf is a union", { anyOf: [text, number] }, "string | number"],
  ["a variant that is anything swallows the others", { anyOf: [text, true] }, "unknown"],
  ["a variant that only tells something is anything", { anyOf: [text, { description: "More." }] }, "unknown"],
  [
    "variants that only require repeat what they require",
    {
      type: "object",
      properties: { a: text, b: number },
      oneOf: [
        { required: ["a"] },
        { required: ["b", "c"], title: "With b", "x-more": 1 },
        { required: ["a"], not: text },
      ],
    },
    `{
  readonly a?: string;
  readonly b?: number;
} & ({
  readonly a: string;
} | {
  readonly b: number;
  readonly c: unknown;
} | {
  readonly a: unknown;
})`,
  ],
  ["variants may require what nothing describes", { oneOf: [{ required: ["a"] }] }, "{\n  readonly a: unknown;\n}"],
  [
    "variants are what their discriminator says",
    {
      oneOf: [{ $ref: "A" }, { $ref: "B" }],
      discriminator: { propertyName: "the-kind", mapping: { a: "A", b: "B", c: "B" } },
    },
    '(T.A & { readonly "the-kind": "a" }) | (T.B & { readonly "the-kind": "b" | "c" })',
  ],
  [
    "variants that say themselves what they are need no more words",
    {
      oneOf: [
        { type: "object", properties: { kind: { const: "a" } }, required: ["kind"] },
        { type: "object", properties: { kind: { const: "b" } }, required: ["kind"] },
      ],
      discriminator: { propertyName: "kind" },
    },
    '{\n  readonly kind: "a";\n} | {\n  readonly kind: "b";\n}',
  ],
  ["a condition with both ends", { if: { $ref: "A" }, then: text, else: { $ref: "B" } }, "T.A & string | T.B"],
  ["a condition that only fails to something", { if: { $ref: "A" }, else: text }, "T.A | string"],
  ["a condition that may fail to anything", { if: { $ref: "A" }, then: text, else: true }, "unknown"],
  ["a condition that holds to something", { if: { $ref: "A" }, then: text }, "unknown"],
  ["an else without a condition", { then: text, else: number }, "unknown"],
];
