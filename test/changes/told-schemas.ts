type Schema = boolean | Readonly<Record<string, unknown>>;
/** Two forms of one schema, of which the second replaces the first. */
export type SchemaRow = readonly [what: string, before: Schema, after: Schema];

const text = { type: "string" };
const number = { type: "number" };
const integer = { type: "integer" };
const nothing = { type: "null" };
const object = { type: "object" };
const list = { type: "array" };
const types = (...names: readonly string[]): Schema => ({ type: names });
const all = (...parts: readonly Schema[]): Schema => ({ allOf: parts });
const some = (...values: readonly unknown[]): Schema => ({ enum: values });
const known = (...values: readonly unknown[]): Schema => ({ ...text, enum: values, "x-open": true });
const example = (...values: readonly unknown[]): Schema => ({ ...text, "x-extensible-enum": values });

/** What type a value is of. */
export const typeRows: readonly SchemaRow[] = [
  ["nothing fits any more", true, false],
  ["nothing fits all parts any more", all(text), all(text, false)],
  ["another type", text, number],
  ["other types", types("string", "number"), types("boolean", "object")],
  ["one of two is another", types("string", "number"), types("string", "boolean")],
  ["one of two is another, and one is new", types("string", "number"), types("string", "boolean", "array")],
  ["any number instead of an integer", integer, number],
  ["an integer or a text instead of a number", number, types("integer", "string")],
  ["a number or an integer instead of a number", number, types("number", "integer")],
  ["of a type at last", {}, text],
  ["of one of two types at last", true, types("string", "number")],
  ["of no type, as before", {}, { description: "D" }],
  ["null too", text, types("string", "null")],
  ["null too, as in 3.0", text, { ...text, nullable: true }],
  ["null too, as in Swagger", text, { ...text, "x-nullable": true }],
  ["not null in so many words", text, { ...text, nullable: false, "x-nullable": false }],
  [
    "null too, whatever the reference says",
    { $ref: "#/components/schemas/Text" },
    { $ref: "#/components/schemas/Text", nullable: true },
  ],
  ["more than null", nothing, types("string", "null")],
  ["something instead of null", nothing, text],
  ["null among listed values", some("a"), some("a", null)],
  ["nothing but null is listed", some(null), some("a", null)],
  ["an implied type becomes another", some("a"), { ...number, enum: [1] }],
  [
    "the types of listed values",
    some("a", 1, true, null, [1], {}, "b"),
    types("string", "number", "boolean", "null", "array", "object"),
  ],
  ["an empty list of values implies no type", { enum: [] }, { enum: [], description: "D" }],
  ["properties imply an object", { properties: { a: text } }, { ...object, properties: { a: text } }],
  ["required properties imply an object", { required: ["a"] }, { ...object, required: ["a"] }],
  ["further properties imply an object", { additionalProperties: text }, { ...object, additionalProperties: text }],
  ["items imply a list", { items: text }, { ...list, items: text }],
  ["first items imply a list", { prefixItems: [text] }, { ...list, prefixItems: [text] }],
  ["other keywords imply nothing", { minLength: 1 }, { ...text, minLength: 1 }],
  ["both parts of a type", all(types("string", "number"), types("number", "boolean")), number],
  ["integers of a part are integers", all(number, integer), integer],
  ["integers of the other part are integers", all(integer, number), integer],
  [
    "integers of a part that takes texts",
    all(types("string", "number"), types("integer", "string")),
    types("string", "integer"),
  ],
  ["numbers are no texts", all(types("number", "boolean"), types("boolean", "string")), { type: "boolean" }],
  ["texts are no numbers", all(types("string", "boolean"), types("number", "boolean", "integer")), { type: "boolean" }],
];

/** Which values are listed. */
export const valueRows: readonly SchemaRow[] = [
  ["values are listed", text, { ...text, enum: ["a", "b"] }],
  ["a value is listed as a constant", text, { const: "a" }],
  ["values that are examples are listed", text, known("a", "b")],
  ["one more", some("a"), some("a", "b")],
  ["two more and one less", some("a", "b"), some("b", "c", "d")],
  ["others", some("a", "b"), some("c", "d")],
  ["another constant", { const: 1 }, { const: 2 }],
  ["a constant as a list", { const: "a" }, some("a")],
  ["values where none was", some(), some("a")],
  ["no values, as before", some(), some()],
  ["what is said of parts is said of both", all(some("a", "b", "c"), some("b", "c", "d")), some("b")],
  ["values that no part has in common", all(some("a"), some("b")), some("c")],
  [
    "values with keys in another order",
    some({ a: { c: 1, d: [{ e: 2, f: 3 }] }, b: null }),
    some({ b: null, a: { d: [{ f: 3, e: 2 }], c: 1 } }),
  ],
  ["values with items in another order", some([1, 2]), some([2, 1])],
  ["a list is not an object", some([1]), some({ 0: 1 })],
  ["a value with a key more", some({ a: 1 }), some({ a: 1, b: 2 })],
  ["other values may come", { ...text, enum: ["a"] }, known("a")],
  ["other values may come than before", known("a"), known("b")],
  ["one more among others", known("a"), known("a", "b")],
  ["other values may come, and one more is named", { ...text, enum: ["a"] }, known("b")],
  ["examples are values that are known", known("a"), example("a")],
  ["one more example", example("a"), example("a", "b")],
  ["what is listed beside parts", { enum: ["a"], allOf: [{ description: "D" }] }, some("b")],
  ["examples beside a list of values", { ...text, enum: ["a"] }, { ...text, enum: ["a"], "x-extensible-enum": ["b"] }],
  ["examples that are no list", text, { ...text, "x-extensible-enum": "a" }],
  ["others may come than none", text, { ...text, "x-open": true }],
  ["nothing is open in so many words", { ...text, enum: ["a"] }, { ...text, enum: ["a"], "x-open": false }],
];

/** Bounds and other keywords that several parts say. */
export const partRows: readonly SchemaRow[] = [
  ["the greater least length counts", all({ ...text, minLength: 2 }, { minLength: 1 }), { ...text, minLength: 2 }],
  [
    "the greater least length counts in any order",
    all({ minLength: 1 }, { ...text, minLength: 2 }),
    { ...text, minLength: 2 },
  ],
  ["the smaller greatest length counts", all({ ...text, maxLength: 2 }, { maxLength: 3 }), { ...text, maxLength: 2 }],
  [
    "the smaller greatest length counts in any order",
    all({ maxLength: 3 }, { ...text, maxLength: 2 }),
    { ...text, maxLength: 2 },
  ],
  [
    "every lower bound",
    all(
      { minimum: 2, exclusiveMinimum: 2, minItems: 2, minProperties: 2, minContains: 2, minLength: 2 },
      { minimum: 1, exclusiveMinimum: 1, minItems: 1, minProperties: 1, minContains: 1, minLength: 1 },
    ),
    { minimum: 2, exclusiveMinimum: 2, minItems: 2, minProperties: 2, minContains: 2, minLength: 2 },
  ],
  [
    "every upper bound",
    all(
      { maximum: 2, exclusiveMaximum: 2, maxItems: 2, maxProperties: 2, maxContains: 2, maxLength: 2 },
      { maximum: 3, exclusiveMaximum: 3, maxItems: 3, maxProperties: 3, maxContains: 3, maxLength: 3 },
    ),
    { maximum: 2, exclusiveMaximum: 2, maxItems: 2, maxProperties: 2, maxContains: 2, maxLength: 2 },
  ],
  [
    "of other keywords the last counts",
    all({ ...number, multipleOf: 4 }, { multipleOf: 2 }),
    { ...number, multipleOf: 2 },
  ],
  [
    "what the whole says comes before its parts",
    { description: "D", allOf: [{ description: "E" }] },
    { description: "E" },
  ],
  [
    "what stands beside a reference counts",
    { $ref: "#/components/schemas/Text", maxLength: 3 },
    { ...text, maxLength: 3 },
  ],
  [
    "of equal bounds the last has the place",
    all({ ...text, minLength: 1, maxLength: 2 }, { minLength: 1, maxLength: 2 }),
    { ...text, minLength: 2, maxLength: 3 },
  ],
  ["parts of parts", all(all(text, all({ minLength: 1 }))), { ...text, minLength: 1 }],
  ["a part in its place", all({}, { ...text, minLength: 1 }), all({}, { ...text, minLength: 2 })],
  ["parts that are no list", { ...text, allOf: "none" }, text],
];
