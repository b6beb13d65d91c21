import { expect, test } from "vitest";
import { changesBetween } from "../../codegen/changes/index.js";
import { Problems } from "../../codegen/load/problems.js";
import { load, type Loaded } from "../../codegen/model/build.js";
import { eventRows } from "./event-rows.js";
import { TODAY } from "./library.js";

type Json = Readonly<Record<string, unknown>>;

const HEAD = { asyncapi: "3.0.0", info: { title: "Books", version: "1" }, channels: {} };
const API = { openapi: "3.1.0", info: { title: "Books", version: "1" }, paths: {} };

async function loaded(documents: Readonly<Record<string, Json>>): Promise<Loaded> {
  const paths = Object.fromEntries(Object.keys(documents).map((name) => [name, `/${name}`]));
  const read = (path: string): Promise<string> => Promise.resolve(JSON.stringify(documents[path.slice(1)]));
  return load({ ...paths, base: "/", read }, new Problems());
}

async function told(before: Readonly<Record<string, Json>>, after: Readonly<Record<string, Json>>): Promise<string[]> {
  const found = changesBetween(await loaded(before), await loaded(after), TODAY);
  return found.map(({ rule, subject, at, message, affects, ...places }) => {
    const [from, to] = [places.before.pointer, places.after.pointer];
    return `${rule} ${subject} [${at}]: ${message} (${from}, ${to}) ${affects.join(", ")}`.trimEnd();
  });
}

// What is wanted stands in fixtures/said, row by row, there and back.
test("what is told of events and channels stands in the fixtures", async () => {
  const texts: string[] = [];
  for (const [what, before, after] of eventRows) {
    const [old, now] = [{ asyncapi: { ...HEAD, ...before } }, { asyncapi: { ...HEAD, ...after } }];
    texts.push(`# ${what}`, ...(await told(old, now)), "and back", ...(await told(now, old)), "");
  }
  await expect(texts.join("\n")).toMatchFileSnapshot("fixtures/said/events.txt");
});

test("an event is decoded as part of another union", async () => {
  const variant = (type: string): Json => ({
    type: "object",
    required: ["type"],
    properties: { type: { const: type } },
  });
  const both = { oneOf: ["Lent", "Lost"].map((name) => ({ $ref: `#/components/schemas/${name}` })) };
  const unions = (union: string): Json => ({
    ...HEAD,
    "x-union-decoders": { News: null, Talk: null },
    components: {
      messages: { lent: { "x-union": union, payload: { $ref: "#/components/schemas/Lent" } } },
      schemas: { Lent: variant("lent"), Lost: variant("lost"), News: both, Talk: both },
    },
  });
  expect(await told({ asyncapi: unions("News") }, { asyncapi: unions("Talk") })).toEqual([
    "event-union-changed event lent []: is decoded as Talk instead of News (/components/messages/lent, /components/messages/lent)",
  ]);
  const described = { ...unions("News"), info: { ...HEAD.info, description: "All of them." } };
  expect(await told({ asyncapi: unions("News") }, { asyncapi: described })).toEqual([]);
});

test("of two descriptions only documents of one kind are compared", async () => {
  const asyncapi = { ...HEAD, channels: { feed: {} } };
  const openapi = { ...API, paths: { "/a": { get: { responses: { "200": { description: "" } } } } } };
  expect(await told({ openapi: API, asyncapi }, { openapi })).toEqual([
    "operation-added GET /a []: is new (/paths, /paths/~1a/get)",
  ]);
  expect(await told({ openapi: API }, { openapi: API, asyncapi })).toEqual([]);
  expect(await told({ openapi }, { asyncapi: HEAD })).toEqual([]);
});

test.each([
  [{ title: "Pens", version: "1" }, "Pens 1"],
  [{ title: "Books", version: "2" }, "Books 2"],
])("another title or version is told: %j", async (info, want) => {
  expect(await told({ openapi: API }, { openapi: { ...API, info } })).toEqual([
    `title-changed the API []: is ${want} instead of Books 1 (/info, /info)`,
  ]);
});
