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
    ["breaking function-renamed getBook: is called readBook instead of getBook"],
  ],
  ["a removed operation", (d) => remove(book(d), "put"), ["breaking operation-removed PUT /books/{book}: is gone"]],
  [
    "a new operation",
    (d) =>
      (book(d)["delete"] = json({
        operationId: "deleteBook",
        "x-retry": "safe",
        responses: { "204": { description: "Gone." } },
      })),
    ["info operation-added DELETE /books/{book}: is new"],
  ],
  [
    "another path",
    (d) => {
      d.openapi["paths"]!["/tomes/{book}"] = book(d);
      remove(d.openapi["paths"], "/books/{book}");
    },
    [
      "breaking operation-removed GET /books/{book}: is gone",
      "breaking operation-removed PUT /books/{book}: is gone",
      "info operation-added GET /tomes/{book}: is new",
      "info operation-added PUT /tomes/{book}: is new",
    ],
  ],
  [
    "another method",
    (d) => {
      book(d)["patch"] = put(d);
      remove(book(d), "put");
    },
    ["breaking operation-removed PUT /books/{book}: is gone", "info operation-added PATCH /books/{book}: is new"],
  ],
  [
    "security taken away",
    (d) => (get(d)["security"] = json([])),
    ["info security-not-required GET /books/{book}: needs no credential any more"],
  ],
  [
    "a freer repetition",
    (d) => (put(d)["x-retry"] = json("safe")),
    ["info retry-freer editBook: is repeated as safe instead of after-reread"],
  ],
  [
    "a stricter repetition",
    (d) => (get(d)["x-retry"] = json("never")),
    ["breaking retry-stricter getBook: is repeated as never instead of safe"],
  ],
  [
    "another refusal",
    (d) => push(get(d)["x-error-codes"]!, "TAKEN"),
    ["info refusal-added getBook: may be refused with TAKEN"],
  ],
  [
    "a refusal less",
    (d) => (get(d)["x-error-codes"] = json([])),
    ["breaking refusal-removed getBook: no longer names the refusal LOST"],
  ],
  [
    "another summary",
    (d) => (get(d)["summary"] = json("Fetches a book.")),
    ["info text-changed GET /books/{book}: has another summary"],
  ],
  ["a deprecation", (d) => (get(d)["deprecated"] = json(true)), ["info deprecated GET /books/{book}: is deprecated"]],
  [
    "a new required parameter",
    (d) => push(get(d)["parameters"]!, { name: "at", in: "query", required: true, schema: { type: "string" } }),
    ["breaking required-parameter-added GET /books/{book}: needs the query parameter `at`, which is new"],
  ],
  [
    "a new optional parameter",
    (d) => push(get(d)["parameters"]!, { name: "at", in: "query", schema: { type: "string" } }),
    ["info parameter-added GET /books/{book}: also takes the query parameter `at`"],
  ],
  [
    "a removed parameter",
    (d) => pop(get(d)["parameters"]!),
    ["warning parameter-removed GET /books/{book}: no longer takes the query parameter `page`"],
  ],
  [
    "a parameter that becomes required",
    (d) => (get(d)["parameters"]![0]!["required"] = json(true)),
    ["breaking parameter-became-required GET /books/{book} lang: needs `lang` now"],
  ],
  [
    "another name of a parameter",
    (d) => (book(d)["parameters"]![0]!["x-name"] = json("tomeId")),
    [
      "breaking parameter-renamed editBook: `bookId` is called `tomeId` now",
      "breaking parameter-renamed getBook: `bookId` is called `tomeId` now",
    ],
  ],
  [
    "a parameter that moves",
    (d) => (get(d)["parameters"]![1]!["in"] = json("header")),
    ["breaking parameter-moved GET /books/{book} page: takes `page` in the header instead of the query"],
  ],
  [
    "more values of a parameter",
    (d) => push(get(d)["parameters"]![0]!["schema"]!["enum"]!, "de"),
    ["info request-enum-value-added GET /books/{book} lang: may be de"],
  ],
  [
    "fewer values of a parameter",
    (d) => pop(get(d)["parameters"]![0]!["schema"]!["enum"]!),
    ["breaking request-enum-value-removed GET /books/{book} lang: is never pt any more"],
  ],
  [
    "a tighter bound of a parameter",
    (d) => (get(d)["parameters"]![1]!["schema"]!["minimum"] = json(2)),
    ["breaking request-bound-tightened GET /books/{book} page: has minimum 2 instead of 1"],
  ],
  [
    "a looser bound of a parameter",
    (d) => (get(d)["parameters"]![1]!["schema"]!["minimum"] = json(0)),
    ["info request-bound-loosened GET /books/{book} page: has minimum 0 instead of 1"],
  ],
  [
    "another success status",
    (d) => {
      get(d)["responses"] = json({ "201": get(d)["responses"]!["200"] });
    },
    [
      "breaking success-status-removed GET /books/{book}: no longer answers 200",
      "info success-status-added GET /books/{book}: may answer 201",
    ],
  ],
  [
    "another type of result",
    (d) =>
      (get(d)["responses"]!["200"]!["content"]!["application/json"]!["schema"]!["$ref"] =
        json("#/components/schemas/Author")),
    [
      "breaking response-property-removed Author: no longer has `id`",
      "breaking response-property-removed Author: no longer has `title`",
      "warning response-optional-property-removed Author: no longer has `authors`, which was optional",
      "warning response-optional-property-removed Author: no longer has `kind`, which was optional",
      "warning response-optional-property-removed Author: no longer has `mood`, which was optional",
      "warning response-optional-property-removed Author: no longer has `place`, which was optional",
      "info response-required-property-added Author: has `name`, which is new, and requires it",
      "info text-changed Author: has another description",
    ],
  ],
  [
    "no body any more",
    (d) => remove(put(d), "requestBody"),
    ["breaking body-removed PUT /books/{book}: no longer takes a body"],
  ],
  [
    "another media type of the answer",
    (d) => {
      get(d)["responses"]!["200"]!["content"] = json({ "text/html": { schema: { type: "string" } } });
    },
    [
      "breaking response-media-type-removed GET /books/{book} 200: is no longer sent as application/json",
      "info response-media-type-added GET /books/{book} 200: may come as text/html too",
    ],
  ],
];

describe("what a change of a route means for its function", () => {
  test.each(cases)("%s", async (_, edit, want) => {
    const lines = await meaning(edit);
    expect(lines.sort()).toEqual([...want].sort());
  });

  test("security added to a route is breaking", async () => {
    const open = (d: Documents): void => void (d.openapi["security"] = json([]));
    const closed = (d: Documents): void => void (get(d)["security"] = json([{ token: [] }]));
    expect(await meaning(closed, open)).toEqual([
      "breaking security-required GET /books/{book}: needs a credential now: token",
    ]);
  });

  test("a body that becomes needed is breaking, one that comes breaks nothing as long as it may be left out", async () => {
    const without = (d: Documents): void => void remove(put(d), "requestBody");
    const body =
      (required: boolean) =>
      (d: Documents): void =>
        void (put(d)["requestBody"] = json({
          required,
          content: { "application/json": { schema: { type: "object" } } },
        }));
    expect(await meaning(body(false), without)).toEqual(["info body-added PUT /books/{book}: also takes a body"]);
    expect(await meaning(body(true), without)).toEqual([
      "breaking required-body-added PUT /books/{book}: needs a body, which is new",
    ]);
    expect(await meaning(body(true), body(false))).toEqual([
      "breaking body-became-required PUT /books/{book}: needs a body now",
    ]);
  });
});

test("where nothing but `default` is described, that is the answer of success", async () => {
  const answer = (schema: object): Json =>
    json({ default: { description: "", content: { "application/json": { schema } } } });
  const start = (d: Documents): void => void (get(d)["responses"] = answer({ type: "object", required: ["a"] }));
  const gone = await meaning((d) => (get(d)["responses"] = json({})), start);
  expect(gone).toEqual(["breaking success-status-removed GET /books/{book}: no longer answers default"]);
  const laxer = await meaning((d) => (get(d)["responses"] = answer({ type: "object" })), start);
  expect(laxer).toEqual([
    "breaking response-property-became-optional GET /books/{book} default application/json: no longer requires `a`",
  ]);
});
