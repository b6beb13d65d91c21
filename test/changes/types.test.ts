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
    ["additive type Book: also has `isbn`"],
  ],
  [
    "a new field that is always there",
    (d) => {
      schema(d, "Book")["properties"]!["isbn"] = json({ type: "string" });
      push(schema(d, "Book")["required"], "isbn");
    },
    ["additive type Book: also has `isbn`"],
  ],
  [
    "a field less",
    (d) => remove(schema(d, "Book")["properties"], "title"),
    ["breaking type Book: no longer has `title`"],
  ],
  [
    "a field that may be missing",
    (d) => pop(schema(d, "Book")["required"]),
    ["breaking type Book: may lack `title` now"],
  ],
  [
    "a field that is always there now",
    (d) => push(schema(d, "Book")["required"], "kind"),
    ["additive type Book: always has `kind` now"],
  ],
  [
    "a field of another type",
    (d) => (property(d, "Book", "title")["type"] = json("integer")),
    ["breaking type Book title: is integer instead of string"],
  ],
  [
    "a field that may be null",
    (d) => (property(d, "Book", "title")["type"] = json(["string", "null"])),
    ["breaking type Book title: may come as null too"],
  ],
  [
    "one value more",
    (d) => push(property(d, "Book", "kind")["enum"], "essay"),
    ["breaking type Book kind: may be essay"],
  ],
  [
    "one value less",
    (d) => pop(property(d, "Book", "kind")["enum"]),
    ["breaking type Book kind: is never poem any more"],
  ],
  ["values in another order", (d) => reverse(property(d, "Book", "kind")["enum"]), []],
  [
    "one known value more of an open list",
    (d) => push(property(d, "Book", "mood")["enum"], "bored"),
    ["additive type Book mood: may be bored"],
  ],
  [
    "one known value less of an open list",
    (d) => pop(property(d, "Book", "mood")["enum"]),
    ["additive type Book mood: no longer names sad"],
  ],
  [
    "a list that opens",
    (d) => (property(d, "Book", "kind")["x-open"] = json(true)),
    ["breaking type Book kind: may be more than its known values now"],
  ],
  [
    "a list that closes",
    (d) => remove(property(d, "Book", "mood"), "x-open"),
    ["additive type Book mood: is limited to its known values now"],
  ],
  [
    "another variant",
    (d) => push(property(d, "Book", "place")["oneOf"], { $ref: "#/components/schemas/Floor" }),
    ["breaking type Book place: may be Floor"],
  ],
  [
    "a variant less",
    (d) => pop(property(d, "Book", "place")["oneOf"]),
    ["breaking type Book place: is never Desk any more"],
  ],
  [
    "a variant instead of another",
    (d) => (property(d, "Book", "place")["oneOf"]![1] = json({ $ref: "#/components/schemas/Floor" })),
    ["breaking type Book place: is never Desk any more", "breaking type Book place: may be Floor"],
  ],
  ["variants in another order", (d) => reverse(property(d, "Book", "place")["oneOf"]), []],
  [
    "a variant in front of the others",
    (d) =>
      (property(d, "Book", "place")["oneOf"] = json(
        ["Floor", "Shelf", "Desk"].map((name) => ({ $ref: `#/components/schemas/${name}` })),
      )),
    ["breaking type Book place: may be Floor"],
  ],
  [
    "a union where one type was",
    (d) =>
      (schema(d, "Book")["properties"]!["title"] = json({
        oneOf: [{ type: "string", maxLength: 100 }, { type: "null" }],
      })),
    ["breaking type Book title: may be null"],
  ],
  [
    "a bound of what is read",
    (d) => (property(d, "Book", "title")["maxLength"] = json(200)),
    ["additive type Book title: has maxLength 200 instead of 100"],
  ],
  [
    "another description",
    (d) => (schema(d, "Book")["description"] = json("Bound paper.")),
    ["documentation type Book: has another description"],
  ],
];

const sent: readonly Case[] = [
  [
    "a new optional field",
    (d) => (schema(d, "EditBody")["properties"]!["isbn"] = json({ type: "string" })),
    ["additive type EditBody: also has `isbn`"],
  ],
  [
    "a new required field",
    (d) => {
      schema(d, "EditBody")["properties"]!["isbn"] = json({ type: "string" });
      push(schema(d, "EditBody")["required"], "isbn");
    },
    ["breaking type EditBody: needs `isbn`, which is new"],
  ],
  [
    "a field less",
    (d) => remove(schema(d, "EditBody")["properties"], "note"),
    ["breaking type EditBody: no longer has `note`"],
  ],
  [
    "a field that is required now",
    (d) => push(schema(d, "EditBody")["required"], "note"),
    ["breaking type EditBody: needs `note` now"],
  ],
  [
    "a field that may be left out now",
    (d) => pop(schema(d, "EditBody")["required"]),
    ["additive type EditBody: no longer needs `title`"],
  ],
  [
    "null taken away",
    (d) => (property(d, "EditBody", "note")["type"] = json("string")),
    ["breaking type EditBody note: is never null any more"],
  ],
  [
    "a type more",
    (d) => (property(d, "EditBody", "title")["type"] = json(["string", "integer"])),
    ["additive type EditBody title: may be integer too"],
  ],
  [
    "a longer text allowed",
    (d) => (property(d, "EditBody", "title")["maxLength"] = json(200)),
    ["additive type EditBody title: has maxLength 200 instead of 100"],
  ],
  [
    "only a shorter text allowed",
    (d) => (property(d, "EditBody", "title")["maxLength"] = json(50)),
    ["breaking type EditBody title: has maxLength 50 instead of 100"],
  ],
  [
    "only a longer text allowed",
    (d) => (property(d, "EditBody", "title")["minLength"] = json(2)),
    ["breaking type EditBody title: has minLength 2 instead of 1"],
  ],
  [
    "no bound any more",
    (d) => remove(property(d, "EditBody", "title"), "maxLength"),
    ["additive type EditBody title: has no maxLength any more"],
  ],
  [
    "a pattern",
    (d) => (property(d, "EditBody", "title")["pattern"] = json("^[A-Z]")),
    ["breaking type EditBody title: has pattern ^[A-Z]"],
  ],
  [
    "another default",
    (d) => (property(d, "EditBody", "note")["default"] = json("nothing")),
    ["breaking type EditBody note: has another default"],
  ],
  [
    "listed values only",
    (d) => (property(d, "EditBody", "title")["enum"] = json(["a"])),
    ["breaking type EditBody title: is limited to listed values now"],
  ],
  [
    "no further fields",
    (d) => (schema(d, "EditBody")["additionalProperties"] = json(false)),
    ["breaking type EditBody: takes no further properties any more"],
  ],
];

describe.each([
  ["a type that is read", read],
  ["a type that is sent", sent],
])("what a change means for %s", (_, cases) => {
  test.each(cases)("%s", async (_what, edit, want) => {
    const lines = await meaning(edit);
    expect(lines.filter((line) => / type /.test(line)).sort()).toEqual([...want].sort());
  });
});
