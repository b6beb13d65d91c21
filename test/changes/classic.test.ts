import { describe, expect, test } from "vitest";
import {
  type Case,
  HEAD,
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

const around: readonly Case[] = [
  [
    "a server is removed",
    servers("https://a.test", "https://b.test"),
    servers("https://a.test"),
    ["breaking server-removed"],
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
  ["servers and security", around],
])("classic changes of %s", (_, cases) => {
  test.each(cases)("%s", async (_what, before, after, want) => {
    expect(await judged(before, after)).toEqual([...want].sort());
  });
});
