import { isRecord } from "../../runtime/base/values.js";
import { isAnnotation, partsOf, typesOf } from "./keywords.js";
import type { Schema, SchemaObject } from "./model.js";

/** Which values of JSON have a type of their own in programs. */
export interface Representation {
  /** Whole numbers of the format `int64` are bigints. */
  readonly bigint?: boolean;
  /** Texts of the format `date-time` are Dates. */
  readonly dates?: boolean;
}

/** On a schema whose values are not what JSON carries: `bigint` or `date`. */
export const AS = "x-as";

/** Keywords that say between which values a number is. */
export const BOUNDS = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/**
 * How values of a schema are represented; undefined where they are what JSON carries. A schema that says more than its
 * type, format and bounds stays as it is: constants, patterns and steps are about JSON.
 */
export function representationOf(schema: SchemaObject, wanted: Representation): "bigint" | "date" | undefined {
  const type = typesOf(schema)
    .filter((one) => one !== "null")
    .join();
  const others = Object.keys(schema).filter(
    (keyword) => !isAnnotation(keyword) && keyword !== "type" && keyword !== "format",
  );
  if ("x-brand" in schema) return undefined;
  if (wanted.dates === true && type === "string" && schema["format"] === "date-time")
    return others.length === 0 ? "date" : undefined;
  if (wanted.bigint === true && (type === "integer" || type === "number") && schema["format"] === "int64")
    return others.every((keyword) => BOUNDS.includes(keyword)) ? "bigint" : undefined;
  return undefined;
}

/** What {@link representationOf} found when the schema was read. */
export function representedAs(schema: Schema): "bigint" | "date" | undefined {
  const as = isRecord(schema) ? schema[AS] : undefined;
  return as === "bigint" || as === "date" ? as : undefined;
}

/** Whether anything inside a schema is represented by other values than those of JSON; references are not followed. */
export function isTouched(schema: Schema): boolean {
  return representedAs(schema) !== undefined || partsOf(schema).some(isTouched);
}
