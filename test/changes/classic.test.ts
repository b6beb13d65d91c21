import { describe, expect, test } from "vitest";
import {
  answered,
  type Case,
  field,
  HEAD,
  header,
  judged,
  ok,
  operation,
  query,
  text,
  secured,
  oauth,
  servers,
  older,
  without,
  inQuery,
} from "./classic.js";

const operations: readonly Case[] = [
  ["an operation is removed", older({}), without, ["breaking operation-removed"]],
  ["a deprecated one is removed", older({ deprecated: true }), without, ["warning operation-removed-deprecated"]],
  [
    "one is removed after its sunset",
    older({ deprecated: true, "x-sunset": "2026-06-14" }),
    without,
    ["info operation-removed-after-sunset"],
  ],
  [
    "one is removed before its sunset",
    older({ deprecated: true, "x-sunset": "2026-06-16" }),
    without,
    ["breaking operation-removed-before-sunset"],
  ],
  ["an operation is added", without, older({}), ["info operation-added"]],
  ["one is deprecated", operation({}), operation({ deprecated: true }), ["info deprecated"]],
  [
    "a sunset date comes nearer",
    operation({ deprecated: true, "x-sunset": "2027-01-01" }),
    operation({ deprecated: true, "x-sunset": "2026-12-01" }),
    ["breaking sunset-earlier"],
  ],
  [
    "a sunset date goes away",
    operation({ deprecated: true, "x-sunset": "2027-01-01" }),
    operation({ deprecated: true }),
    ["warning sunset-removed"],
  ],
  [
    "a parameter of the path is renamed",
    {
      ...HEAD,
      paths: {
        "/b/{id}": { get: { parameters: [{ name: "id", in: "path", required: true, schema: text }], responses: ok } },
      },
    },
    {
      ...HEAD,
      paths: {
        "/b/{key}": {
          get: {
            operationId: "getBId",
            parameters: [{ name: "key", in: "path", required: true, schema: text }],
            responses: ok,
          },
        },
      },
    },
    ["breaking parameter-renamed"],
  ],
];

const parameters: readonly Case[] = [
  [
    "a required parameter is added",
    operation({}),
    query({ required: true, schema: text }),
    ["breaking required-parameter-added"],
  ],
  ["an optional parameter is added", operation({}), query({ schema: text }), ["info parameter-added"]],
  ["a parameter is removed", query({ schema: text }), operation({}), ["warning parameter-removed"]],
  [
    "a parameter becomes required",
    query({ schema: text }),
    query({ required: true, schema: text }),
    ["breaking parameter-became-required"],
  ],
  [
    "a parameter becomes optional",
    query({ required: true, schema: text }),
    query({ schema: text }),
    ["info parameter-became-optional"],
  ],
  [
    "a parameter moves from the query to a header",
    operation({ parameters: [inQuery] }),
    operation({ parameters: [{ ...inQuery, in: "header" }] }),
    ["breaking parameter-moved"],
  ],
  [
    "a list is written another way",
    query({ schema: { type: "array", items: text } }),
    query({ explode: false, schema: { type: "array", items: text } }),
    ["breaking parameter-style-changed"],
  ],
  [
    "a parameter takes a value less",
    query({ schema: { enum: ["a", "b"] } }),
    query({ schema: { enum: ["a"] } }),
    ["breaking request-enum-value-removed"],
  ],
  [
    "a parameter has another default",
    query({ schema: { type: "integer", default: 10 } }),
    query({ schema: { type: "integer", default: 20 } }),
    ["breaking request-default-changed"],
  ],
  [
    "a parameter is bounded more",
    query({ schema: { type: "integer", maximum: 100 } }),
    query({ schema: { type: "integer", maximum: 50 } }),
    ["breaking request-bound-tightened"],
  ],
];

const written: readonly Case[] = [
  [
    "one value of the query becomes a list whose items stand apart",
    query({ schema: text }),
    query({ schema: { type: "array", items: text } }),
    ["breaking parameter-passed-as-list", "info parameter-became-list"],
  ],
  [
    "a list written as one text is another matter",
    query({ schema: text }),
    query({ explode: false, schema: { type: "array", items: text } }),
    ["breaking request-type-changed"],
  ],
  [
    "a list of less than the value was is told as that",
    query({ schema: text }),
    query({ schema: { type: "array", items: { ...text, maxLength: 5 } } }),
    ["breaking parameter-passed-as-list", "breaking request-bound-set", "info parameter-became-list"],
  ],
  [
    "a header of an answer is a number instead of a string",
    header({ "x-left": { schema: text } }),
    header({ "x-left": { schema: { type: "integer" } } }),
    ["info response-written-type-changed"],
  ],
  [
    "a header of an answer in JSON has another type",
    header({ "x-left": { content: { "application/json": { schema: text } } } }),
    header({ "x-left": { content: { "application/json": { schema: { type: "integer" } } } } }),
    ["breaking response-type-changed"],
  ],
  [
    "a field of XML has another type",
    answered({ "200": { description: "", content: { "application/xml": { schema: field(text) } } } }),
    answered({ "200": { description: "", content: { "application/xml": { schema: field({ type: "integer" }) } } } }),
    ["info response-written-type-changed"],
  ],
  [
    "a parameter takes any string instead of a number",
    query({ schema: { type: "integer" } }),
    query({ schema: text }),
    ["breaking request-written-type-changed"],
  ],
  [
    "a parameter takes a number instead of any string",
    query({ schema: text }),
    query({ schema: { type: "integer" } }),
    ["breaking request-type-changed"],
  ],
  [
    "a bound of whole numbers that is reached instead of the next one that is not",
    query({ schema: { type: "integer", maximum: 100, minimum: 1 } }),
    query({ schema: { type: "integer", exclusiveMaximum: 101, exclusiveMinimum: 0 } }),
    [],
  ],
  [
    "the same of any number is a looser bound",
    query({ schema: { type: "number", maximum: 100 } }),
    query({ schema: { type: "number", exclusiveMaximum: 101 } }),
    ["breaking request-bound-set", "info request-bound-removed"],
  ],
];

const around: readonly Case[] = [
  [
    "a server is removed",
    servers("https://a.test", "https://b.test"),
    servers("https://a.test"),
    ["warning server-removed"],
  ],
  ["a server is added", servers("https://a.test"), servers("https://a.test", "https://b.test"), ["info server-added"]],
  [
    "another server is the first",
    servers("https://a.test", "https://b.test"),
    servers("https://b.test", "https://a.test"),
    ["warning default-server-changed"],
  ],
  ["a credential is asked for", secured([]), secured([{ token: [] }]), ["breaking security-required"]],
  ["none is asked for any more", secured([{ token: [] }]), secured([]), ["info security-not-required"]],
  [
    "one of two credentials goes",
    secured([{ token: [] }, { key: [] }]),
    secured([{ token: [] }]),
    ["breaking security-alternative-removed"],
  ],
  [
    "another credential will do",
    secured([{ token: [] }]),
    secured([{ token: [] }, { key: [] }]),
    ["info security-alternative-added"],
  ],
  [
    "a scope is asked for",
    secured([{ token: ["a"] }], oauth({ a: "" })),
    secured([{ token: ["a", "b"] }], oauth({ a: "" })),
    ["breaking security-scope-added"],
  ],
  [
    "a scope of the scheme goes",
    secured([], oauth({ a: "", b: "" })),
    secured([], oauth({ a: "" })),
    ["breaking oauth-scope-removed"],
  ],
  [
    "a key goes elsewhere",
    secured([], { type: "apiKey", in: "query", name: "k" }),
    secured([], { type: "apiKey", in: "header", name: "k" }),
    ["breaking security-scheme-changed"],
  ],
];

describe.each([
  ["operations", operations],
  ["parameters", parameters],
  ["what is written as text", written],
  ["servers and security", around],
])("classic changes of %s", (_, cases) => {
  test.each(cases)("%s", async (_what, before, after, want) => {
    expect(await judged(before, after)).toEqual([...want].sort());
  });
});
