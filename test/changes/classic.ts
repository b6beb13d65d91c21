import { changesBetween } from "../../codegen/changes/index.js";
import { isRecord } from "../../runtime/base/values.js";
import { Problems } from "../../codegen/load/problems.js";
import { load, type Loaded } from "../../codegen/model/build.js";
import { TODAY } from "./library.js";

type Json = Readonly<Record<string, unknown>>;
export type Case = readonly [what: string, before: Json, after: Json, want: readonly string[]];

export const HEAD = { openapi: "3.1.0", info: { title: "Books", version: "1" } };

/** Descriptions by their text: comparing leaves them as they are. */
const known = new Map<string, Promise<Loaded>>();

/** A description; further files that it leans on stand under `files`, by path. */
function loaded(document: Json): Promise<Loaded> {
  const { files, ...rest } = document;
  const texts: Json = { ...(isRecord(files) ? files : {}), "/openapi.json": rest };
  const read = (path: string): Promise<string> => Promise.resolve(JSON.stringify(texts[path]));
  const key = JSON.stringify(document);
  const found = known.get(key) ?? load({ openapi: "/openapi.json", base: "/", read }, new Problems());
  known.set(key, found);
  return found;
}

/** What changed, as `level rule`, without what only has another text. */
export async function judged(before: Json, after: Json): Promise<string[]> {
  const found = changesBetween(await loaded(before), await loaded(after), TODAY);
  return found.map(({ level, rule }) => `${level} ${rule}`).sort();
}

/** What changed in two documents, in full: `rule subject at: sentence (where before, where after) all that it reaches`. */
export async function toldOf(before: Json, after: Json): Promise<string[]> {
  const found = changesBetween(await loaded(before), await loaded(after), TODAY);
  return found.map(({ rule, subject, at, message, affects, ...places }) => {
    const [from, to] = [places.before.pointer, places.after.pointer];
    const reached = affects.length === 0 ? "" : ` [${affects.join(", ")}]`;
    return `${rule} ${subject}${at === "" ? "" : ` ${at}`}: ${message} (${from}, ${to})${reached}`;
  });
}

/** Where the schema of `answer` stands. */
const SCHEMA = "/paths/~1books/get/responses/200/content/application~1json/schema";

/** What changed in the schema of an answer, in full: `rule at: sentence (where before, where after)`. */
export async function told(before: Json, after: Json): Promise<string[]> {
  const found = changesBetween(await loaded(answer(before)), await loaded(answer(after)), TODAY);
  return found.map(({ rule, at, message, ...places }) => {
    const [from, to] = [places.before, places.after].map(({ pointer }) => pointer.replace(SCHEMA, "").slice(1));
    const inside = at.replace(/^200 application\/json ?/, "");
    return `${rule.replace("response-", "")}${inside === "" ? "" : ` ${inside}`}: ${message} (${from}, ${to})`;
  });
}

export const ok = { "200": { description: "" } };
export const operation = (get: Json): Json => ({ ...HEAD, paths: { "/books": { get: { responses: ok, ...get } } } });
export const answered = (responses: Json): Json => operation({ responses });
export const content = (schema: unknown): Json => ({ "application/json": { schema } });
export const body = (schema: Json, more: Json = {}): Json => ({
  ...HEAD,
  paths: { "/books": { post: { requestBody: { content: content(schema), ...more }, responses: ok } } },
});
export const answer = (schema: Json): Json => answered({ "200": { description: "", content: content(schema) } });
export const query = (more: Json): Json => operation({ parameters: [{ name: "q", in: "query", ...more }] });
export const object = (properties: Json, required: readonly string[] = []): Json => ({
  type: "object",
  properties,
  required,
});
export const text = { type: "string" };
export const field = (schema: Json): Json => object({ a: schema });
export const secured = (security: unknown, scheme: Json = { type: "http", scheme: "bearer" }): Json => ({
  ...operation({}),
  security,
  components: { securitySchemes: { token: scheme, key: { type: "apiKey", in: "header", name: "x-key" } } },
});
export const oauth = (scopes: Json): Json => ({
  type: "oauth2",
  flows: { clientCredentials: { tokenUrl: "/t", scopes } },
});
export const servers = (...urls: readonly string[]): Json => ({
  ...operation({}),
  servers: urls.map((url) => ({ url })),
});
export const header = (headers: Json): Json => answered({ "200": { description: "", headers } });
export const older = (more: Json): Json => ({
  ...HEAD,
  paths: { "/books": { get: { responses: ok, ...more } }, "/pens": {} },
});
export const without: Json = { ...HEAD, paths: { "/pens": {} } };
export const inQuery = { name: "q", in: "query", schema: text };
