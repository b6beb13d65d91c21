import { textOf, typesOf } from "./keywords.js";
import type { SchemaObject } from "./model.js";

/**
 * Formats that guards check, each as a regular expression or, where one does not suffice, by a helper of the
 * generated support module. Written for values as they stand in JSON: always text.
 */
export const CHECKED_FORMATS: ReadonlyMap<string, string> = new Map([
  ["date", "isDate"],
  ["date-time", "isDateTime"],
  ["time", "isTime"],
  ["duration", "isDuration"],
  ["email", "isEmail"],
  ["hostname", "isHostname"],
  ["ipv4", "isIpv4"],
  ["ipv6", "isIpv6"],
  ["json-pointer", "isJsonPointer"],
  ["regex", "isRegex"],
  ["relative-json-pointer", "isRelativeJsonPointer"],
  ["uri", "isUri"],
  ["uri-reference", "isUriReference"],
  ["uuid", "isUuid"],
]);

/** True for a schema whose values are bytes: no text of JSON, but a part of a form, a body or an answer of its own. */
export function isBinary(schema: SchemaObject): boolean {
  const types = typesOf(schema);
  if (types.length > 0 && !types.includes("string")) return false;
  if (types.length > 0 && textOf(schema, "format") === "binary") return true;
  const mediaType = textOf(schema, "contentMediaType");
  return mediaType !== undefined && !/json|^text\//i.test(mediaType) && !("contentEncoding" in schema);
}

/** Bounds of whole numbers, by format. */
export const INTEGER_BOUNDS: ReadonlyMap<string, readonly [least: string, most: string]> = new Map([
  ["int32", ["-2147483648", "2147483647"]],
  ["int64", ["-9223372036854775808", "9223372036854775807"]],
]);

/** Formats of JSON Schema and OpenAPI that tell a reader something and a guard nothing. */
export const ANNOTATED_FORMATS: ReadonlySet<string> = new Set(
  "int32 int64 float double password byte binary idn-email idn-hostname iri iri-reference uri-template".split(" "),
);
