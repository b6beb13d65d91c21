import { content, object, ok, text } from "./classic.js";
import type { Row } from "./told-rows.js";

type Json = Readonly<Record<string, unknown>>;

const get = { responses: ok };
const number = { type: "number" };
const parameter = (name: string, place: string, more: Json = {}): Json => ({ name, in: place, schema: text, ...more });
const path = (name: string, item: Json): Json => ({ paths: { [name]: { get, ...item } } });
const operation = (more: Json): Json => path("/a", { get: { ...get, ...more } });
const callback = (more: Json): Json => operation({ callbacks: { done: { "{$request.body#/url}": more } } });
const webhook = (more: Json): Json => ({ webhooks: { news: more } });
const unrouted = (more: Json): Json => ({ paths: {}, "x-unrouted": more });
const taking = (schema: Json): Json => ({ ...get, requestBody: { content: content(schema) } });
const schemas = (more: Json): Json => ({ components: { schemas: more } });
const variant = (id: string, answer: Json): Json => ({ operationId: id, query: { kind: id }, answer });
const refusal = (more: Json): Json => ({ "x-error-codes": { GONE: { condition: "C", status: 404, ...more } } });
const gone = (more: Json): Json => ({ get: { ...get, deprecated: true, ...more } });

/** What a document has of paths, callbacks, webhooks and schemas. */
export const routeRows: readonly Row[] = [
  ["a path is gone", path("/a", {}), { paths: {} }],
  ["a deprecated one is gone", path("/a", gone({})), { paths: {} }],
  ["one is gone behind its last day", path("/a", gone({ "x-sunset": "2026-06-15" })), { paths: {} }],
  ["one is gone before its last day", path("/a", gone({ "x-sunset": "2026-06-16T00:00:00Z" })), { paths: {} }],
  ["one is gone on its last day", path("/a", gone({ "x-sunset": "2026-06-15T18:00:00Z" })), { paths: {} }],
  ["one is gone whose last day is none", path("/a", gone({ "x-sunset": "soon" })), { paths: {} }],
  ["a method is gone", path("/a", { post: get }), path("/a", {})],
  [
    "a method is gone, and what stands in its path has another name",
    path("/a/{book}", { post: get }),
    path("/a/{copy}", {}),
  ],
  ["a path in braces is no fixed one", path("/a/{book}", {}), path("/a/", {})],
  [
    "a path in braces beside fixed ones",
    { paths: { "/a/": { get }, "/a/{book}": { get }, "/a/{book}/{c}.json": { get } } },
    { paths: { "/a/": { get }, "/a/{d}": { post: get }, "/a/{d}/{e}.json": { get, put: get } } },
  ],
  ["a method of another name", path("/a", { additionalOperations: { COPY: get } }), path("/a", {})],
  ["words beside paths", { paths: { "x-own": { get } } }, { paths: {} }],
  [
    "what stands in a path has another name",
    path("/a/{book}", { parameters: [parameter("book", "path", { required: true })] }),
    path("/a/{copy}", { parameters: [parameter("copy", "path", { required: true, schema: number })] }),
  ],
  [
    "what stands in a path changes places",
    path("/{b}/{c}", { parameters: [parameter("b", "path"), parameter("c", "path", { schema: number })] }),
    path("/{c}/{b}", { parameters: [parameter("b", "path"), parameter("c", "path", { schema: number })] }),
  ],
  ["a path parameter that stands in no path", path("/a", { parameters: [parameter("z", "path")] }), path("/a", {})],
  [
    "an operation says it anew",
    path("/a", { parameters: [parameter("q", "query", { schema: number })] }),
    path("/a", {
      parameters: [parameter("q", "query", { schema: number })],
      get: { ...get, parameters: [parameter("q", "query")] },
    }),
  ],
  [
    "a path has a server of its own",
    { servers: [{ url: "/x" }], ...path("/a", {}) },
    { servers: [{ url: "/x" }], ...path("/a", { servers: [{ url: "/y" }] }) },
  ],
  [
    "a path and its operation have one",
    path("/a", { servers: [{ url: "/x" }] }),
    path("/a", { servers: [{ url: "/x" }], get: { ...get, servers: [{ url: "/y" }] } }),
  ],
  ["a callback is new", operation({}), callback({ post: get })],
  ["a callback has another method", callback({ post: get }), callback({ put: get })],
  ["a callback brings another body", callback({ post: taking(text) }), callback({ post: taking(number) })],
  ["a callback takes another answer", callback({ post: get }), callback({ post: { responses: { 204: ok[200] } } })],
  [
    "a callback comes elsewhere",
    callback({ post: get }),
    operation({ callbacks: { done: { "{$request.query.url}": { post: get } } } }),
  ],
  ["a webhook is new", { paths: {} }, webhook({ post: get })],
  ["a webhook has another method", webhook({ post: get }), webhook({ put: get })],
  ["a webhook brings another body", webhook({ post: taking(text) }), webhook({ post: taking(number) })],
  ["what has no route is new", unrouted({}), unrouted({ later: get })],
  ["what has no route takes another body", unrouted({ later: taking(text) }), unrouted({ later: taking(number) })],
  ["a schema that nothing leads to", schemas({ A: object({ a: text }) }), schemas({ A: object({ a: number }) })],
  [
    "a schema that something leads to",
    { ...operation(taking({ $ref: "#/components/schemas/A" })), ...schemas({ A: object({ a: text }) }) },
    { ...operation(taking({ $ref: "#/components/schemas/A" })), ...schemas({ A: object({ a: number }) }) },
  ],
  [
    "what a refusal carries",
    {
      "x-error-codes": { GONE: { condition: "C", status: 404, extras: "#/components/schemas/A" } },
      ...schemas({ A: object({ a: text }) }),
    },
    {
      "x-error-codes": { GONE: { condition: "C", status: 404, extras: "#/components/schemas/A" } },
      ...schemas({ A: object({ a: number }) }),
    },
  ],
  [
    "a refusal carries nothing any more",
    {
      "x-error-codes": { GONE: { condition: "C", status: 404, extras: "#/components/schemas/A" } },
      ...schemas({ A: object({ a: text }) }),
    },
    { "x-error-codes": { GONE: { condition: "C", status: 404 } }, ...schemas({ A: object({ a: text }) }) },
  ],
  [
    "a variant by query answers otherwise",
    operation({ "x-query-variants": [variant("one", text), variant("two", text)] }),
    operation({ "x-query-variants": [variant("two", number), variant("three", text)] }),
  ],
  [
    "a code that carries something is new",
    { "x-error-codes": {}, ...schemas({ A: text }) },
    {
      ...refusal({ extras: "#/components/schemas/A" }),
      ...schemas({ A: text }),
    },
  ],
  [
    "a refusal carries something else",
    { ...refusal({ extras: "#/components/schemas/A" }), ...schemas({ A: object({ a: text }), B: number }) },
    { ...refusal({ extras: "#/components/schemas/B" }), ...schemas({ A: object({ a: text }), B: number }) },
  ],
  [
    "variants by query that are no list",
    operation({ "x-query-variants": { one: variant("one", text) } }),
    operation({ "x-query-variants": { one: variant("one", number) } }),
  ],
];
