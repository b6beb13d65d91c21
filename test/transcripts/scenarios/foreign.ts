import {
  type CallerOptions,
  type Operation,
  type SecurityScheme,
  type Service,
  writeForm,
  writeMultipart,
} from "svc-apps/rest";
import type { Reply } from "../kit/script.js";

/** A call of another service's operation, which only `createCaller()` makes. */
export interface ForeignScenario {
  readonly title: string;
  readonly operation: Partial<Operation>;
  readonly params?: object;
  readonly times?: number;
  readonly replies?: readonly Reply[];
  readonly options?: Partial<CallerOptions>;
}

const service = (security: Readonly<Record<string, SecurityScheme>>): Service => ({
  title: "Others",
  version: "1",
  servers: [],
  securitySchemes: security,
  security: [Object.fromEntries(Object.keys(security).map((name) => [name, []]))],
});

const get = (operation: Partial<Operation>): Partial<Operation> => ({ method: "GET", path: "/things", ...operation });
const post = (operation: Partial<Operation>): Partial<Operation> => ({
  method: "POST",
  path: "/things",
  body: true,
  retry: "never",
  ...operation,
});
const query = (name: string, styles: Operation["styles"] = {}): Partial<Operation> =>
  get({ queryParams: { [name]: name }, styles });
const path = (style: Operation["styles"]): Partial<Operation> =>
  get({ path: "/things/{id}", pathParams: { id: "id" }, ...(style && { styles: style }) });

/** What only descriptions of others ask for. */
export const foreign: readonly ForeignScenario[] = [
  {
    title: "a list in the query, in each style",
    operation: get({
      queryParams: { a: "a", b: "b", c: "c", d: "d" },
      styles: { a: "exploded", b: "form", c: "spaceDelimited", d: "pipeDelimited" },
    }),
    params: { a: [1, 2], b: [1, 2], c: [1, 2], d: [1, 2] },
  },
  {
    title: "an object in the query, deep and as JSON",
    operation: get({ queryParams: { a: "a", b: "b" }, styles: { a: "deepObject", b: "json" } }),
    params: { a: { x: 1, y: "ä" }, b: { x: [1] } },
  },
  {
    title: "reserved characters in the query",
    operation: { ...query("q"), reserved: ["q"] },
    params: { q: "a/b?c:d&e" },
  },
  { title: "a segment of the path as label", operation: path({ id: "label" }), params: { id: [1, 2] } },
  { title: "a segment of the path as matrix", operation: path({ id: "matrix" }), params: { id: ["a b", "c"] } },
  {
    title: "headers and cookies of an operation",
    operation: get({ headerParams: { "X-List": "list" }, cookieParams: { theme: "theme" } }),
    params: { list: [1, 2], theme: "dark blue" },
  },
  {
    title: "a form",
    operation: post({ bodyType: "application/x-www-form-urlencoded", writers: [writeForm] }),
    params: { name: "a&b", tags: ["x", "y"] },
  },
  {
    title: "a multipart body",
    operation: post({ bodyType: "multipart/form-data", writers: [writeMultipart] }),
    params: { name: "a", age: 3 },
  },
  {
    title: "a body that is one parameter",
    operation: post({ bodyParam: "body", bodyType: "text/plain" }),
    params: { body: "plain text" },
  },
  {
    title: "text as the answer",
    operation: get({ accept: "text/plain" }),
    replies: [{ headers: { "content-type": "text/plain" }, body: "plain" }],
  },
  {
    title: "a key in a header",
    operation: get({}),
    options: {
      service: service({ key: { type: "apiKey", in: "header", name: "X-Key" } }),
      auth: { key: "k-secret-1" },
    },
  },
  {
    title: "a key in the query",
    operation: get({}),
    options: { service: service({ key: { type: "apiKey", in: "query", name: "key" } }), auth: { key: "k secret 1" } },
  },
  {
    title: "a key in a cookie",
    operation: get({}),
    options: {
      service: service({ key: { type: "apiKey", in: "cookie", name: "session" } }),
      auth: { key: "k-secret-1" },
    },
  },
  {
    title: "user name and password",
    operation: get({}),
    options: {
      service: service({ basic: { type: "http", scheme: "basic" } }),
      auth: { basic: { username: "ü", password: "p:w" } },
    },
  },
  {
    title: "a token for the credentials of a client, asked for once",
    operation: get({}),
    times: 2,
    replies: [{ body: '{"access_token":"granted-1","expires_in":3600}' }, {}],
    options: {
      service: service({ oauth: { type: "oauth2", tokenUrl: "https://chat.example/token", scopes: ["read"] } }),
      auth: { oauth: { clientId: "me", clientSecret: "s-secret-1", scopes: ["read"] } },
    },
  },
  {
    title: "headers of every request",
    operation: get({}),
    options: { headers: { "X-Mine": "1", Accept: "application/vnd.mine+json" } },
  },
  {
    title: "never repeated, by the options",
    operation: get({}),
    replies: [{ status: 503 }],
    options: { retry: false },
  },
  {
    title: "an operation that needs no credential gets none",
    operation: get({ auth: false }),
    options: { auth: "t-secret-1" },
  },
];
