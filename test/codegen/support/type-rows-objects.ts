import type { Row } from "./type-rows.js";

const text = { type: "string" };
const number = { type: "number" };
const A_AND_B = "{\n  readonly a: string;\n  readonly b?: number;\n}";

export const objectRows: readonly Row[] = [
  ["fields", { type: "object", required: ["a"], properties: { a: text, b: number } }, A_AND_B],
  ["fields, said by themselves", { required: ["a"], properties: { a: text, b: number } }, A_AND_B],
  [
    "fields that are only required come last, in their order",
    { type: "object", required: ["z", "b", "a"], properties: { b: number } },
    "{\n  readonly b: number;\n  readonly a: unknown;\n  readonly z: unknown;\n}",
  ],
  ["a field that is only required", { required: ["a"] }, "{\n  readonly a: unknown;\n}"],
  [
    "fields of any sort",
    { properties: { "a-b": true, none: false, other: { "x-other-way": true }, way: { "x-other": true } } },
    '{\n  readonly "a-b"?: unknown;\n  readonly none?: never;\n  readonly way?: unknown;\n}',
  ],
  [
    "objects inside are indented",
    { properties: { a: { items: { properties: { b: { properties: { c: { type: "object" } } } } } } } },
    `{
  readonly a?: readonly {
    readonly b?: {
      readonly c?: { readonly [key: string]: unknown };
    };
  }[];
}`,
  ],
  ["no fields", { type: "object" }, "{ readonly [key: string]: unknown }"],
  ["no fields that are listed", { properties: {} }, "{ readonly [key: string]: unknown }"],
  ["no field at all", { type: "object", additionalProperties: false }, "{ readonly [key: string]: never }"],
  ["a map", { type: "object", additionalProperties: number }, "{\n  readonly [key: string]: number;\n}"],
  ["a map, said by itself", { additionalProperties: number }, "{\n  readonly [key: string]: number;\n}"],
  ["a map of anything", { additionalProperties: true }, "{\n  readonly [extra: string]: unknown;\n}"],
  [
    "a map with fields admits the types of the fields",
    { type: "object", properties: { a: text }, additionalProperties: number },
    "{\n  readonly a?: string;\n  readonly [key: string]: number | string | undefined;\n}",
  ],
  [
    "a map with fields that must come",
    { type: "object", required: ["a"], properties: { a: text }, additionalProperties: number },
    "{\n  readonly a: string;\n  readonly [key: string]: number | string;\n}",
  ],
  [
    "a map of objects",
    { additionalProperties: { required: ["a"] } },
    "{\n  readonly [key: string]: {\n    readonly a: unknown;\n  };\n}",
  ],
  [
    "patterns of keys are a map too",
    { patternProperties: { "^x": number } },
    "{\n  readonly [key: string]: number;\n}",
  ],
  [
    "patterns of keys beside a map",
    { patternProperties: { "^x": number, "^y": false }, additionalProperties: text },
    "{\n  readonly [key: string]: number | string;\n}",
  ],
  [
    "patterns of keys and nothing else",
    { patternProperties: { "^x": number }, additionalProperties: false },
    "{\n  readonly [key: string]: number;\n}",
  ],
  ["keys that must not come", { patternProperties: { "^x": false } }, "{ readonly [key: string]: unknown }"],
  ["names of keys alone", { propertyNames: { maxLength: 5 } }, "{ readonly [key: string]: unknown }"],
  [
    "a map by brand admits missing entries",
    { propertyNames: { "x-brand": "Id" }, additionalProperties: number },
    "{\n  readonly [key: B.Id]: number | undefined;\n}",
  ],
  [
    "a map by what is a brand in the end",
    { propertyNames: { $ref: "Key" }, additionalProperties: number },
    "{\n  readonly [key: B.Id]: number | undefined;\n}",
  ],
  [
    "a map by brand with fields",
    { propertyNames: { $ref: "Id" }, required: ["a"], properties: { a: text }, additionalProperties: number },
    "{\n  readonly a: string;\n  readonly [key: B.Id]: number | string;\n}",
  ],
  [
    "a map by names without a brand",
    { propertyNames: { $ref: "A" }, additionalProperties: number },
    "{\n  readonly [key: string]: number;\n}",
  ],
  [
    "a map by names of nobody",
    { propertyNames: { $ref: "Nobody" }, additionalProperties: number },
    "{\n  readonly [key: string]: number;\n}",
  ],
  [
    "a map by any names",
    { propertyNames: { minLength: 1 }, additionalProperties: number },
    "{\n  readonly [key: string]: number;\n}",
  ],
  [
    "what is not described stays open",
    { type: "object", properties: { a: text }, "x-undocumented": "more" },
    "{\n  readonly a?: string;\n  readonly [extra: string]: unknown;\n}",
  ],
  [
    "nothing may be undescribed",
    { type: "object", properties: { a: text }, "x-undocumented": [] },
    "{\n  readonly a?: string;\n}",
  ],
  [
    "what remains is a map",
    { type: "object", unevaluatedProperties: number },
    "{\n  readonly [key: string]: number;\n}",
  ],
  ...["allOf", "anyOf", "oneOf", "if", "$ref", "dependentSchemas"].map((keyword): Row => [
    `what remains beside ${keyword} is not known here`,
    { type: "object", required: ["a"], unevaluatedProperties: number, [keyword]: [] },
    "{\n  readonly a: unknown;\n}",
  ]),
];

export const exclusiveRows: readonly Row[] = [
  [
    "exclusive groups forbid each other, and one field at least is required",
    {
      type: "object",
      required: ["id"],
      properties: { id: text, move: { ...text, description: "Where to." }, name: text, size: number },
      "x-exclusive": [["move"], ["name", "size"]],
      "x-at-least-one": true,
    },
    `{
  readonly id: string;
  /** Where to. */
  readonly move: string;
  readonly name?: never;
  readonly size?: never;
} | {
  readonly id: string;
  readonly move?: never;
  readonly name: string;
  readonly size?: number;
} | {
  readonly id: string;
  readonly move?: never;
  readonly name?: string;
  readonly size: number;
}`,
  ],
  [
    "exclusive groups without the duty leave all as they are, and a group that is not a list is empty",
    {
      "x-exclusive": [["a", 1], ["b"], "c"],
      properties: { out: { properties: { a: {} } }, 1: text, a: {}, b: {}, c: {} },
      required: ["a"],
    },
    `{
  readonly "1"?: string;
  readonly out?: {
    readonly a?: unknown;
  };
  readonly a: unknown;
  readonly b?: never;
  readonly c?: unknown;
} | {
  readonly "1"?: never;
  readonly out?: {
    readonly a?: unknown;
  };
  readonly a?: never;
  readonly b?: unknown;
  readonly c?: unknown;
} | {
  readonly "1"?: never;
  readonly out?: {
    readonly a?: unknown;
  };
  readonly a?: never;
  readonly b?: never;
  readonly c?: unknown;
}`,
  ],
  ["no group of which a field must come", { "x-exclusive": ["a"], "x-at-least-one": true }, "never"],
  ["groups, said by themselves", { "x-exclusive": [["a"]] }, "{\n\n}"],
  ["groups that are none", { type: "object", "x-exclusive": "a" }, "{ readonly [key: string]: unknown }"],
];

/** The same where the service may send more than is described. */
export const openRows: readonly Row[] = [
  [
    "fields",
    { type: "object", properties: { a: { properties: { b: text } } } },
    `{
  readonly a?: {
    readonly b?: string;
    readonly [extra: string]: unknown;
  };
  readonly [extra: string]: unknown;
}`,
  ],
  [
    "nothing more",
    { type: "object", properties: { a: text }, additionalProperties: false },
    "{\n  readonly a?: string;\n}",
  ],
  ["a map", { type: "object", additionalProperties: number }, "{\n  readonly [key: string]: number;\n}"],
  ["patterns of keys", { patternProperties: { "^x": number } }, "{\n  readonly [key: string]: number;\n}"],
  [
    "nothing more than all parts say",
    { type: "object", required: ["a"], unevaluatedProperties: false, allOf: [] },
    "{\n  readonly a: unknown;\n}",
  ],
  [
    "variants that only require",
    { properties: { a: { $ref: "A" } }, anyOf: [{ required: ["a"] }] },
    "{\n  readonly a?: T.A;\n  readonly [extra: string]: unknown;\n} & {\n  readonly a: T.A;\n}",
  ],
];
