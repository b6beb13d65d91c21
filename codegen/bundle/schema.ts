import { isRecord } from "../../runtime/base/values.js";
import { schemasOf, textOf, textsOf, typesOf } from "../model/keywords.js";
import type { Json } from "./gather.js";
import { blocks, codes, markSentences } from "./markdown.js";

/** Extensions of others that hosts of pages and generators read: the names and descriptions of the values of an enum. */
const KEPT = new Set(["x-enum-varnames", "x-enumNames", "x-enum-descriptions", "x-enumDescriptions"]);
const MAPS = new Set(["properties", "patternProperties", "dependentSchemas"]);

/**
 * A schema that says by standard keywords and in its description what marks say: open enums are no closed ones, groups
 * that exclude each other are constraints, and what is not documented stands in the text.
 */
export function liftSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(liftSchema);
  if (!isRecord(schema)) return schema;
  const lifted = Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
      if (key.startsWith("x-") && !KEPT.has(key)) return [];
      if (["const", "enum", "default", "examples", "example", "required", "discriminator"].includes(key))
        return [[key, value]];
      if (!MAPS.has(key) || !isRecord(value)) return [[key, liftSchema(value)]];
      return [[key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, liftSchema(part)]))]];
    }),
  );
  return { ...loosened(lifted, schema), ...described(schema), ...discriminator(schema), ...exclusive(schema) };
}

function described(schema: Json): Json {
  const text = blocks(textOf(schema, "description"), ...notes(schema));
  return text === "" ? {} : { description: text };
}

function notes(schema: Json): string[] {
  const values = schema["x-open"] === true && Array.isArray(schema["enum"]) ? schema["enum"].map(String) : [];
  const groups = exclusiveGroups(schema);
  return [
    values.length === 0 ? "" : `Known values: ${codes(values)}. Others are possible.`,
    groups.length === 0 ? "" : `Only one of these groups may be sent: ${groups.map(codes).join("; or ")}.`,
    schema["x-at-least-one"] === true ? "At least one of these fields must be sent." : "",
    ...markSentences(schema),
  ];
}

/** Groups of fields that exclude each other. */
export function exclusiveGroups(schema: Json): readonly (readonly string[])[] {
  const groups = schema["x-exclusive"];
  return Array.isArray(groups) ? groups.map((group) => (Array.isArray(group) ? group.map(String) : [])) : [];
}

/** An enum that other values may join is an example of values, for a program that checks. */
function loosened(lifted: Json, schema: Json): Json {
  if (schema["x-open"] !== true || !Array.isArray(schema["enum"])) return lifted;
  const { enum: _closed, type: _type, ...rest } = lifted;
  const types = typesOf(schema);
  const any = types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types };
  return { ...rest, anyOf: [{ enum: schema["enum"], ...any }, any] };
}

/** The property that tells the variants of a union apart, where each of them is a schema with a name. */
function discriminator(schema: Json): Json {
  const property = textOf(schema, "x-discriminant");
  if (
    property === undefined ||
    schemasOf(schema, "oneOf").some((variant) => !isRecord(variant) || !("$ref" in variant))
  )
    return {};
  return { discriminator: { propertyName: property } };
}

/** Groups that exclude each other: no two fields of different groups together. */
function exclusive(schema: Json): Json {
  const groups = exclusiveGroups(schema);
  if (groups.length === 0) return {};
  const pairs = groups.flatMap((group, at) =>
    groups.slice(at + 1).flatMap((other) => group.flatMap((one) => other.map((two) => ({ required: [one, two] })))),
  );
  return { not: { anyOf: pairs } };
}

/** True where an example has every field that a schema requires; tells how many those are. */
export function requiredCount(schema: unknown, schemas: Json, example: unknown): number | undefined {
  const reference = isRecord(schema) ? textOf(schema, "$ref") : undefined;
  const target = reference === undefined ? schema : schemas[reference.split("/").at(-1) ?? ""];
  const required = isRecord(target) ? textsOf(target, "required") : [];
  return required.every((name) => isRecord(example) && name in example) ? required.length : undefined;
}
