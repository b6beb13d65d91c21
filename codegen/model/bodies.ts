import type { Located } from "../load/files.js";
import { childPointer, isRecord } from "../load/pointer.js";
import type { Origin } from "../load/problems.js";
import { child, type ReadContext, record, schemaAt, text } from "./context.js";
import { schemaMap, schemasOf, typesOf } from "./keywords.js";
import type { Answer, Body, OperationModel, Parameter, Schema } from "./model.js";

export function isJson(mediaType: string): boolean {
  return /^(application|text)\/([\w.+-]+\+)?json\b/i.test(mediaType);
}

/** The media type to use, by the key it stands under. A range that JSON lies in is taken for JSON. */
function pickMedia(content: Located | undefined): { readonly key: string; readonly mediaType: string } | undefined {
  const types = Object.keys(record(content)).sort();
  const range = types.find((type) => /^(\*|application)\/\*$/.test(type));
  const key = types.find(isJson) ?? range ?? types[0];
  return key === undefined ? undefined : { key, mediaType: key === range ? "application/json" : key };
}

export function readBody(context: ReadContext, operation: Located, symbol: string): Omit<Body, "flat"> | undefined {
  const body = child(context, operation, "requestBody");
  if (body === undefined) return undefined;
  const content = child(context, body, "content");
  const picked = pickMedia(content);
  const media = content === undefined || picked === undefined ? undefined : child(context, content, picked.key);
  if (media === undefined || picked === undefined) return undefined;
  const located = schemaAt(media, "schema");
  const schema = located === undefined ? true : context.schemas.inline(located, `${symbol}.body`, "sent");
  return { schema, mediaType: picked.mediaType, required: record(body)["required"] === true };
}

/** Decides whether the fields of a body become parameters, and refuses or avoids shared names. */
export function settleBody(
  context: ReadContext,
  body: Omit<Body, "flat">,
  parameters: readonly Parameter[],
  id: string,
  origin: Origin,
): boolean {
  const fields = isJson(body.mediaType) ? bodyFields(context.schemas, body.schema) : undefined;
  const shared = fields === undefined ? [] : parameters.filter(({ name }) => fields.has(name));
  const flat = fields !== undefined && (shared.length === 0 || context.clashes !== "nest");
  const report = (parameter: Parameter, other: string, advice: string): void =>
    context.problems.error(
      origin,
      `${id} has both a ${parameter.in} parameter and ${other} called ${parameter.name}`,
      `Give the parameter an x-name${advice}.`,
      true,
    );
  if (flat)
    for (const one of shared) report(one, "a body field", ", or let such bodies stay whole with `clashes: nest`");
  else for (const one of parameters) if (one.name === WHOLE_BODY) report(one, "a parameter for the body", "");
  return flat;
}

/** What the parameter is called that a whole body is passed as. */
export const WHOLE_BODY = "body";

type LookUp = { get(name: string): Schema | undefined };

/** Names of all fields a body may have, or undefined when it is not, in every reading, an object with known fields. */
export function bodyFields(schemas: LookUp, schema: Schema): ReadonlySet<string> | undefined {
  const fields = new Set<string>();
  return collectFields(schemas, schema, fields, 0) === true ? fields : undefined;
}

/** True for an object, false where the schema leaves that open, undefined where anything else may come. */
function collectFields(schemas: LookUp, schema: Schema, fields: Set<string>, depth: number): boolean | undefined {
  if (typeof schema === "boolean" || depth > 20) return schema === true ? false : undefined;
  if (typesOf(schema).some((type) => type !== "object") || "const" in schema || "enum" in schema) return undefined;
  // Names that nobody listed might be those of parameters.
  if (isRecord(schema["additionalProperties"]) || "patternProperties" in schema) return undefined;
  const reference = schema["$ref"];
  const parts = [
    ...(typeof reference === "string" ? [schemas.get(reference) ?? true] : []),
    ...schemasOf(schema, "allOf"),
  ];
  const found = parts.map((part) => collectFields(schemas, part, fields, depth + 1));
  const names = schemaMap(schema, "properties").map(([name]) => name);
  for (const name of names) fields.add(name);
  const object = "properties" in schema || found.includes(true);
  const variants = [...schemasOf(schema, "oneOf"), ...schemasOf(schema, "anyOf")];
  const each = variants.map((variant) => collectFields(schemas, variant, fields, depth + 1));
  if (found.includes(undefined) || each.includes(undefined)) return undefined;
  return object || (each.length > 0 && !each.includes(false));
}

/** Names of the fields that a body has in every reading. */
export function requiredFields(schemas: LookUp, schema: Schema, depth = 0): readonly string[] {
  if (typeof schema === "boolean" || depth > 20) return [];
  const { $ref: reference, required } = schema;
  const parts = [
    ...(typeof reference === "string" ? [schemas.get(reference) ?? true] : []),
    ...schemasOf(schema, "allOf"),
  ];
  const own = Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
  return [...own, ...parts.flatMap((part) => requiredFields(schemas, part, depth + 1))];
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
  const picked = pickMedia(content);
  const media = content === undefined || picked === undefined ? undefined : child(context, content, picked.key);
  const located = media === undefined ? undefined : schemaAt(media, "schema");
  const doc = text(record(response)["description"]);
  if (picked === undefined) return { status, doc };
  const schema = located === undefined ? true : context.schemas.inline(located, `${symbol}.${status}`, "received");
  return { status, doc, mediaType: picked.mediaType, schema };
}

/** The answers that count as success: every 2xx, or `default` where nothing else is described. */
export function successes(operation: Pick<OperationModel, "answers">): readonly Answer[] {
  const good = operation.answers.filter((answer) => answer.status.startsWith("2"));
  if (good.length > 0) return good;
  const failures = operation.answers.some((answer) => /^[45]/.test(answer.status));
  return failures ? [] : operation.answers.filter((answer) => answer.status === "default");
}
