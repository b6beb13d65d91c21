import { content, object, ok, text } from "./classic.js";

type Json = Readonly<Record<string, unknown>>;
/** Two forms of one part of a document, of which the second replaces the first. */
export type Row = readonly [what: string, before: Json, after: Json];

const key = (name: string): Json => ({ security: [{ [name]: [] }] });
const scopes = (...names: readonly string[]): Json => ({ security: [{ token: names }] });
const flows = (more: Json): Json => ({ components: { securitySchemes: { token: { type: "oauth2", flows: more } } } });
const scheme = (more: Json): Json => ({ components: { securitySchemes: { token: more } } });
const flow = (more: Json): Json => flows({ implicit: { scopes: {}, ...more } });

/** What a document asks for as a whole. */
export const securityRows: readonly Row[] = [
  ["a credential is needed", {}, key("token")],
  ["a credential is needed where none was", { security: [] }, { security: [{ token: [], key: [] }, { other: [] }] }],
  ["none is needed any more", key("token"), { security: [] }],
  ["it may be left out", key("token"), { security: [{ token: [] }, {}] }],
  ["it may not be left out", { security: [{ token: [] }, {}] }, key("token")],
  ["none was needed, and none is", { security: [] }, { security: [{}] }],
  ["another is taken", key("token"), key("key")],
  ["one more is taken", key("token"), { security: [{ token: [] }, { key: [] }] }],
  ["two together are the same in any order", { security: [{ b: [], a: [] }] }, { security: [{ a: [], b: [] }] }],
  ["two together are another one", key("token"), { security: [{ token: [], key: [] }] }],
  ["a scope more", scopes("read"), scopes("read", "write")],
  ["a scope less", scopes("read", "write"), scopes("write")],
  ["security that is not a list", { security: "token" }, key("token")],
  ["a scheme is gone", scheme({ type: "http", scheme: "basic" }), { components: { securitySchemes: {} } }],
  ["a scheme is new", { components: { securitySchemes: {} } }, scheme({ type: "http", scheme: "basic" })],
  ["another scheme of HTTP", scheme({ type: "http", scheme: "Basic" }), scheme({ type: "http", scheme: "bearer" })],
  ["the same in other letters", scheme({ type: "http", scheme: "Basic" }), scheme({ type: "http", scheme: "basic" })],
  [
    "a key elsewhere",
    scheme({ type: "apiKey", in: "query", name: "k" }),
    scheme({ type: "apiKey", in: "header", name: "k" }),
  ],
  [
    "a key of another name",
    scheme({ type: "apiKey", in: "query", name: "k" }),
    scheme({ type: "apiKey", in: "query", name: "l" }),
  ],
  ["a key becomes OAuth", scheme({ type: "apiKey", in: "query", name: "k" }), flows({})],
  ["a certificate", scheme({ type: "mutualTLS" }), scheme({ type: "http", scheme: "basic" })],
  [
    "OpenID elsewhere",
    scheme({ type: "openIdConnect", openIdConnectUrl: "/a" }),
    scheme({ type: "openIdConnect", openIdConnectUrl: "/b" }),
  ],
  ["a flow is new", flows({}), flows({ implicit: {} })],
  ["a flow is gone", flows({ implicit: {} }), flows({ password: {} })],
  [
    "addresses of a flow",
    flow({ authorizationUrl: "/a", tokenUrl: "/t" }),
    flow({ authorizationUrl: "/b", refreshUrl: "/r" }),
  ],
  ["the address of tokens", flow({ tokenUrl: "/a" }), flow({ tokenUrl: "/b" })],
  ["scopes of a flow", flow({ scopes: { a: "A", b: "B" } }), flow({ scopes: { b: "B", c: "C" } })],
  ["scopes that are none", flow({ scopes: "a" }), flow({ scopes: { a: "A" } })],
  ["scopes that are none any more", flow({ scopes: { a: "A" } }), flow({ scopes: "a" })],
];

const answers = (responses: Json): Json => ({ responses });
const has = (more: Json): Json => answers({ 200: { description: "", ...more } });
const headers = (more: Json): Json => has({ headers: more });
const required = { required: true, schema: text };

/** Answers of one operation. */
export const answerRows: readonly Row[] = [
  ["a status is gone", answers({ 200: ok[200], 201: ok[200] }), answers({ 200: ok[200] })],
  ["a status is new", answers({ 200: ok[200] }), answers({ 200: ok[200], 302: ok[200] })],
  ["an error is gone", answers({ 200: ok[200], 404: ok[200], "x-own": {} }), answers({ 200: ok[200] })],
  ["an error is new", answers({ 200: ok[200] }), answers({ 200: ok[200], 500: ok[200], "x-own": {} })],
  ["an error that begins with other figures", answers({ 200: ok[200] }), answers({ 200: ok[200], 520: ok[200] })],
  ["the only answer is by default", answers({ default: ok[200] }), answers({ 200: ok[200] })],
  ["an error by default", answers({ 200: ok[200], default: ok[200] }), answers({ 200: ok[200] })],
  [
    "its range covers it",
    answers({ 404: { description: "", content: content(text) } }),
    answers({ "4xx": { description: "" } }),
  ],
  ["another range does not", answers({ 404: ok[200] }), answers({ "5XX": ok[200] })],
  [
    "a range that is gone too does not",
    answers({ 404: ok[200], "4XX": ok[200], 200: ok[200] }),
    answers({ 200: ok[200] }),
  ],
  ["a range that was there", answers({ 404: ok[200], "4XX": ok[200] }), answers({ "4XX": ok[200] })],
  ["it is deprecated", has({}), has({ deprecated: true })],
  ["a header is gone", headers({ a: { schema: text } }), has({})],
  ["a required header is gone", headers({ a: required }), has({})],
  ["a header is new", has({}), headers({ "X-A": required })],
  ["a header in other letters", headers({ "X-A": required }), headers({ "x-a": required })],
  ["a header twice", headers({ "X-A": required, "x-a": { schema: text } }), headers({ "x-A": { schema: text } })],
  ["a header may be missing", headers({ a: required }), headers({ a: { schema: text } })],
  ["a header is always there", headers({ a: { schema: text } }), headers({ a: required })],
  ["a header is deprecated", headers({ a: required }), headers({ a: { ...required, deprecated: true } })],
  ["a header of another type", headers({ a: { schema: text } }), headers({ a: { schema: { type: "number" } } })],
  [
    "a header of a media type",
    headers({ a: { content: content(text) } }),
    headers({ a: { content: content({ type: "number" }) } }),
  ],
  [
    "a header becomes one of a media type",
    headers({ a: { schema: text } }),
    headers({ a: { content: content({ type: "number" }) } }),
  ],
  ["a header without a schema", headers({ a: {} }), headers({ a: { schema: text } })],
  ["a media type is gone", has({ content: { "text/plain": {}, ...content(text) } }), has({ content: content(text) })],
  ["a media type is new", has({ content: content(text) }), has({ content: { "text/plain": {}, ...content(text) } })],
  [
    "items of a stream",
    has({ content: { "text/event-stream": { itemSchema: text } } }),
    has({ content: { "text/event-stream": { itemSchema: { type: "number" } } } }),
  ],
];

const taken = (schema: Json, more: Json = {}, around: Json = {}): Json => ({
  requestBody: { content: { "multipart/form-data": { schema, ...more } }, ...around },
});
const parameter = (more: Json): Json => ({ parameters: [{ name: "q", in: "query", schema: text, ...more }] });
const list = { type: "array", items: text };
const either = { type: ["string", "array"], items: text };

/** What one operation takes. */
export const requestRows: readonly Row[] = [
  ["a parameter is new", {}, parameter({})],
  ["a required parameter is new", {}, parameter({ required: true })],
  ["a parameter is gone", parameter({}), {}],
  ["a parameter moves", parameter({ in: "header" }), parameter({ in: "cookie", required: true })],
  [
    "two parameters, one of which moves",
    parameter({ in: "header" }),
    {
      parameters: [
        { name: "q", in: "query" },
        { name: "r", in: "header" },
      ],
    },
  ],
  ["a header in other letters", parameter({ in: "header", name: "X-A" }), parameter({ in: "header", name: "x-a" })],
  ["a query in other letters", parameter({ name: "A" }), parameter({ name: "a" })],
  ["a parameter of another name", parameter({}), parameter({ name: "r" })],
  ["it is needed", parameter({}), parameter({ required: true })],
  ["it is not needed any more", parameter({ required: true }), parameter({})],
  ["a list is written another way", parameter({ schema: list }), parameter({ schema: list, explode: false })],
  ["an object", parameter({ schema: object({}) }), parameter({ schema: object({}), explode: false })],
  ["a text or a list", parameter({ schema: either }), parameter({ schema: either, explode: false })],
  [
    "one of several",
    parameter({ schema: { anyOf: [text, list] } }),
    parameter({ schema: { anyOf: [text, list] }, explode: false }),
  ],
  ["what may be anything", parameter({ schema: {} }), parameter({ schema: {}, explode: false })],
  ["one text, which is written the same either way", parameter({}), parameter({ explode: false })],
  ["one text that may be a list now", parameter({}), parameter({ schema: either, explode: false })],
  [
    "the same way, said in full",
    parameter({ schema: list }),
    parameter({ schema: list, style: "form", explode: true }),
  ],
  ["with spaces", parameter({ explode: false }), parameter({ style: "spaceDelimited" })],
  [
    "a header exploded",
    parameter({ in: "header", schema: list }),
    parameter({ in: "header", schema: list, explode: true }),
  ],
  [
    "a cookie not exploded",
    parameter({ in: "cookie", schema: list }),
    parameter({ in: "cookie", schema: list, explode: false }),
  ],
  ["with reserved characters", parameter({}), parameter({ allowReserved: true })],
  ["as JSON", parameter({}), parameter({ schema: undefined, content: content(text) })],
  [
    "as JSON of another type",
    parameter({ schema: undefined, content: content(text) }),
    parameter({ schema: undefined, content: content({ type: "number" }) }),
  ],
  ["as nothing", parameter({}), parameter({ schema: undefined, content: {} })],
  ["it is deprecated", parameter({}), parameter({ deprecated: true })],
  ["another type", parameter({}), parameter({ schema: { type: "number" } })],
  ["a body is new", {}, taken(object({}))],
  ["a required body is new", {}, taken(object({}), {}, { required: true })],
  ["a body is gone", taken(object({})), {}],
  ["a body is needed", taken(object({})), taken(object({}), {}, { required: true })],
  ["a body is not needed any more", taken(object({}), {}, { required: true }), taken(object({}))],
  ["a body has another description", taken(object({})), taken(object({}), {}, { description: "D" })],
  ["a body of another media type", taken(object({})), { requestBody: { content: content(object({})) } }],
  ["a body of another type", taken(object({ a: text })), taken(object({ a: { type: "number" } }))],
  [
    "a field is written another way",
    taken(object({ a: text }), { encoding: { a: { style: "form" } } }),
    taken(object({ a: text }), { encoding: { a: { style: "deepObject" } } }),
  ],
  ["a field is written its own way", taken(object({ a: text })), taken(object({ a: text }), { encoding: { a: {} } })],
  ["a server of its own", {}, { servers: [{ url: "/b" }] }],
  ["security of its own", { security: [{ token: [] }] }, { security: [{ key: [] }] }],
  ["no list of parameters", { parameters: "none" }, parameter({})],
];
