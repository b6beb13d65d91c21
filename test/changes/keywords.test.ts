import { describe, expect, test } from "vitest";
import { told } from "./classic.js";

type Schema = Readonly<Record<string, unknown>>;
type Row = readonly [what: string, before: Schema, after: Schema, want?: string];

const text = { type: "string" };
const number = { type: "number" };
const integer = { type: "integer" };
const object = { type: "object" };
const list = { type: "array" };
const toldApart = (propertyName: string, mapping?: unknown): Schema => ({
  ...object,
  discriminator: { propertyName, ...(mapping !== undefined && { mapping }) },
});
const format = (name: string, type: Schema = integer): Schema => ({ ...type, format: name });

const formats: readonly Row[] = [
  ["is added", integer, format("int32"), "format-added: has the format int32 (, format)"],
  ["is removed", format("int32"), integer, "format-removed: has no format any more; it was int32 (format, )"],
  [
    "is wider",
    format("int8"),
    format("int64"),
    "format-widened: has the wider format int64 instead of int8 (format, format)",
  ],
  [
    "is narrower",
    format("double", number),
    format("float", number),
    "format-narrowed: has the narrower format float instead of double (format, format)",
  ],
  [
    "is of another family",
    format("int32"),
    format("uint32"),
    "format-changed: has the format uint32 instead of int32 (format, format)",
  ],
  [
    "is of none now",
    format("int32"),
    format("x"),
    "format-changed: has the format x instead of int32 (format, format)",
  ],
  ["was of none", format("x"), format("int32"), "format-changed: has the format int32 instead of x (format, format)"],
];

const texts: readonly Row[] = [
  ["a pattern is added", text, { ...text, pattern: "a" }, "pattern-added: has the pattern a (, pattern)"],
  [
    "a pattern changes",
    { ...text, pattern: "a" },
    { ...text, pattern: "b" },
    "pattern-changed: has the pattern b instead of a (pattern, pattern)",
  ],
  [
    "a pattern is removed",
    { ...text, pattern: "a" },
    text,
    "pattern-removed: has no pattern any more; it was a (pattern, )",
  ],
  ["a pattern stays", { ...text, pattern: "a" }, { ...text, pattern: "a" }],
  ["a default is added", text, { ...text, default: "a" }, "default-added: has the default a (, default)"],
  [
    "a default changes",
    { ...text, default: "a" },
    { ...text, default: "b" },
    "default-changed: has the default b instead of a (default, default)",
  ],
  [
    "a default is removed",
    { ...text, default: "a" },
    text,
    "default-removed: has no default any more; it was a (default, )",
  ],
  ["a name is given", text, { ...text, "x-name": "b" }, "name-changed: is called b instead of none (, x-name)"],
  [
    "a name changes",
    { ...text, "x-name": "a" },
    { ...text, "x-name": "b" },
    "name-changed: is called b instead of a (x-name, x-name)",
  ],
  ["a brand is given", text, { ...text, "x-brand": "B" }, "brand-changed: is a value of its own kind now (, x-brand)"],
  ["a brand is taken", { ...text, "x-brand": "B" }, text, "brand-changed: is a plain value now (x-brand, )"],
  ["it is deprecated", text, { ...text, deprecated: true }, "deprecated: is deprecated (, deprecated)"],
  [
    "it is deprecated no longer",
    { ...text, deprecated: true },
    text,
    "no-longer-deprecated: is no longer deprecated (deprecated, )",
  ],
  [
    "a description is added",
    text,
    { ...text, description: "D" },
    "text-changed: has another description (, description)",
  ],
  [
    "a description is removed",
    { ...text, description: "D" },
    text,
    "text-changed: has another description (description, )",
  ],
  [
    "a title changes",
    { ...text, title: "D" },
    { ...text, title: "E" },
    "text-changed: has another title (title, title)",
  ],
  ["a keyword that means nothing here is added", text, { ...text, "x-other": 1 }],
];

const bounds: readonly Row[] = [
  ["a least length is set", text, { ...text, minLength: 2 }, "bound-set: has minLength 2 (, minLength)"],
  [
    "a least length is removed",
    { ...text, minLength: 2 },
    text,
    "bound-removed: has no minLength any more; it was 2 (minLength, )",
  ],
  [
    "a least length grows",
    { ...text, minLength: 2 },
    { ...text, minLength: 3 },
    "bound-tightened: has minLength 3 instead of 2 (minLength, minLength)",
  ],
  [
    "a least length shrinks",
    { ...text, minLength: 3 },
    { ...text, minLength: 2 },
    "bound-loosened: has minLength 2 instead of 3 (minLength, minLength)",
  ],
  ["a largest value is set", number, { ...number, maximum: 3 }, "bound-set: has maximum 3 (, maximum)"],
  [
    "a largest value shrinks",
    { ...number, maximum: 3 },
    { ...number, maximum: 2 },
    "bound-tightened: has maximum 2 instead of 3 (maximum, maximum)",
  ],
  [
    "a largest value grows",
    { ...number, maximum: 2 },
    { ...number, maximum: 3 },
    "bound-loosened: has maximum 3 instead of 2 (maximum, maximum)",
  ],
];

const constraints: readonly Row[] = [
  ["one is added", list, { ...list, contains: text }, "constraint-added: has `contains` now (, contains)"],
  [
    "one changes",
    { ...list, contains: text },
    { ...list, contains: number },
    "constraint-changed: has another `contains` (contains, contains)",
  ],
  ["one is removed", { ...list, contains: text }, list, "constraint-removed: has no `contains` any more (contains, )"],
  ["one that any value fits is added", list, { ...list, contains: true }],
  ["one that any value fits is removed", { ...list, contains: true }, list],
  [
    "one that any value fitted means something",
    { ...list, contains: true },
    { ...list, contains: text },
    "constraint-added: has `contains` now (contains, contains)",
  ],
  ["one that no value fits is added", text, { ...text, not: false }, "constraint-added: has `not` now (, not)"],
  ["items need not differ, in so many words", list, { ...list, uniqueItems: false }],
  [
    "items must differ",
    list,
    { ...list, uniqueItems: true },
    "constraint-added: has `uniqueItems` now (, uniqueItems)",
  ],
  [
    "items need not differ any more",
    { ...list, uniqueItems: true },
    { ...list, uniqueItems: false },
    "constraint-removed: has no `uniqueItems` any more (uniqueItems, uniqueItems)",
  ],
  ["none of the fields is needed, in so many words", object, { ...object, "x-at-least-one": false }],
  [
    "one of the fields is needed",
    object,
    { ...object, "x-at-least-one": true },
    "constraint-added: has `x-at-least-one` now (, x-at-least-one)",
  ],
];

const discriminators: readonly Row[] = [
  [
    "it is another field",
    toldApart("a"),
    toldApart("b"),
    "discriminator-changed: is discriminated by b instead of a (, )",
  ],
  ["it is new", object, toldApart("a"), "discriminator-changed: is discriminated by a instead of nothing (, )"],
  ["it is gone", toldApart("a"), object, "discriminator-changed: is discriminated by nothing instead of a (, )"],
  ["one without a field goes", { ...object, discriminator: {} }, object],
  [
    "a value is mapped",
    toldApart("a"),
    toldApart("a", { x: "X" }),
    "discriminator-mapping-changed: maps the value x to X instead of nothing (, )",
  ],
  [
    "a value is mapped no more",
    toldApart("a", { x: "X" }),
    toldApart("a"),
    "discriminator-mapping-changed: maps the value x to nothing instead of X (, )",
  ],
  [
    "one of two is mapped elsewhere",
    toldApart("a", { x: "X", y: "Y" }),
    toldApart("a", { x: "Z", y: "Y" }),
    "discriminator-mapping-changed: maps the value x to Z instead of X (, )",
  ],
  [
    "what maps nothing is replaced",
    toldApart("a", "q"),
    toldApart("a", { x: "X" }),
    "discriminator-mapping-changed: maps the value x to X instead of nothing (, )",
  ],
];

describe.each(Object.entries({ formats, texts, bounds, constraints, discriminators }))(
  "%s of a schema, and what is said of them",
  (_, rows) => {
    test.for(rows)("%s", async ([, before, after, want]) => {
      expect(await told(before, after)).toEqual(want === undefined ? [] : [want]);
    });
  },
);

test("every keyword that changed is told, in the order of the alphabet", async () => {
  expect(await told(text, { ...text, pattern: "a", maxLength: 3 })).toEqual([
    "bound-set: has maxLength 3 (, maxLength)",
    "pattern-added: has the pattern a (, pattern)",
  ]);
});
