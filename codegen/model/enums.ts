import { isRecord } from "../../runtime/base/values.js";
import { constantsOf, schemasOf, textOf } from "./keywords.js";
import type { Schema, SchemaObject } from "./model.js";

/** One value of an enum, as the description names and describes it. */
export interface EnumMember {
  readonly value: string | number;
  readonly name: string;
  readonly doc: string;
}

/**
 * The values of an enum whose description names or describes them: `x-enum-varnames` (or `x-enumNames`) and
 * `x-enum-descriptions`, or a `oneOf` of constants with titles. Empty where it does neither, or where a value is not a string
 * and no number. `x-open` changes nothing: what is listed has its names.
 */
export function enumMembers(schema: Schema): readonly EnumMember[] {
  if (typeof schema === "boolean") return [];
  const found = Array.isArray(schema["enum"]) ? listed(schema) : consts(schema);
  const names = new Set(found.map(({ name }) => name));
  const isWhole = found.every(({ value }) => typeof value === "string" || typeof value === "number");
  // Two values of one name could not be told apart.
  return isWhole && names.size === found.length ? found : [];
}

function listed(schema: SchemaObject): EnumMember[] {
  const values = constantsOf({ ...schema, "x-open": false }) ?? [];
  const names = textsOf(schema, "x-enum-varnames") ?? textsOf(schema, "x-enumNames");
  const docs = textsOf(schema, "x-enum-descriptions") ?? textsOf(schema, "x-enumDescriptions");
  if (names === undefined && docs === undefined) return [];
  const all: readonly unknown[] = Array.isArray(schema["enum"]) ? schema["enum"] : [];
  return values.flatMap((value) => {
    const at = all.indexOf(value);
    return isName(value) ? [{ value, name: names?.[at] ?? String(value), doc: docs?.[at] ?? "" }] : [];
  });
}

/** Texts by place, or by value where they are an object. */
function textsOf(schema: SchemaObject, keyword: string): readonly (string | undefined)[] | undefined {
  const given = schema[keyword];
  if (Array.isArray(given)) return given.map((item: unknown) => (typeof item === "string" ? item : undefined));
  const values: readonly unknown[] = Array.isArray(schema["enum"]) ? schema["enum"] : [];
  return isRecord(given) ? values.map((value) => textOf(given, String(value))) : undefined;
}

function consts(schema: SchemaObject): EnumMember[] {
  const variants = [...schemasOf(schema, "oneOf"), ...schemasOf(schema, "anyOf")];
  const members = variants.flatMap((variant): EnumMember[] => {
    if (typeof variant === "boolean" || !isName(variant["const"])) return [];
    const { const: value } = variant;
    const title = textOf(variant, "title");
    return title === undefined ? [] : [{ value, name: title, doc: textOf(variant, "description") ?? "" }];
  });
  return members.length === variants.length ? members : [];
}

function isName(value: unknown): value is string | number {
  return typeof value === "string" || typeof value === "number";
}
