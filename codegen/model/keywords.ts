import { isRecord } from "../load/pointer.js";
import type { Schema, SchemaObject } from "./model.js";

/** Keywords whose value is one schema. */
export const SINGLE = [
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
] as const;
/** Keywords whose value is a list of schemas. */
export const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"] as const;
/** Keywords whose value maps names to schemas. */
export const MAPS = ["dependentSchemas", "patternProperties", "properties"] as const;

export function isSchema(value: unknown): value is Schema {
  return typeof value === "boolean" || isRecord(value);
}

export function schemaOf(schema: SchemaObject, keyword: (typeof SINGLE)[number]): Schema | undefined {
  const value = schema[keyword];
  return isSchema(value) ? value : undefined;
}

export function schemasOf(schema: SchemaObject, keyword: (typeof LISTS)[number]): readonly Schema[] {
  const value = schema[keyword];
  return Array.isArray(value) ? value.filter(isSchema) : [];
}

/** Entries of a map of schemas, in code-unit order of their keys unless `sorted` is false. */
export function schemaMap(
  schema: SchemaObject,
  keyword: (typeof MAPS)[number],
): readonly (readonly [string, Schema])[] {
  const value = schema[keyword];
  if (!isRecord(value)) return [];
  return Object.entries(value).filter((entry): entry is [string, Schema] => isSchema(entry[1]));
}

export function textOf(schema: SchemaObject, keyword: string): string | undefined {
  const value = schema[keyword];
  return typeof value === "string" ? value : undefined;
}

export function numberOf(schema: SchemaObject, keyword: string): number | undefined {
  const value = schema[keyword];
  return typeof value === "number" ? value : undefined;
}

export function textsOf(schema: SchemaObject, keyword: string): readonly string[] {
  const value = schema[keyword];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

/** `type` as a list; empty where the schema does not say. */
export function typesOf(schema: SchemaObject): readonly string[] {
  const type = schema["type"];
  return typeof type === "string" ? [type] : Array.isArray(type) ? type.filter((item) => typeof item === "string") : [];
}

/** Reasons of an `x-undocumented` mark: a text or a list of texts. */
export function reasonsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}

const ANNOTATIONS = new Set(["title", "description", "deprecated", "default", "readOnly", "writeOnly", "$comment"]);

/** True for a keyword that says nothing about which values are valid. */
export function isAnnotation(keyword: string): boolean {
  return ANNOTATIONS.has(keyword) || keyword.startsWith("x-");
}
