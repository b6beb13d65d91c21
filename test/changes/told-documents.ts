import { content, object, text } from "./classic.js";

type Json = Readonly<Record<string, unknown>>;
/** Two documents of which the second replaces the first. */
export type Documents = readonly [what: string, before: Json, after: Json];

const number = { type: "number" };
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
const file = (path: string): Json => ({ $ref: `/${path}` });
const schemas = (more: Json): Json => ({ components: { schemas: more } });
const answers = (schema: Json): Json => ({ responses: { 200: { description: "", content: content(schema) } } });
const taking = (schema: Json, more: Json = {}): Json => ({
  requestBody: { content: content(schema) },
  responses: { 200: { description: "" } },
  ...more,
});
const paths = (more: Json): Json => ({ paths: more });
const get = (schema: Json): Json => paths({ "/a": { get: answers(schema) } });
const post = (schema: Json): Json => paths({ "/a": { post: taking(schema) } });
const headed = (schema: Json): Json => ({ description: "", headers: { "X-A": { schema } } });
const sharing = { responses: { 200: { $ref: "#/components/responses/R" } } };
const decoded = (name: string, ...kinds: readonly string[]): Json => ({
  "x-union-decoders": { Pet: { of: [name] } },
  ...schemas({
    [name]: { oneOf: kinds.map(ref) },
    ...Object.fromEntries(kinds.map((kind) => [kind, object({ kind: { const: kind } }, ["kind"])])),
  }),
});

/** What leads from one place in a document to another, and what goes which way. */
export const documentRows: readonly Documents[] = [
  [
    "what is only received is not sent",
    post(object({ a: { ...text, readOnly: true }, b: { ...text, writeOnly: true } })),
    post(object({})),
  ],
  [
    "what is only sent is not received",
    get(object({ a: { ...text, readOnly: true }, b: { ...text, writeOnly: true } })),
    get(object({})),
  ],
  [
    "what is sent and received",
    {
      ...paths({ "/a": { get: answers(ref("A")), post: taking(ref("A")) } }),
      ...schemas({ A: object({ a: text, id: { ...text, readOnly: true } }) }),
    },
    {
      ...paths({ "/a": { get: answers(ref("A")), post: taking(ref("A")) } }),
      ...schemas({ A: object({ a: number, id: { ...text, readOnly: true } }) }),
    },
  ],
  [
    "what several operations reach",
    {
      ...paths({
        "/a": { get: answers(ref("A")) },
        "/b": { get: answers(object({ items: { type: "array", items: ref("B") } })) },
        "/c": { get: answers(ref("C")) },
      }),
      ...schemas({ A: object({ b: ref("B") }), B: object({ a: ref("A"), n: text }), C: object({ n: text }) }),
    },
    {
      ...paths({
        "/a": { get: answers(ref("A")) },
        "/b": { get: answers(object({ items: { type: "array", items: ref("B") } })) },
        "/c": { get: answers(ref("C")) },
      }),
      ...schemas({ A: object({ b: ref("B") }), B: object({ a: ref("A"), n: number }), C: object({ n: number }) }),
    },
  ],
  [
    "what is referred to is something else",
    { ...get(ref("A")), ...schemas({ A: object({ b: ref("B") }), B: object({ n: text }) }) },
    { ...get(ref("A")), ...schemas({ A: object({ b: ref("C") }), B: object({ n: text }), C: object({ n: number }) }) },
  ],
  [
    "a name that is made",
    { ...get(ref("an-item")), ...schemas({ "an-item": object({ n: text }) }) },
    { ...get(ref("an-item")), ...schemas({ "an-item": object({ n: number }) }) },
  ],
  [
    "a name that only the first has",
    { ...get(ref("an-item")), ...schemas({ "an-item": object({ n: text }) }) },
    get(object({ n: number })),
  ],
  [
    "a place inside a type",
    { ...get({ $ref: "#/components/schemas/A/properties/n" }), ...schemas({ A: object({ n: text }) }) },
    { ...get({ $ref: "#/components/schemas/A/properties/n" }), ...schemas({ A: object({ n: number }) }) },
  ],
  [
    "a place that has no name",
    {
      ...paths({ "/a": { get: { responses: { 200: headed({ $ref: "#/x-own/n" }) } } } }),
      "x-own": { n: text },
    },
    {
      ...paths({ "/a": { get: { responses: { 200: headed({ $ref: "#/x-own/n" }) } } } }),
      "x-own": { n: number },
    },
  ],
  [
    "beside a reference, by the rules of 3.0",
    { openapi: "3.0.3", ...get({ ...ref("A"), maxLength: 1 }), ...schemas({ A: text }) },
    { openapi: "3.0.3", ...get({ ...ref("A"), maxLength: 2 }), ...schemas({ A: text }) },
  ],
  [
    "beside a reference, by the rules of 3.1",
    { openapi: "3.1.1", ...get({ ...ref("A"), maxLength: 1 }), ...schemas({ A: text }) },
    { openapi: "3.1.1", ...get({ ...ref("A"), maxLength: 2 }), ...schemas({ A: text }) },
  ],
  [
    "beside a reference, where the version is a number",
    { openapi: 3.1, ...get({ ...ref("A"), maxLength: 1 }), ...schemas({ A: text }) },
    { openapi: 3.1, ...get({ ...ref("A"), maxLength: 2 }), ...schemas({ A: text }) },
  ],
  [
    "beside a reference, by the rules of 3.0 where the version is a number",
    { openapi: 3, ...get({ ...ref("A"), maxLength: 1 }), ...schemas({ A: text }) },
    { openapi: 3, ...get({ ...ref("A"), maxLength: 2 }), ...schemas({ A: text }) },
  ],
  ["a union that clients decode", decoded("Pet", "Cat", "Dog"), decoded("Pet", "Cat", "Dog", "Fox")],
  ["one that is decoded as part of another", decoded("Pets", "Cat", "Dog"), decoded("Pets", "Cat", "Dog", "Fox")],
  [
    "one that is decoded and something leads to",
    { ...get(ref("Pet")), ...decoded("Pet", "Cat", "Dog") },
    { ...get(ref("Pet")), ...decoded("Pet", "Cat", "Dog", "Fox") },
  ],
  [
    "files by their names",
    {
      ...get({ oneOf: [file("shapes/round.v2.json"), file("flat.json"), number] }),
      files: { "/shapes/round.v2.json": object({ r: text }), "/flat.json": object({ a: text }) },
    },
    {
      ...get({ oneOf: [file("flat.json"), number] }),
      files: { "/flat.json": object({ a: number }) },
    },
  ],
  [
    "the same place of two files",
    {
      ...get(object({ a: file("a.json#/x"), b: file("b.json#/x") })),
      files: { "/a.json": { x: text }, "/b.json": { x: text } },
    },
    {
      ...get(object({ a: file("a.json#/x"), b: file("b.json#/x") })),
      files: { "/a.json": { x: number }, "/b.json": { x: { type: "boolean" } } },
    },
  ],
  [
    "a header of an answer that is elsewhere",
    {
      ...paths({ "/a": { get: { responses: { 200: { $ref: "#/components/responses/R" } } } } }),
      components: { responses: { R: headed(text) } },
    },
    {
      ...paths({ "/a": { get: { responses: { 200: { $ref: "#/components/responses/R" } } } } }),
      components: { responses: { R: headed(number) } },
    },
  ],
  [
    "a body that may be anything",
    post(text),
    paths({ "/a": { post: taking({}, { requestBody: { content: { "application/json": {} } } }) } }),
  ],
  [
    "a header of an answer that several share, whichever comes first",
    {
      ...paths({ "/b": { get: sharing }, "/a": { post: sharing, get: sharing } }),
      components: { responses: { R: headed(text) } },
    },
    {
      ...paths({ "/b": { get: sharing }, "/a": { post: sharing, get: sharing } }),
      components: { responses: { R: headed(number) } },
    },
  ],
  [
    "more stands beside a reference than before",
    { ...get(object({ a: ref("A") })), ...schemas({ A: text }) },
    { ...get(object({ a: { ...ref("A"), maxLength: 2 } })), ...schemas({ A: { ...text, minLength: 1 } }) },
  ],
  [
    "a file that has no name",
    {
      ...paths({ "/a": { get: { responses: { 200: headed(file("shapes/n.v2.json")) } } } }),
      files: { "/shapes/n.v2.json": text },
    },
    {
      ...paths({ "/a": { get: { responses: { 200: headed(file("shapes/n.v2.json")) } } } }),
      files: { "/shapes/n.v2.json": number },
    },
  ],
  [
    "an answer that several share brings another header",
    {
      ...paths({ "/a": { post: sharing, get: sharing } }),
      components: { responses: { R: headed(text) } },
    },
    {
      ...paths({ "/a": { post: sharing, get: sharing } }),
      components: { responses: { R: { description: "" } } },
    },
  ],
];
