import { isRecord } from "../../runtime/base/values.js";
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

/** Keywords that say where a schema is, not what it allows; dropped once references are resolved. */
export const DROPPED = new Set([
  "$schema",
  "$id",
  "$anchor",
  "$dynamicAnchor",
  "$recursiveAnchor",
  "$defs",
  "definitions",
  "example",
  "examples",
]);

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

/** Keywords whose schemas are about the very value that theirs is about. */
const IN_PLACE: ReadonlySet<string> = new Set("allOf anyOf oneOf not if then else dependentSchemas".split(" "));

const PARTS: ReadonlySet<string> = new Set([...SINGLE, ...LISTS, ...MAPS]);
const NONE: readonly Schema[] = [];

/** The schemas directly inside a schema; with `inPlace` only those that are about the same value. */
export function partsOf(schema: Schema, inPlace = false): readonly Schema[] {
  // Most schemas have none, and this is asked more often than anything else.
  if (typeof schema === "boolean" || !hasParts(schema)) return NONE;
  const wanted = (keyword: string): boolean => keyword in schema && (!inPlace || IN_PLACE.has(keyword));
  return [
    ...SINGLE.filter(wanted).map((keyword) => schemaOf(schema, keyword) ?? true),
    ...LISTS.filter(wanted).flatMap((keyword) => schemasOf(schema, keyword)),
    ...MAPS.filter(wanted).flatMap((keyword) => schemaMap(schema, keyword).map(([, part]) => part)),
  ];
}

function hasParts(schema: SchemaObject): boolean {
  for (const keyword in schema) if (PARTS.has(keyword)) return true;
  return false;
}

/** Names that a schema refers to, however deep inside; with `inPlace` only for the value itself. */
export function namesIn(schema: Schema, inPlace = false, found = new Set<string>()): ReadonlySet<string> {
  if (typeof schema === "boolean") return found;
  if (typeof schema["$ref"] === "string") found.add(schema["$ref"]);
  for (const part of partsOf(schema, inPlace)) namesIn(part, inPlace, found);
  return found;
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

/** The JSON type of a value, `integer` being a `number` like any other. */
export function typeOfValue(value: unknown): string {
  return value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
}

/** Whether a value is of a JSON type. */
export function fits(value: unknown, type: string): boolean {
  return type === "integer" ? Number.isInteger(value) : typeOfValue(value) === type;
}

/**
 * The only values that a schema allows, as far as `const`, `enum` and `type` say; undefined where they list none, or
 * where more than they list is possible. Numbers that JSON cannot carry are left out.
 */
export function constantsOf(schema: SchemaObject): readonly unknown[] | undefined {
  if (schema["x-open"] === true) return undefined;
  const lists: (readonly unknown[])[] = [
    ...("const" in schema ? [[schema["const"]]] : []),
    ...(Array.isArray(schema["enum"]) ? [schema["enum"]] : []),
  ];
  const [first, ...others] = lists;
  const types = typesOf(schema);
  return first?.filter(
    (item) =>
      (types.length === 0 || types.some((type) => fits(item, type))) &&
      (typeof item !== "number" || Number.isFinite(item)) &&
      others.every((list) => list.some((other) => isSame(item, other))),
  );
}

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, n) => isSame(item, b[n]));
  if (!isRecord(a) || !isRecord(b)) return a === b;
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]));
}

/** Types of an open enum: those it names or, where it names none, those of the values it lists. */
export function openTypes(schema: SchemaObject): readonly string[] {
  const types = typesOf(schema);
  const values: readonly unknown[] = Array.isArray(schema["enum"]) ? schema["enum"] : [schema["const"]];
  return types.length > 0 ? types : [...new Set(values.map(typeOfValue))];
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
