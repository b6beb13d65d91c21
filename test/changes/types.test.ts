import { describe, expect, test } from "vitest";
import { type Documents, type Json, json, meaning, pop, push, remove, reverse } from "./library.js";

const schema = ({ openapi }: Documents, name: string): Json => openapi["components"]!["schemas"]![name]!;
const property = (d: Documents, name: string, key: string): Json => schema(d, name)["properties"]![key]!;

/** Book is only read, EditBody only sent, Author both. */
type Case = readonly [what: string, edit: (documents: Documents) => void, want: readonly string[]];

const read: readonly Case[] = [
  [
    "a new field",
    (d) => (schema(d, "Book")["properties"]!["isbn"] = json({ type: "string" })),
    ["info response-property-added Book: also has `isbn`"],
  ],
  [
    "a new field that is always there",
    (d) => {
      schema(d, "Book")["properties"]!["isbn"] = json({ type: "string" });
      push(schema(d, "Book")["required"], "isbn");
    },
    ["info response-required-property-added Book: has `isbn`, which is new, and requires it"],
  ],
  [
    "a field less",
    (d) => remove(schema(d, "Book")["properties"], "title"),
    ["breaking response-property-removed Book: no longer has `title`"],
  ],
  [
    "a field that may be missing",
    (d) => pop(schema(d, "Book")["required"]),
    ["breaking response-property-became-optional Book: no longer requires `title`"],
  ],
  [
    "a field that is always there now",
    (d) => push(schema(d, "Book")["required"], "kind"),
    ["info response-property-became-required Book: requires `kind` now"],
  ],
  [
    "a field of another type",
    (d) => (property(d, "Book", "title")["type"] = json("integer")),
    ["breaking response-type-changed Book title: is integer instead of string"],
  ],
  [
    "a field that may be null",
    (d) => (property(d, "Book", "title")["type"] = json(["string", "null"])),
    ["breaking response-became-nullable Book title: may be null"],
  ],
  [
    "one value more",
    (d) => push(property(d, "Book", "kind")["enum"], "essay"),
    ["warning response-enum-value-added Book kind: may be essay"],
  ],
  [
    "one value less",
    (d) => pop(property(d, "Book", "kind")["enum"]),
    ["warning response-enum-value-removed Book kind: is never poem any more"],
  ],
  ["values in another order", (d) => reverse(property(d, "Book", "kind")["enum"]), []],
  [
    "one known value more of an open list",
    (d) => push(property(d, "Book", "mood")["enum"], "bored"),
    ["info response-known-value-added Book mood: may be bored, among others"],
  ],
  [
    "one known value less of an open list",
    (d) => pop(property(d, "Book", "mood")["enum"]),
    ["info response-known-value-removed Book mood: no longer names sad, though other values may come"],
  ],
  [
    "a list that opens",
    (d) => (property(d, "Book", "kind")["x-open"] = json(true)),
    ["warning response-became-open Book kind: may be more than its known values now"],
  ],
  [
    "a list that closes",
    (d) => remove(property(d, "Book", "mood"), "x-open"),
    ["info response-became-closed Book mood: is limited to its known values now"],
  ],
  [
    "another variant",
    (d) => push(property(d, "Book", "place")["oneOf"], { $ref: "#/components/schemas/Floor" }),
    ["breaking response-variant-added Book place: may be Floor"],
  ],
  [
    "a variant less",
    (d) => pop(property(d, "Book", "place")["oneOf"]),
    ["warning response-variant-removed Book place: is never Desk any more"],
  ],
  [
    "a variant instead of another",
    (d) => (property(d, "Book", "place")["oneOf"]![1] = json({ $ref: "#/components/schemas/Floor" })),
    [
      "breaking response-variant-added Book place: may be Floor",
      "warning response-variant-removed Book place: is never Desk any more",
    ],
  ],
  ["variants in another order", (d) => reverse(property(d, "Book", "place")["oneOf"]), []],
  [
    "a variant in front of the others",
    (d) =>
      (property(d, "Book", "place")["oneOf"] = json(
        ["Floor", "Shelf", "Desk"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
      )),
    ["breaking response-variant-added Book place: may be Floor"],
  ],
  [
    "a union where one type was",
    (d) =>
      (schema(d, "Book")["properties"]!["title"] = json({
        oneOf: [{ type: "string", maxLength: 100 }, { type: "null" }],
      })),
    ["breaking response-became-nullable Book title: may be null"],
  ],
  [
    "a bound of what is read",
    (d) => (property(d, "Book", "title")["maxLength"] = json(200)),
    ["breaking response-bound-loosened Book title: has maxLength 200 instead of 100"],
  ],
  [
    "another description",
    (d) => (schema(d, "Book")["description"] = json("Bound paper.")),
    ["info text-changed Book: has another description"],
  ],
];

const sent: readonly Case[] = [
  [
    "a new optional field",
    (d) => (schema(d, "EditBody")["properties"]!["isbn"] = json({ type: "string" })),
    ["info request-property-added EditBody: also has `isbn`"],
  ],
  [
    "a new required field",
    (d) => {
      schema(d, "EditBody")["properties"]!["isbn"] = json({ type: "string" });
      push(schema(d, "EditBody")["required"], "isbn");
    },
    ["breaking request-required-property-added EditBody: has `isbn`, which is new, and requires it"],
  ],
  [
    "a field less",
    (d) => remove(schema(d, "EditBody")["properties"], "note"),
    ["warning request-optional-property-removed EditBody: no longer has `note`, which was optional"],
  ],
  [
    "a field that is required now",
    (d) => push(schema(d, "EditBody")["required"], "note"),
    ["breaking request-property-became-required EditBody: requires `note` now"],
  ],
  [
    "a field that may be left out now",
    (d) => pop(schema(d, "EditBody")["required"]),
    ["info request-property-became-optional EditBody: no longer requires `title`"],
  ],
  [
    "null taken away",
    (d) => (property(d, "EditBody", "note")["type"] = json("string")),
    ["breaking request-became-not-nullable EditBody note: is never null any more"],
  ],
  [
    "a type more",
    (d) => (property(d, "EditBody", "title")["type"] = json(["string", "integer"])),
    ["info request-type-widened EditBody title: may be integer too"],
  ],
  [
    "a longer text allowed",
    (d) => (property(d, "EditBody", "title")["maxLength"] = json(200)),
    ["info request-bound-loosened EditBody title: has maxLength 200 instead of 100"],
  ],
  [
    "only a shorter text allowed",
    (d) => (property(d, "EditBody", "title")["maxLength"] = json(50)),
    ["breaking request-bound-tightened EditBody title: has maxLength 50 instead of 100"],
  ],
  [
    "only a longer text allowed",
    (d) => (property(d, "EditBody", "title")["minLength"] = json(2)),
    ["breaking request-bound-tightened EditBody title: has minLength 2 instead of 1"],
  ],
  [
    "no bound any more",
    (d) => remove(property(d, "EditBody", "title"), "maxLength"),
    ["info request-bound-removed EditBody title: has no maxLength any more; it was 100"],
  ],
  [
    "a pattern",
    (d) => (property(d, "EditBody", "title")["pattern"] = json("^[A-Z]")),
    ["breaking request-pattern-added EditBody title: has the pattern ^[A-Z]"],
  ],
  [
    "another default",
    (d) => (property(d, "EditBody", "note")["default"] = json("nothing")),
    ["breaking request-default-changed EditBody note: has the default nothing instead of none"],
  ],
  [
    "listed values only",
    (d) => (property(d, "EditBody", "title")["enum"] = json(["a"])),
    ["breaking request-enum-added EditBody title: is limited to the listed values a"],
  ],
  [
    "no further fields",
    (d) => (schema(d, "EditBody")["additionalProperties"] = json(false)),
    ["breaking request-further-properties-refused EditBody: has no further properties any more"],
  ],
];

describe.each([
  ["a type that is read", read],
  ["a type that is sent", sent],
])("what a change means for %s", (_, cases) => {
  test.each(cases)("%s", async (_what, edit, want) => {
    const lines = await meaning(edit);
    expect(lines.sort()).toEqual([...want].sort());
  });
});
