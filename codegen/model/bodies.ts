import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import { child, type ReadContext, record, schemaAt } from "./context.js";
import { readEncoding } from "./encoding.js";
import { isBinary } from "./formats.js";
import { schemaMap, schemasOf, textsOf, typesOf } from "./keywords.js";
import type { Answer, Body, Content, OperationModel, Schema, SchemaObject, WebhookModel } from "./model.js";

/** A media type without its parameters, in lower case. */
const nameOf = (mediaType: string): string => (mediaType.split(/[;,]/)[0] ?? "").trim().toLowerCase();

export function isJson(mediaType: string): boolean {
  return /^(application|text)\/([\w.+-]+\+)?json$/.test(nameOf(mediaType));
}

/** True for bodies whose fields are written one by one: forms and multipart. */
export function isForm(mediaType: string): boolean {
  return /^(multipart\/|application\/x-www-form-urlencoded)/i.test(mediaType);
}

/** True for the one form of JSON that is asked for without a word; others are asked for by name. */
export function isPlainJson(mediaType: string): boolean {
  return nameOf(mediaType) === "application/json";
}

/** The media type to use, by the key it stands under. A range is taken for JSON where JSON lies in it. */
export function pickMedia(
  content: Located | undefined,
): { readonly key: string; readonly mediaType: string } | undefined {
  const types = Object.keys(record(content)).sort();
  const range = types.find((type) => /^(\*|application)\/\*$/.test(type));
  const multipart = types.find((type) => type.toLowerCase().startsWith("multipart/"));
  const key = types.find(isPlainJson) ?? types.find(isJson) ?? multipart ?? types.find(isForm) ?? range ?? types[0];
  return key === undefined ? undefined : { key, mediaType: key === range ? "application/json" : key };
}

export function readBody(context: ReadContext, operation: Located, symbol: string): Omit<Body, "flat"> | undefined {
  const body = child(context, operation, "requestBody");
  if (body === undefined) return undefined;
  const content = child(context, body, "content");
  const picked = pickMedia(content);
  const media = content === undefined || picked === undefined ? undefined : child(context, content, picked.key);
  if (content === undefined || media === undefined || picked === undefined) return undefined;
  const schema = contentSchema(context, media, picked.mediaType, `${symbol}.body`, "sent");
  const choices = bytesOf(context, content, picked.key, schema, symbol);
  const mediaType = choices?.join(", ") ?? (picked.key.startsWith("text/*") ? "text/plain" : picked.mediaType);
  const forms = Object.keys(record(content))
    .sort()
    .flatMap((key): { readonly form: Content; readonly from: Located }[] => {
      const from =
        key === picked.key || key.includes("*") || !isWritable(key) ? undefined : child(context, content, key);
      return from === undefined
        ? []
        : [{ form: { mediaType: key, schema: contentSchema(context, from, key, `${symbol}.body`, "sent") }, from }];
    })
    .filter(({ form }) => JSON.stringify(form.schema) !== JSON.stringify(schema));
  const encodings = [...forms.map(({ from }) => from), media].map((from) => readEncoding(context, from));
  return {
    schema,
    mediaType,
    others: forms.map(({ form }) => form),
    encoding: Object.fromEntries(encodings.flatMap((one) => Object.entries(one))),
    required: record(body)["required"] === true,
    ...(choices === undefined ? {} : { choices }),
  };
}

/** The media types of a body of bytes, where it may be of several. */
function bytesOf(
  context: ReadContext,
  content: Located,
  key: string,
  schema: Schema,
  symbol: string,
): readonly string[] | undefined {
  if (!isBytes(schema)) return undefined;
  const keys = Object.keys(record(content)).filter((other) => {
    const media = other === key ? undefined : child(context, content, other);
    return (
      other === key || (media !== undefined && isBytes(contentSchema(context, media, other, `${symbol}.body`, "sent")))
    );
  });
  return keys.length > 1 || key.includes("*") ? keys : undefined;
}

/** Media types that a caller can be helped to write: the rest is a string or bytes, which every one of them may be. */
function isWritable(mediaType: string): boolean {
  return isJson(mediaType) || isForm(mediaType) || /^(text\/plain|application\/octet-stream)/i.test(mediaType);
}

/** What stands in a body or an answer: the schema, or what a media type without one, or with one of text, amounts to. */
export function contentSchema(
  context: ReadContext,
  media: Located,
  mediaType: string,
  symbol: string,
  way: "sent" | "received",
): Schema {
  const located = isLines(mediaType)
    ? itemOf(context, media)
    : (schemaAt(media, "schema") ?? schemaAt(media, "itemSchema"));
  const schema = located === undefined ? undefined : context.schemas.inline(located, symbol, way);
  if (isJson(mediaType) || isForm(mediaType) || /event-stream|\*/i.test(mediaType) || isLines(mediaType))
    return schema ?? true;
  if (/^text\/|[/+]xml\b/i.test(mediaType)) return isText(schema, context.schemas) ? schema : { type: "string" };
  return BINARY;
}

/** What bytes are in a schema. */
export const BINARY: Schema = { type: "string", format: "binary" };

/** True for a schema of strings alone: an object that is written as XML is a string for its sender and reader. */
function isText(schema: Schema | undefined, schemas: LookUp, depth = 0): schema is Schema {
  if (typeof schema !== "object" || depth > 20) return false;
  const { $ref: reference } = schema;
  if (typeof reference === "string") return isText(schemas.get(reference), schemas, depth + 1);
  return typesOf(schema).join() === "string";
}

/** What the parameter is called that a whole body is passed as. */
export const WHOLE_BODY = "body";

/** What the parameter is called that says which form of several a body has. */
export const BODY_TYPE = "contentType";

/** Named schemas, as they are read. */
export type LookUp = { get(name: string): Schema | undefined };

/** Names of all fields a body may have, or undefined when it is not, in every reading, an object with known fields. */
export function bodyFields(schemas: LookUp, schema: Schema): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  return collectFields({ schemas, fields, known: new Map() }, schema, 0) === true ? fields : undefined;
}

interface Fields {
  readonly schemas: LookUp;
  readonly fields: Set<string>;
  /** What was found out about the schemas that were read: the same one may be part of many. */
  readonly known: Map<Schema, boolean | undefined>;
}

/** True for an object, false where the schema leaves that open, undefined where anything else may come. */
function collectFields(reading: Fields, schema: Schema, depth: number): boolean | undefined {
  if (typeof schema === "boolean" || depth > 20) return schema === true ? false : undefined;
  const { known } = reading;
  if (!known.has(schema)) known.set(schema, fieldsOf(reading, schema, depth));
  return known.get(schema);
}

function fieldsOf(reading: Fields, schema: SchemaObject, depth: number): boolean | undefined {
  const { schemas, fields } = reading;
  if (typesOf(schema).some((type) => type !== "object") || "const" in schema || "enum" in schema) return undefined;
  // Names that nobody listed might be those of parameters.
  if (isRecord(schema["additionalProperties"]) || "patternProperties" in schema) return undefined;
  const found = samePlace(schemas, schema).map((part) => collectFields(reading, part, depth + 1));
  const names = schemaMap(schema, "properties").map(([name]) => name);
  // A name that is required is a field, even if nothing else is said of it.
  for (const name of [...names, ...textsOf(schema, "required")]) fields.add(name);
  const object = "properties" in schema || found.includes(true);
  const variants = [...schemasOf(schema, "oneOf"), ...schemasOf(schema, "anyOf")];
  const each = variants.map((variant) => collectFields(reading, variant, depth + 1));
  if (found.includes(undefined) || each.includes(undefined)) return undefined;
  return object || (each.length > 0 && !each.includes(false));
}

/** The schemas that a value of a schema is of as well. */
function samePlace(schemas: LookUp, schema: SchemaObject): readonly Schema[] {
  const { $ref: reference } = schema;
  const named = typeof reference === "string" ? [schemas.get(reference) ?? true] : [];
  return [...named, ...schemasOf(schema, "allOf")];
}

/** Names of the fields that a body has in every reading. */
export function requiredFields(schemas: LookUp, schema: Schema): readonly string[] {
  const open = new Set([schema]);
  const found: string[] = [];
  for (const one of open) {
    if (typeof one === "boolean") continue;
    found.push(...textsOf(one, "required"));
    for (const part of samePlace(schemas, one)) open.add(part); // a set is walked to its end
  }
  return found;
}

/** True for items of JSON one after another: lines, or a sequence of RFC 7464. */
export function isLines(mediaType: string): boolean {
  return /^(application|text)\/(x-)?([\w.+-]+\+)?(ndjson|jsonl|jsonlines|json-lines|json-seq)$/.test(nameOf(mediaType));
}

/** What one item is: `itemSchema`, the items of a list, or the schema itself, which most documents mean by it. */
function itemOf(context: ReadContext, media: Located): Located | undefined {
  const given = schemaAt(media, "itemSchema");
  const whole = child(context, media, "schema");
  const isList = whole !== undefined && record(whole)["type"] === "array" && "items" in record(whole);
  return given ?? (isList ? schemaAt(whole, "items") : schemaAt(media, "schema"));
}

/** True for server-sent events. */
export function isEvents(mediaType: string): boolean {
  return nameOf(mediaType) === "text/event-stream";
}

/** True for a body or an answer that is nothing but bytes. */
export function isBytes(schema: Schema | undefined): boolean {
  return typeof schema === "object" && isBinary(schema);
}

/** The answers that count as success: every 2xx, or `default` where nothing else is described. */
export function successes(operation: Pick<OperationModel, "answers">): readonly Answer[] {
  const good = operation.answers.filter((answer) => answer.status.startsWith("2"));
  if (good.length > 0) return good;
  const failures = operation.answers.some((answer) => /^[45]/.test(answer.status));
  return failures ? [] : operation.answers.filter((answer) => answer.status === "default");
}

/** The schema of what comes with a webhook: that of JSON where there is a choice. */
export function webhookBody({ bodies }: Pick<WebhookModel, "bodies">): Schema {
  const types = Object.keys(bodies);
  const chosen = types.find((type) => /json/i.test(type)) ?? types[0];
  return (chosen === undefined ? undefined : bodies[chosen]) ?? true;
}

/** Methods that `fetch` sends no body with. */
export const takesBody = (method: string): boolean => !/^(get|head|trace)$/i.test(method);

/** Warns of a body that most runtimes cannot send. */
export function warnOfBody({ problems }: ReadContext, { origin }: Located, method: string): void {
  problems.warning(
    { file: origin.file, pointer: childPointer(origin.pointer, "requestBody") },
    `${method.toUpperCase()} has a body, which fetch does not send: calls with one work on Node alone`,
    "Describe its fields as parameters of the query, or use another method.",
    true,
  );
}
