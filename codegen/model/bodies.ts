import type { Located } from "../load/files.js";
import { childPointer, isRecord } from "../load/pointer.js";
import type { Origin } from "../load/problems.js";
import { child, type ReadContext, record, schemaAt, text } from "./context.js";
import type { Answer, Body, Parameter, Schema } from "./model.js";

export function isJson(mediaType: string): boolean {
  return /^(application|text)\/([\w.+-]+\+)?json\b/i.test(mediaType);
}

function pickMedia(content: Located | undefined): string | undefined {
  const types = Object.keys(record(content)).sort();
  return types.find(isJson) ?? types[0];
}

export function readBody(context: ReadContext, operation: Located, symbol: string): Omit<Body, "flat"> | undefined {
  const body = child(context, operation, "requestBody");
  if (body === undefined) return undefined;
  const content = child(context, body, "content");
  const mediaType = pickMedia(content);
  const media = content === undefined || mediaType === undefined ? undefined : child(context, content, mediaType);
  if (media === undefined || mediaType === undefined) return undefined;
  const located = schemaAt(media, "schema");
  const schema = located === undefined ? true : context.schemas.inline(located, `${symbol}.body`, "sent");
  return { schema, mediaType, required: record(body)["required"] === true };
}

/** Decides whether the fields of a body become parameters, and refuses or avoids shared names. */
export function settleBody(
  context: ReadContext,
  body: Omit<Body, "flat">,
  parameters: readonly Parameter[],
  id: string,
  origin: Origin,
): boolean {
  if (!isJson(body.mediaType)) return false;
  const fields = bodyFields(context.schemas, body.schema);
  if (fields === undefined) return false;
  const shared = parameters.filter((parameter) => fields.has(parameter.name));
  if (shared.length === 0) return true;
  if (context.clashes === "nest") return false;
  for (const parameter of shared) {
    context.problems.error(
      origin,
      `${id} has both a ${parameter.in} parameter and a body field called ${parameter.name}`,
      "Give the parameter an x-name, or let such bodies stay whole with `clashes: nest`.",
      true,
    );
  }
  return true;
}

/** Names of all fields a body may have, or undefined when it is not, in every reading, an object with known fields. */
export function bodyFields(
  schemas: { get(name: string): Schema | undefined },
  schema: Schema,
  depth = 0,
): ReadonlySet<string> | undefined {
  if (typeof schema === "boolean" || depth > 20) return undefined;
  const fields = new Set<string>();
  let object = false;
  const add = (part: Schema): boolean => {
    const inner = bodyFields(schemas, part, depth + 1);
    for (const field of inner ?? []) fields.add(field);
    return inner !== undefined;
  };
  const reference = schema["$ref"];
  if (typeof reference === "string") object = add(schemas.get(reference) ?? true);
  const properties = schema["properties"];
  if (isRecord(properties)) {
    object = true;
    for (const field of Object.keys(properties)) fields.add(field);
  }
  if (Array.isArray(schema["allOf"])) for (const part of schema["allOf"]) object = add(part) || object;
  for (const key of ["oneOf", "anyOf"]) {
    const parts = schema[key];
    if (!Array.isArray(parts)) continue;
    const all = parts.map((part: Schema) => add(part) || (object && isOnlyRequired(part)));
    if (!all.every(Boolean)) return undefined;
    object = true;
  }
  const { type } = schema;
  if (type !== undefined && type !== "object") return undefined;
  if (isRecord(schema["additionalProperties"]) && !isRecord(properties)) return undefined;
  return object ? fields : undefined;
}

function isOnlyRequired(schema: Schema): boolean {
  return isRecord(schema) && Object.keys(schema).every((key) => key === "required" || key === "description");
}

export function readAnswers(context: ReadContext, variant: Located, operation: Located, symbol: string): Answer[] {
  const own = child(context, variant, "responses");
  const responses = own ?? child(context, operation, "responses");
  const answers: Answer[] = [];
  for (const status of Object.keys(record(responses)).sort()) {
    const response = responses === undefined ? undefined : child(context, responses, status);
    if (response === undefined || status.startsWith("x-")) continue;
    answers.push(
      readAnswer(context, status.toUpperCase() === "DEFAULT" ? "default" : status.toUpperCase(), response, symbol),
    );
  }
  const given = record(variant)["answer"];
  const success = answers.find((answer) => answer.status.startsWith("2"));
  const accept = text(record(variant)["accept"]);
  if (given === undefined && accept === "") return answers;
  const others = answers.filter((answer) => !answer.status.startsWith("2"));
  if (given === undefined)
    return [{ status: success?.status ?? "2XX", doc: "", mediaType: accept, schema: true }, ...others];
  const schema = context.schemas.inline(
    { value: given, origin: { file: variant.origin.file, pointer: childPointer(variant.origin.pointer, "answer") } },
    `${symbol}.answer`,
    "received",
  );
  return [{ status: success?.status ?? "2XX", doc: "", mediaType: "application/json", schema }, ...others];
}

function readAnswer(context: ReadContext, status: string, response: Located, symbol: string): Answer {
  const content = child(context, response, "content");
  const mediaType = pickMedia(content);
  const media = content === undefined || mediaType === undefined ? undefined : child(context, content, mediaType);
  const located = media === undefined ? undefined : schemaAt(media, "schema");
  const doc = text(record(response)["description"]);
  if (mediaType === undefined) return { status, doc };
  const schema = located === undefined ? true : context.schemas.inline(located, `${symbol}.${status}`, "received");
  return { status, doc, mediaType, schema };
}
