import { describe, expect, test } from "vitest";
import { told } from "./classic.js";

type Schema = Readonly<Record<string, unknown>>;
type Row = readonly [what: string, before: Schema, after: Schema, want?: string];

const text = { type: "string" };
const number = { type: "number" };
const object = { type: "object" };
const list = { type: "array" };
const further = (additionalProperties: unknown): Schema => ({ ...object, additionalProperties });

const both = "(additionalProperties, additionalProperties)";
const rest: readonly Row[] = [
  [
    "they are refused",
    object,
    further(false),
    "further-properties-refused: has no further properties any more (, additionalProperties)",
  ],
  [
    "they are refused that were allowed",
    further(true),
    further(false),
    `further-properties-refused: has no further properties any more ${both}`,
  ],
  [
    "they are refused that had a schema",
    further(text),
    further(false),
    `further-properties-refused: has no further properties any more ${both}`,
  ],
  [
    "they are allowed",
    further(false),
    object,
    "further-properties-allowed: may have further properties now (additionalProperties, )",
  ],
  [
    "they are allowed in so many words",
    further(false),
    further(true),
    `further-properties-allowed: may have further properties now ${both}`,
  ],
  [
    "they are allowed with a schema",
    further(false),
    further(text),
    `further-properties-allowed: may have further properties now ${both}`,
  ],
  ["they stay refused", further(false), further(false)],
  ["they stay allowed", object, further(true)],
  [
    "they get a schema",
    object,
    further(text),
    "constraint-added: has `additionalProperties` now (, additionalProperties)",
  ],
  [
    "they get a schema that were allowed",
    further(true),
    further(text),
    `constraint-added: has \`additionalProperties\` now ${both}`,
  ],
  [
    "they lose their schema",
    further(text),
    object,
    "constraint-removed: has no `additionalProperties` any more (additionalProperties, )",
  ],
  [
    "any is allowed that had a schema",
    further(text),
    further(true),
    `constraint-removed: has no \`additionalProperties\` any more ${both}`,
  ],
  ["their schema changes", further(text), further(number), `type-changed {}: is number instead of string ${both}`],
];

const items: readonly Row[] = [
  [
    "their schema changes",
    { ...list, items: text },
    { ...list, items: number },
    "type-changed []: is number instead of string (items, items)",
  ],
  ["they get a schema", list, { ...list, items: text }, "constraint-added: has `items` now (, items)"],
  ["they lose their schema", { ...list, items: text }, list, "constraint-removed: has no `items` any more (items, )"],
  ["any is allowed, in so many words", list, { ...list, items: true }],
  ["any stays allowed", { ...list, items: true }, list],
];

describe.each([
  ["further properties", rest],
  ["items", items],
])("%s of a schema, and what is said of them", (_, rows) => {
  test.for(rows)("%s", async ([, before, after, want]) => {
    expect(await told(before, after)).toEqual(want === undefined ? [] : [want]);
  });
});
