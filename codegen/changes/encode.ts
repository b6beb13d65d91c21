import { LISTS, MAPS, schemaMap, SINGLE, typesOf } from "../model/keywords.js";
import type { Schema, SchemaObject } from "../model/model.js";

/** A schema in the form in which it is compared. */
export type Encoded = boolean | { readonly [key: string]: unknown };

/** Name under which a reference to a named schema is compared: as a plain value, never followed. */
export const REF = "x-refers-to";

const isOneOf = <Item extends string>(list: readonly Item[], item: string): item is Item =>
  (list as readonly string[]).includes(item);

const asSet = (items: readonly unknown[]): Record<string, true> =>
  Object.fromEntries(items.map((item) => [JSON.stringify(item), true as const]));

/** Under these the variants of `oneOf` and `anyOf` are compared: by who they are, not by their position. */
export const VARIANTS: Readonly<Record<string, string>> = { oneOf: "x-one-of", anyOf: "x-any-of" };

/**
 * Rewrites a schema so that its differences can be read one by one: what is a set in JSON Schema (`type`, `required`,
 * the values of `enum` and `const`, variants) becomes a set, and a reference becomes a value. Otherwise the
 * comparison would see positions in lists, and the insides of other types.
 */
export function encode(schema: Schema): Encoded {
  if (typeof schema === "boolean") return schema;
  const out: Record<string, unknown> = { "x-required": {} };
  for (const [keyword, value] of Object.entries(schema)) encodeKeyword(out, keyword, value);
  return out;
}

function encodeKeyword(out: Record<string, unknown>, keyword: string, value: unknown): void {
  const variants = VARIANTS[keyword];
  // The model has checked what stands under each keyword; the casts name the shapes JSON Schema gives them.
  if (keyword === "$ref") out[REF] = value;
  else if (keyword === "type") out["x-types"] = asSet(Array.isArray(value) ? (value as unknown[]) : [value]);
  else if (keyword === "required" && Array.isArray(value)) out["x-required"] = asSet(value as unknown[]);
  else if (keyword === "enum" && Array.isArray(value)) out["x-values"] = asSet(value as unknown[]);
  else if (keyword === "const") out["x-values"] = asSet([value]);
  else if (variants !== undefined && Array.isArray(value)) out[variants] = encodeVariants(value as Schema[]);
  else if (isOneOf(SINGLE, keyword)) out[keyword] = encode(value as Schema);
  else if (isOneOf(LISTS, keyword) && Array.isArray(value)) out[keyword] = (value as Schema[]).map(encode);
  else if (isOneOf(MAPS, keyword))
    out[keyword] = Object.fromEntries(
      Object.entries(value as SchemaObject).map(([name, one]) => [name, encode(one as Schema)]),
    );
  else out[keyword] = value;
}

function encodeVariants(variants: readonly Schema[]): Record<string, Encoded> {
  const out: Record<string, Encoded> = {};
  for (const variant of variants) {
    const identity = identityOf(variant);
    let key = identity;
    for (let n = 2; Object.hasOwn(out, key); n++) key = `${identity} ${n}`;
    out[key] = encode(variant);
  }
  return out;
}

/** What a variant is recognised by: its name, the constants that set it apart, or its type. */
function identityOf(variant: Schema): string {
  if (typeof variant === "boolean") return variant ? "anything" : "nothing";
  if (typeof variant["$ref"] === "string") return variant["$ref"];
  if ("const" in variant) return JSON.stringify(variant["const"]);
  const constants = schemaMap(variant, "properties").flatMap(([name, schema]) =>
    typeof schema === "object" && "const" in schema ? [`${name} ${JSON.stringify(schema["const"])}`] : [],
  );
  if (constants.length > 0) return constants.sort().join(", ");
  return typesOf(variant).join(" or ") || "another variant";
}
