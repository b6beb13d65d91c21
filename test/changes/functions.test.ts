import { describe, expect, test } from "vitest";
import { type Documents, type Json, json, meaning, pop, push, remove, reverse } from "./library.js";

const get = ({ openapi }: Documents): Json => openapi["paths"]!["/books/{book}"]!["get"]!;
const put = ({ openapi }: Documents): Json => openapi["paths"]!["/books/{book}"]!["put"]!;
const book = ({ openapi }: Documents): Json => openapi["paths"]!["/books/{book}"]!;

type Case = readonly [what: string, edit: (documents: Documents) => void, want: readonly string[]];

const cases: readonly Case[] = [
  ["nothing", () => undefined, []],
  [
    "another order of keys and lists",
    (d) => {
      d.openapi["paths"]!["/books/{book}"] = json(Object.fromEntries(Object.entries(book(d)).reverse()));
      reverse(get(d)["parameters"]!);
    },
    [],
  ],
  [
    "another operationId",
    (d) => (get(d)["operationId"] = json("readBook")),
    ["breaking function getBook: is called readBook now"],
  ],
  ["a removed operation", (d) => remove(book(d), "put"), ["breaking function editBook: is gone"]],
  [
    "a new operation",
    (d) =>
      (book(d)["delete"] = json({
        operationId: "deleteBook",
        "x-retry": "safe",
        responses: { "204": { description: "Gone." } },
      })),
    ["additive function deleteBook: is new: DELETE /books/{book}"],
  ],
  [
    "another path",
    (d) => {
      d.openapi["paths"]!["/tomes/{book}"] = book(d);
      remove(d.openapi["paths"], "/books/{book}");
    },
    [
      "breaking function editBook: calls PUT /tomes/{book} instead of PUT /books/{book}",
      "breaking function getBook: calls GET /tomes/{book} instead of GET /books/{book}",
    ],
  ],
  [
    "another method",
    (d) => {
      book(d)["patch"] = put(d);
      remove(book(d), "put");
    },
    ["breaking function editBook: calls PATCH /books/{book} instead of PUT /books/{book}"],
  ],
  [
    "security taken away",
    (d) => (get(d)["security"] = json([])),
    ["additive function getBook: needs no credential any more"],
  ],
  [
    "a freer repetition",
    (d) => (put(d)["x-retry"] = json("safe")),
    ["additive function editBook: is repeated as safe instead of after-reread"],
  ],
  [
    "a stricter repetition",
    (d) => (get(d)["x-retry"] = json("never")),
    ["breaking function getBook: is repeated as never instead of safe"],
  ],
  [
    "another refusal",
    (d) => push(get(d)["x-error-codes"]!, "TAKEN"),
    ["additive function getBook: may be refused with TAKEN"],
  ],
  [
    "a refusal less",
    (d) => (get(d)["x-error-codes"] = json([])),
    ["breaking function getBook: no longer names the refusal LOST"],
  ],
  [
    "another summary",
    (d) => (get(d)["summary"] = json("Fetches a book.")),
    ["documentation function getBook: has another description"],
  ],
  ["a deprecation", (d) => (get(d)["deprecated"] = json(true)), ["documentation function getBook: is deprecated"]],
  [
    "a new required parameter",
    (d) => push(get(d)["parameters"]!, { name: "at", in: "query", required: true, schema: { type: "string" } }),
    ["breaking function getBook: needs `at`, which is new"],
  ],
  [
    "a new optional parameter",
    (d) => push(get(d)["parameters"]!, { name: "at", in: "query", schema: { type: "string" } }),
    ["additive function getBook: also takes `at`"],
  ],
  ["a removed parameter", (d) => pop(get(d)["parameters"]!), ["breaking function getBook: no longer takes `page`"]],
  [
    "a parameter that becomes required",
    (d) => (get(d)["parameters"]![0]!["required"] = json(true)),
    ["breaking function getBook lang: is required now"],
  ],
  [
    "another name of a parameter",
    (d) => (book(d)["parameters"]![0]!["x-name"] = json("tomeId")),
    [
      "breaking function editBook tomeId: is called so instead of `bookId`",
      "breaking function getBook tomeId: is called so instead of `bookId`",
    ],
  ],
  [
    "a parameter that moves",
    (d) => (get(d)["parameters"]![1]!["in"] = json("header")),
    ["breaking function getBook page: goes as header page instead of query page"],
  ],
  [
    "more values of a parameter",
    (d) => push(get(d)["parameters"]![0]!["schema"]!["enum"]!, "de"),
    ["additive function getBook lang: may be de"],
  ],
  [
    "fewer values of a parameter",
    (d) => pop(get(d)["parameters"]![0]!["schema"]!["enum"]!),
    ["breaking function getBook lang: is never pt any more"],
  ],
  [
    "a tighter bound of a parameter",
    (d) => (get(d)["parameters"]![1]!["schema"]!["minimum"] = json(2)),
    ["breaking function getBook page: has minimum 2 instead of 1"],
  ],
  [
    "a looser bound of a parameter",
    (d) => (get(d)["parameters"]![1]!["schema"]!["minimum"] = json(0)),
    ["additive function getBook page: has minimum 0 instead of 1"],
  ],
  [
    "another success status",
    (d) => {
      get(d)["responses"] = json({ "201": get(d)["responses"]!["200"] });
    },
    ["documentation function getBook: answers 201 instead of 200"],
  ],
  [
    "another type of result",
    (d) =>
      (get(d)["responses"]!["200"]!["content"]!["application/json"]!["schema"]!["$ref"] =
        json("#/components/schemas/Author")),
    ["breaking function getBook result: is Author instead of Book"],
  ],
  ["no body any more", (d) => remove(put(d), "requestBody"), ["breaking function editBook: no longer takes a body"]],
  [
    "another media type of the answer",
    (d) => {
      get(d)["responses"]!["200"]!["content"] = json({ "text/html": { schema: { type: "string" } } });
    },
    [
      "breaking function getBook result: comes as text/html instead of application/json",
      "breaking function getBook result: is string instead of object",
    ],
  ],
];

describe("what a change of a route means for its function", () => {
  test.each(cases)("%s", async (_, edit, want) => {
    const lines = await meaning(edit);
    expect(lines.filter((line) => / function /.test(line)).sort()).toEqual([...want].sort());
  });

  test("security added to a route is breaking", async () => {
    const open = (d: Documents): void => void (d.openapi["security"] = json([]));
    const closed = (d: Documents): void => void (get(d)["security"] = json([{ token: [] }]));
    expect(await meaning(closed, open)).toEqual(["breaking function getBook: needs a credential now"]);
  });

  test("a body that becomes needed is breaking, one that comes is additive as long as it may be left out", async () => {
    const without = (d: Documents): void => void remove(put(d), "requestBody");
    const body =
      (required: boolean) =>
      (d: Documents): void =>
        void (put(d)["requestBody"] = json({
          required,
          content: { "application/json": { schema: { type: "object" } } },
        }));
    expect(await meaning(body(false), without)).toEqual(["additive function editBook: takes a body now"]);
    expect(await meaning(body(true), without)).toEqual(["breaking function editBook: takes a body now"]);
    expect(await meaning(body(true), body(false))).toEqual(["breaking function editBook: needs a body now"]);
  });
});

test("where nothing but `default` is described, that is the answer of success", async () => {
  const answer = (schema: object): Json =>
    json({ default: { description: "", content: { "application/json": { schema } } } });
  const start = (d: Documents): void => void (get(d)["responses"] = answer({ type: "object", required: ["a"] }));
  const gone = await meaning((d) => (get(d)["responses"] = json({})), start);
  expect(gone).toEqual(["breaking function getBook: no longer answers default"]);
  const laxer = await meaning((d) => (get(d)["responses"] = answer({ type: "object" })), start);
  expect(laxer).toEqual(["breaking function getBook result: may lack `a` now"]);
});
