import { describe, expect, test } from "vitest";
import { type Documents, type Json, json, meaning, push, remove } from "./library.js";

const schema = ({ openapi }: Documents, name: string): Json => openapi["components"]!["schemas"]![name]!;
const property = (d: Documents, name: string, key: string): Json => schema(d, name)["properties"]![key]!;

/** Book is only read, EditBody only sent, Author both. */
type Case = readonly [what: string, edit: (documents: Documents) => void, want: readonly string[]];

const both: readonly Case[] = [
  [
    "a field that is required now needs it of senders",
    (d) => {
      schema(d, "Author")["properties"]!["born"] = json({ type: "integer" });
      push(schema(d, "Author")["required"], "born");
    },
    [
      "breaking request-required-property-added Author: has `born`, which is new, and requires it",
      "info response-required-property-added Author: has `born`, which is new, and requires it",
    ],
  ],
  [
    "a field that may be missing hurts readers",
    (d) => (schema(d, "Author")["required"] = json([])),
    [
      "breaking response-property-became-optional Author: no longer requires `name`",
      "info request-property-became-optional Author: no longer requires `name`",
    ],
  ],
];

const names: readonly Case[] = [
  [
    "a new name for the same shape",
    (d) => {
      d.openapi = json(
        JSON.parse(JSON.stringify(d.openapi).replaceAll("/Author", "/Writer").replace('"Author":', '"Writer":')),
      );
    },
    ["breaking type-renamed Author: is called Writer instead of Author"],
  ],
  [
    "a new type",
    (d) => (d.openapi["components"]!["schemas"]!["Lamp"] = json({ type: "object" })),
    ["info type-added Lamp: is new"],
  ],
  [
    "a type that nobody uses less",
    (d) => remove(d.openapi["components"]!["schemas"], "Floor"),
    ["breaking type-removed Floor: is gone"],
  ],
  [
    "a shape written out where its name stood",
    (d) =>
      (property(d, "Book", "authors")["items"] = json({
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" } },
      })),
    [],
  ],
  [
    "a shape written out, and changed",
    (d) =>
      (property(d, "Book", "authors")["items"] = json({ type: "object", properties: { name: { type: "string" } } })),
    ["breaking response-property-became-optional Author: no longer requires `name`"],
  ],
  [
    "another type at the same place",
    (d) => (property(d, "Book", "authors")["items"] = json({ $ref: "#/components/schemas/Thanks" })),
    [
      "breaking response-property-removed Thanks: no longer has `name`",
      "info response-property-added Thanks: also has `word`",
    ],
  ],
  [
    "a plain value instead of an id of its own",
    (d) => remove(schema(d, "BookId"), "x-brand"),
    [
      "breaking request-brand-changed BookId: is a plain value now",
      "breaking response-brand-changed BookId: is a plain value now",
    ],
  ],
];

describe.each([
  ["a type that goes both ways", both],
  ["the name of a type", names],
])("what a change means for %s", (_, cases) => {
  test.each(cases)("%s", async (_what, edit, want) => {
    const lines = await meaning(edit);
    expect(lines.sort()).toEqual([...want].sort());
  });
});

test("a field that has the name of a keyword is not taken for the keyword", async () => {
  const start = (d: Documents): void => {
    schema(d, "Book")["properties"] = json({
      required: { type: "string" },
      properties: { type: "string" },
      type: { type: "string" },
    });
    schema(d, "Book")["required"] = json(["type"]);
  };
  const edit = (d: Documents): void => {
    schema(d, "Book")["properties"]!["required"]!["type"] = json("integer");
    remove(schema(d, "Book")["properties"], "properties");
  };
  expect(await meaning(edit, start)).toEqual([
    "breaking response-type-changed Book required: is integer instead of string",
    "warning response-optional-property-removed Book: no longer has `properties`, which was optional",
  ]);
});

test("types that contain themselves are compared to an end", async () => {
  const start = (d: Documents): void =>
    void (schema(d, "Shelf")["properties"]!["next"] = json({ $ref: "#/components/schemas/Shelf" }));
  const edit = (d: Documents): void => {
    d.openapi["components"]!["schemas"]!["Rack"] = json(
      JSON.parse(JSON.stringify(schema(d, "Shelf")).replaceAll("/Shelf", "/Rack")),
    );
    property(d, "Shelf", "next")["$ref"] = json("#/components/schemas/Rack");
  };
  expect(await meaning(edit, start)).toEqual(["info type-added Rack: is new"]);
});
