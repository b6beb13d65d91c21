import { expect, test } from "vitest";
import { recording } from "./recording.js";

/** The pairs of an address, whatever their order. */
const pairs = (url: string): readonly string[] => (url.split("?")[1] ?? "").split("&").sort();

const arrays = () => recording("fixtures/wire/04-query-arrays.yaml");

test.each<[says: string, params: object, want: string]>([
  ["null", { maybe: null, many: null, joined: null, pipes: null, flag: null }, ""],
  ["undefined", { maybe: undefined, many: undefined }, ""],
  ["empty lists, exploded or not", { many: [], joined: [], pipes: [], spaces: [], ids: [] }, ""],
  ["null among the items of a list", { many: ["a", null], joined: ["a", null, "b"] }, "?many=a&joined=a,b"],
  ["lists, in their styles", { many: ["a", "b"], joined: ["a", "b"] }, "?many=a&many=b&joined=a,b"],
  ["spaces between items", { spaces: [1, 2] }, "?spaces=1%202"],
  ["brackets in a name", { ids: [1, 2] }, "?ids%5B%5D=1&ids%5B%5D=2"],
  ["an empty string, which is a value", { maybe: "", joined: [""] }, "?joined=&maybe="],
  ["reserved characters", { url: "https://a.example/b?c" }, "?url=https://a.example/b?c"],
])("a query of %s", async (_says, params, want) => {
  const { sent } = await arrays();
  expect(pairs((await sent("listArrays", params)).url)).toEqual(pairs(want));
});

const document = (parameters: readonly object[]): object => ({
  openapi: "3.0.3",
  info: { title: "Queries", version: "1" },
  paths: { "/q": { get: { operationId: "ask", parameters, responses: { "204": { description: "none" } } } } },
});

test.each<[says: string, schema: object | undefined, value: unknown, want: string]>([
  ["a list", {}, [1, 2], "?q=1&q=2"],
  ["an object", {}, { a: 1, b: null }, "?a=1"],
  ["a string", { description: "anything" }, "a b", "?q=a%20b"],
  ["an empty object", {}, {}, ""],
  ["a list of a parameter without a schema", undefined, [1, 2], "?q=1&q=2"],
])("a value that is not typed is written in exploded form: %s", async (_says, schema, value, want) => {
  const { sent } = await recording(document([{ name: "q", in: "query", ...(schema && { schema }) }]));
  expect((await sent("ask", { q: value })).url).toBe(`/q${want}`);
});

test.each<[says: string, style: object, value: unknown, want: string]>([
  ["an empty object without explode", { explode: false, schema: { type: "object" } }, {}, ""],
  ["null of a deep object", { style: "deepObject", schema: { type: "object" } }, { a: null, b: [] }, ""],
  ["null as JSON", { content: { "application/json": { schema: {} } } }, null, "?q=null"],
])("%s", async (_says, style, value, want) => {
  const { sent } = await recording(document([{ name: "q", in: "query", ...style }]));
  expect((await sent("ask", { q: value })).url).toBe(`/q${want}`);
});

test("null of a header or a cookie is omitted", async () => {
  const schema = { type: "string", nullable: true };
  const parameters = [
    { name: "X-One", in: "header", schema },
    { name: "two", in: "cookie", schema },
  ];
  const { sent } = await recording(document(parameters));
  const { headers } = await sent("ask", { xOne: null, two: null });
  expect([headers["x-one"], headers["cookie"]]).toEqual([undefined, undefined]);
});

test("lists of Swagger 2 are written in its formats, tabs included, in the query and in forms", async () => {
  const formats = ["csv", "ssv", "tsv", "pipes", "multi"];
  const items = { type: "string" };
  const parameters = formats.flatMap((collectionFormat) =>
    ["query", "formData"].map((place) => ({
      name: `${collectionFormat}${place}`,
      in: place,
      type: "array",
      items,
      collectionFormat,
    })),
  );
  const { sent } = await recording({
    swagger: "2.0",
    info: { title: "Lists", version: "1" },
    consumes: ["application/x-www-form-urlencoded"],
    paths: { "/q": { post: { operationId: "ask", parameters, responses: { 204: { description: "none" } } } } },
  });
  const params = Object.fromEntries(parameters.map(({ name }) => [name, ["a b", "c"]]));
  const { url, body } = await sent("ask", params);
  expect(pairs(url)).toEqual([
    "csvquery=a%20b,c",
    "multiquery=a%20b",
    "multiquery=c",
    "pipesquery=a%20b%7Cc",
    "ssvquery=a%20b%20c",
    "tsvquery=a%20b%09c",
  ]);
  expect([...new URLSearchParams(body)].map((pair) => pair.join("=")).sort()).toEqual([
    "csvformData=a b,c",
    "multiformData=a b",
    "multiformData=c",
    "pipesformData=a b|c",
    "ssvformData=a b c",
    "tsvformData=a b\tc",
  ]);
});
