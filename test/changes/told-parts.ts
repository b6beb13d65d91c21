import type { SchemaRow } from "./told-schemas.js";

type Json = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const number = { type: "number" };
const object = (properties: Json, ...required: readonly string[]): Json => ({ type: "object", properties, required });
const closed = (properties: Json, ...required: readonly string[]): Json => ({
  ...object(properties, ...required),
  additionalProperties: false,
});
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const one = (...variants: readonly unknown[]): Json => ({ oneOf: variants });
const any = (...variants: readonly unknown[]): Json => ({ anyOf: variants });
const nothing = { type: "null" };
const kind = (value: unknown, more: Json = {}): Json => object({ kind: { const: value }, ...more }, "kind");

/** Properties, and which of them are needed. */
export const propertyRows: readonly SchemaRow[] = [
  ["one is new", object({ a: text }), object({ a: text, b: text })],
  ["a required one is new", object({ a: text }), object({ a: text, b: text }, "b")],
  ["an object that takes no others has one less", object({ a: text }, "a"), closed({})],
  ["an object that takes others has one less", object({ a: text }), { ...object({}), additionalProperties: true }],
  ["it becomes required", object({ a: text }), object({ a: text }, "a")],
  ["it stays required", object({ a: text }, "a"), object({ a: text }, "a")],
  ["one without a schema becomes required", { type: "object" }, { type: "object", required: ["b", "a"] }],
  ["one without a schema stays required", { type: "object", required: ["a"] }, { type: "object", required: ["a"] }],
  ["one without a schema gets one", { type: "object", required: ["a"] }, object({ a: text }, "a")],
  ["a part requires it", object({ a: text }), { allOf: [object({ a: text }), { required: ["a"] }] }],
  ["required ones that are no list", { ...object({ a: text }), required: "a" }, object({ a: text }, "a")],
  ["properties that are none", { type: "object", properties: "a" }, object({ a: text })],
  ["another type inside another", object({ a: object({ b: text }) }), object({ a: object({ b: number }) })],
  [
    "another type in items of a list",
    object({ a: { type: "array", items: { type: "array", items: object({ b: text }) } } }),
    object({ a: { type: "array", items: { type: "array", items: object({ b: number }) } } }),
  ],
  [
    "another type in further properties",
    object({ a: { type: "object", additionalProperties: object({ b: text }) } }),
    object({ a: { type: "object", additionalProperties: object({ b: number }) } }),
  ],
  [
    "of two parts the first says what it is",
    { allOf: [object({ a: text }), object({ a: number })] },
    object({ a: text }),
  ],
  ["what is only sent is not received", object({ a: { ...text, writeOnly: true } }, "a"), object({})],
  ["what a reference says is only sent", object({ a: ref("Sent"), b: text }, "a"), object({ b: text }, "b")],
  [
    "only sent, says what stands beside a reference",
    object({ a: { ...ref("Text"), writeOnly: true } }, "a"),
    object({}),
  ],
  ["only received is received", object({ a: { ...text, readOnly: true } }, "a"), object({})],
  ["only sent in no words", object({ a: { ...text, writeOnly: "yes" } }), object({})],
  ["a name with brackets", object({ a: object({ "b[]": text }) }), object({ a: object({ "b[]": number }) })],
  ["anything may stand there", object({ a: true }), object({ a: text })],
  ["what both refer to", object({ a: ref("Changed") }), object({ a: ref("Changed") })],
  ["what one refers to", object({ a: ref("Text") }), object({ a: number })],
  ["what the other refers to", object({ a: number }), object({ a: ref("Text") })],
  [
    "what both refer to, and something beside it",
    object({ a: { ...ref("Changed"), maxLength: 2 } }),
    object({ a: { ...ref("Changed"), maxLength: 3 } }),
  ],
];

/** Unions, and what sets their variants apart. */
export const variantRows: readonly SchemaRow[] = [
  ["one is new", one(text, number), one(text, number, { type: "boolean" })],
  ["one is new among any", any(text, number), any(text, number, { type: "boolean" })],
  ["any instead of one", one(text, number), any(text, number)],
  ["both kinds together", { ...one(text), ...any(number) }, one(text, number)],
  ["one is null", one(text, number), one(text, number, nothing)],
  ["all but one are null", any(text, nothing), any(number, nothing)],
  ["all but one are null, and it is said plainly", any(text, nothing), { type: ["string", "null"] }],
  ["all are null", one(nothing), one(nothing, nothing)],
  ["the only one", one(text), text],
  ["null beside a union", one(one(text, number), nothing), { ...one(text, number), nullable: true }],
  ["no variants", { oneOf: "none" }, { oneOf: [] }],
  ["a union is of one type now", one(text, number), text],
  ["a union of others is of one type now", one({ type: "boolean" }, number), text],
  ["nothing fits one", one(text, false), one(text, true)],
  ["known by constants", one(kind("a"), kind("b")), one(kind("a", { x: text }), kind("c"))],
  ["known by the same constants", one(kind("a", { x: text }), kind("b")), one(kind("b"), kind("a", { x: number }))],
  [
    "known by two constants",
    one(object({ b: { const: 1 }, a: { enum: ["x"] }, c: { enum: [1, 2] } }), object({ b: { const: 2 } })),
    one(object({ b: { const: 2 } })),
  ],
  ["known by their names", one(ref("One"), ref("Two")), one(ref("Two"), ref("Three"))],
  ["the same under another name", one(ref("One"), ref("Two")), one(ref("Two"), ref("Copy"))],
  ["a name instead of what it stands for", one(ref("One"), ref("Two")), one(object({ one: text }), ref("Two"))],
  ["something else instead of a name", one(ref("One"), ref("Two")), one(object({ other: text }), ref("Two"))],
  ["known by their titles", one({ title: "A", ...text }, number), one({ title: "B", ...text }, number)],
  ["two titles become one", one({ title: "A", ...text }, { title: "C", ...number }), one({ title: "B", ...text })],
  ["a title that is none", one({ title: 1, ...text }, number), one(number)],
  ["known by their types", one({ type: ["string", "boolean"] }, number), one(number)],
  ["known by nothing", one({ maxLength: 1 }, number), one(number)],
  ["known by what they are", one({ const: "a" }, { enum: ["b"] }), one({ enum: ["b"] })],
  ["listed values are no name", one({ enum: ["a", "b"] }, number), one(number)],
  ["the same twice", one(text, { ...text, maxLength: 2 }, number), one(text, number)],
  ["the same three times", one(text, text, { ...text, maxLength: 2 }), one(text, text, { ...text, maxLength: 3 })],
  ["an integer in place of a number", one(text, { type: "integer" }), one(text, number)],
  ["one constant in place of another", one(text, { const: 1 }), one(text, { const: 2 })],
  ["three times, then once", one(text, text, { ...text, maxLength: 2 }, number), one(text, number)],
  ["one type less of one", one({ type: ["string", "boolean"] }, number), one(text, number)],
  ["one inside an object", object({ a: one(text, number) }), object({ a: one({ ...text, maxLength: 2 }, number) })],
  ["others in place of two", one(kind("a"), kind("b")), one(kind("c"), kind("d"))],
  ["one in place of two", one(kind("a"), kind("b"), text), one(kind("c"), text)],
  ["two in place of one", one(kind("a"), text), one(kind("b"), kind("c"), text)],
  ["a part is a union", { allOf: [one(text, number), { description: "D" }] }, one(text, number)],
  ["a part is a union twice", { allOf: [ref("Union"), ref("Union")] }, ref("Union")],
  ["with properties of its own", { ...one(kind("a"), kind("b")), properties: { x: text } }, one(kind("a"), kind("b"))],
];

/** What rows refer to, before and after. */
export const shared = {
  Text: text,
  Union: one(text, number),
  Sent: { ...text, writeOnly: true },
  One: object({ one: text }),
  Copy: object({ one: text }),
  Two: object({ two: text }),
  Three: object({ three: text }),
};

/** What rows refer to and what becomes something else. */
export const changed = [
  { Changed: object({ changed: { const: 1 } }) },
  { Changed: object({ changed: { const: 2 } }) },
] as const;
