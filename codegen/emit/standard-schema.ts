import {
  isAnnotation,
  LISTS,
  MAPS,
  openTypes,
  schemaMap,
  schemaOf,
  schemasOf,
  SINGLE,
  typesOf,
} from "../model/keywords.js";
import type { Schema, SchemaObject } from "../model/model.js";
import { BOUNDS, representedAs } from "../model/represent.js";

/** A text that stands for what neither JSON nor the library that explains has a type for. */
export const STANDS_FOR_DATE = "a Date";

const [LEAST, MOST] = [-(2n ** 63n), 2n ** 63n - 1n];

/** The same in standard JSON Schema, for libraries that read it: references by pointer, words of ours in its own. */
export function standardSchema(schema: Schema): Schema {
  if (typeof schema === "boolean") return schema;
  const as = representedAs(schema);
  if (as !== undefined) {
    const own =
      as === "date"
        ? { const: STANDS_FOR_DATE }
        : { minimum: LEAST, maximum: MOST, ...boundsOf(schema), type: "bigint" };
    return typesOf(schema).includes("null") ? { anyOf: [own, { type: "null" }] } : own;
  }
  const out: Record<string, unknown> = {};
  const open = schema["x-open"] === true;
  for (const [keyword, value] of Object.entries(schema)) {
    if (isAnnotation(keyword) || keyword === "discriminator") continue;
    if (keyword === "$ref") out[keyword] = `#/$defs/${String(value)}`;
    else if (open && (keyword === "enum" || keyword === "const")) out["type"] = openTypes(schema);
    else out[keyword] = value;
  }
  for (const keyword of SINGLE) if (keyword in schema) out[keyword] = standardSchema(schemaOf(schema, keyword) ?? true);
  for (const keyword of LISTS) if (keyword in schema) out[keyword] = schemasOf(schema, keyword).map(standardSchema);
  for (const keyword of MAPS) {
    const entries = schemaMap(schema, keyword).map(([name, part]) => [name, standardSchema(part)] as const);
    if (keyword in schema) out[keyword] = Object.fromEntries(entries);
  }
  const groups = exclusive(schema);
  if (groups !== undefined) out["allOf"] = [...(Array.isArray(out["allOf"]) ? (out["allOf"] as Schema[]) : []), groups];
  return out;
}

/** What a schema says of the size of its numbers. */
function boundsOf(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(BOUNDS.filter((keyword) => keyword in schema).map((keyword) => [keyword, schema[keyword]]));
}

/** Of groups of fields that exclude each other one is there: exactly one, or none besides. */
function exclusive(schema: SchemaObject): Schema | undefined {
  const groups: readonly unknown[] | undefined = Array.isArray(schema["x-exclusive"])
    ? schema["x-exclusive"]
    : undefined;
  const present = groups?.map((group) => ({
    anyOf: (Array.isArray(group) ? group : []).map((field: unknown) => ({ required: [field] })),
  }));
  if (present === undefined) return undefined;
  return { oneOf: schema["x-at-least-one"] === true ? present : [...present, { not: { anyOf: present } }] };
}
