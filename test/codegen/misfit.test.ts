import fc from "fast-check";
import { expect, test } from "vitest";
import { assert, isMessage, isMessageCreateEvent, misfitOf, ShapeError } from "svc-apps/validators";
import { guardsOf } from "./support/guards.js";
import { schema, value } from "./support/random.js";

const text = { type: "string" };
const object = (properties: object, required: readonly string[] = Object.keys(properties)): object => ({
  type: "object",
  properties,
  required,
});
const deep = object({ message: object({ author: object({ id: text }) }) });
const list = object({ items: { type: "array", items: object({ id: text }), minItems: 1, maxItems: 2 } });
const kind = (name: string, more: object): object => object({ kind: { const: name }, ...more });
const toy = { oneOf: [kind("ball", { size: { type: "number" } }), kind("bone", {})] };

const rows: readonly (readonly [says: string, schema: object, value: unknown, want: string | undefined])[] = [
  ["what fits", deep, { message: { author: { id: "1" } } }, undefined],
  [
    "another kind, deep inside",
    deep,
    { message: { author: { id: 1 } } },
    "message.author.id must be a string, got a number",
  ],
  ["what is missing", deep, { message: { author: {} } }, "message.author.id is missing"],
  ["null where an object must stand", deep, { message: null }, "message must be an object, got null"],
  ["the whole", deep, [1], "it must be an object, got an array"],
  ["nothing at all", deep, undefined, "it is missing"],
  ["an item of a list", list, { items: [{ id: "1" }, { id: true }] }, "items[1].id must be a string, got a boolean"],
  ["a list that is none", list, { items: {} }, "items must be an array, got an object"],
  [
    "a list that is too long",
    list,
    { items: [{ id: "" }, { id: "" }, { id: "" }] },
    "items is an array that does not fit",
  ],
  ["a list that is too short", list, { items: [] }, "items is an array that does not fit"],
  [
    "a text of another form",
    object({ a: { ...text, pattern: "^[0-9]+$" } }),
    { a: "x" },
    "a is a string that does not fit",
  ],
  [
    "another kind than a text of some form",
    object({ a: { ...text, pattern: "^[0-9]+$" } }),
    { a: 5 },
    "a must be a string, got a number",
  ],
  [
    "a number out of its bounds",
    object({ a: { type: "number", maximum: 5 } }),
    { a: 6 },
    "a is a number that does not fit",
  ],
  [
    "one of several kinds",
    object({ a: { type: ["string", "null", "boolean"] } }),
    { a: 1 },
    "a must be a string or a boolean or null, got a number",
  ],
  ["what no sample comes near to", object({ a: { const: 77 } }), { a: {} }, "a is an object that does not fit"],
  ["the form that its constant tells", toy, { kind: "ball", size: "large" }, "size must be a number, got a string"],
  ["a constant that no form has", toy, { kind: "stick" }, "kind is a string that does not fit"],
  [
    "a field that is not allowed",
    { ...object({ a: object({}) }), properties: { a: { ...object({}), additionalProperties: false } } },
    { a: { b: 1 } },
    "a is an object that does not fit",
  ],
  [
    "a value of another kind under any name",
    { type: "object", additionalProperties: { type: "integer" } },
    { "x-y": 1, 'z "': "" },
    '["z \\""] must be a number, got a string',
  ],
  [
    "a name of figures and of other letters",
    object({ $a_1: object({ 7: text }) }),
    { $a_1: { 7: 7 } },
    "$a_1[7] must be a string, got a number",
  ],
];

test.each(rows)("where it does not fit is said of %s", async (_says, given, wrong, want) => {
  const { Given: guard } = await guardsOf({ Given: given });
  const before = JSON.stringify(wrong);
  expect(misfitOf(guard ?? (() => true), wrong)).toBe(want);
  expect(JSON.stringify(wrong)).toBe(before);
});

test("values that cannot change, and objects without a prototype, are looked into like any other", () => {
  const message = Object.freeze({ publicId: "1", channelId: Object.freeze([1]), content: "" });
  const event = Object.assign(Object.create(null), { serverId: "1", type: "message_create", message });
  expect(misfitOf(isMessageCreateEvent, Object.freeze(event))).toBe("message.channelId must be a string, got an array");
});

test("what is of a class is asked as it is", () => {
  const isDay = (given: unknown): boolean => given instanceof Date && given.getTime() > 0;
  expect(misfitOf((given) => Array.isArray(given) && given.every(isDay), [new Date(1)])).toBeUndefined();
  expect(misfitOf((given) => Array.isArray(given) && given.every(isDay), [new Date(0)])).toBe(
    "[0] is an object that does not fit",
  );
});

test("what an assertion throws says where", () => {
  const wrong = { publicId: 7, channelId: "1", content: "x" };
  expect(() => {
    assert(isMessage, wrong);
  }).toThrow("not a Message: publicId must be a string, got a number; explain() says why");
  // A minifier gives functions other names.
  const renamed = (value: unknown): boolean => isMessage(value);
  expect(new ShapeError(renamed, wrong).message).toMatch(/^not a value of its type: publicId must be a string/);
});

test("it has a word for whatever a guard of a random schema refuses, and none for what passes", async () => {
  const random = fc.sample(schema([]), { seed: 11, numRuns: 200 });
  const guards = await guardsOf(Object.fromEntries(random.map((item, index) => [`S${index}`, item])));
  let refused = 0;
  for (const guard of Object.values(guards)) {
    for (const item of fc.sample(value, { seed: 11, numRuns: 40 })) {
      const misfit = misfitOf(guard, item);
      expect(misfit === undefined).toBe(guard(item));
      if (misfit !== undefined) refused++;
    }
  }
  expect(refused).toBeGreaterThan(1_000);
});
