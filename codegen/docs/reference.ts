import { code } from "../bundle/harmless.js";
import type { Documents, Json } from "../bundle/index.js";
import { isRecord } from "../../runtime/base/values.js";
import { textOf, typesOf } from "../model/keywords.js";
import type { Model, NamedSchema, OperationModel, Schema } from "../model/model.js";
import { METHODS } from "../model/operations.js";

/** One page of a reference: a path relative to the folder, and its text. */
export interface Page {
  readonly path: string;
  readonly text: string;
}

/** Everything that pages are made from, and what they ask of it. */
export interface Reference {
  readonly model: Model;
  /** Module that snippets import from. */
  readonly module: string;
  readonly schemas: ReadonlyMap<string, NamedSchema>;
  /** The operation as the bundle has it: descriptions say what marks say, and examples are there. */
  readonly shown: (operation: OperationModel) => Json;
  /** The message of a type as the bundle has it. */
  readonly message: (type: string) => Json;
  readonly documents: Documents;
}

export interface ReferenceOptions {
  /** Module that snippets import from. Default: `./generated/routes.js`. */
  readonly module?: string;
}

/** Makes what pages are made from. */
export function referenceOf(model: Model, documents: Documents, options: ReferenceOptions = {}): Reference {
  const operations = operationsOf(documents.openapi);
  const messages = messagesOf(documents.asyncapi);
  return {
    model,
    documents,
    module: options.module ?? "./generated/routes.js",
    schemas: new Map(model.schemas.map((item) => [item.name, item])),
    shown: ({ id }) => operations.get(id) ?? {},
    message: (type) => messages.get(type) ?? {},
  };
}

function operationsOf(document: Json | undefined): ReadonlyMap<string, Json> {
  const found = new Map<string, Json>();
  const { paths = {}, webhooks = {} } = document ?? {};
  for (const group of [paths, webhooks])
    for (const item of Object.values(isRecord(group) ? group : {}))
      for (const method of METHODS) {
        const operation = isRecord(item) ? item[method] : undefined;
        if (isRecord(operation)) found.set(String(operation["operationId"]), operation);
      }
  return found;
}

function messagesOf(document: Json | undefined): ReadonlyMap<string, Json> {
  const components = document?.["components"];
  const messages = isRecord(components) ? components["messages"] : undefined;
  return new Map(
    Object.entries(isRecord(messages) ? messages : {}).flatMap(([key, message]) =>
      isRecord(message) ? [[textOf(message, "name") ?? key, message] as const] : [],
    ),
  );
}

/** Path from the page at `from` to the page at `to`. */
export function pathTo(from: string, to: string): string {
  return `${"../".repeat(from.split("/").length - 1)}${to}`;
}

/** A link to the page of a schema. */
export function schemaLink(from: string, name: string): string {
  return `[${name}](${pathTo(from, `schemas/${name}.md`)})`;
}

/** A link to a code of refusals, or the code alone where nothing is said of it. */
export function codeLink(reference: Reference, from: string, name: string): string {
  const known = reference.model.errorCodes.some((entry) => entry.code === name);
  return known ? `[${code(name)}](${pathTo(from, `errors.md#${slug(name)}`)})` : code(name);
}

/** The anchor of a heading. */
export function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, "")
    .trim()
    .replaceAll(/\s+/g, "-");
}

/** What kind of value a schema asks for, in words, named schemas as links. */
export function typeWords(reference: Reference, from: string, schema: Schema): string {
  if (schema === true) return "anything";
  if (schema === false) return "nothing";
  const name = textOf(schema, "$ref");
  if (name !== undefined) return schemaLink(from, name);
  if ("const" in schema) return code(JSON.stringify(schema["const"]));
  const values = schema["enum"];
  if (Array.isArray(values)) {
    const listed = values.map((value) => code(JSON.stringify(value))).join(" or ");
    return schema["x-open"] === true ? `${listed} or another` : listed;
  }
  for (const keyword of ["oneOf", "anyOf", "allOf"] as const) {
    const parts = schema[keyword];
    if (!Array.isArray(parts)) continue;
    // Parts of a schema are schemas: the model holds nothing else there.
    return parts.map((part) => typeWords(reference, from, part as Schema)).join(keyword === "allOf" ? " and " : " or ");
  }
  const types = typesOf(schema);
  if (types.length === 0) return "properties" in schema ? "object" : "anything";
  return types.map((type) => (type === "array" ? listWords(reference, from, schema) : type)).join(" or ");
}

function listWords(reference: Reference, from: string, schema: Json): string {
  const { items } = schema;
  const known = isRecord(items) || typeof items === "boolean";
  return known ? `list of ${typeWords(reference, from, items)}` : "list";
}
