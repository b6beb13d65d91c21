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

/** Formats of JSON Schema and OpenAPI that tell a reader something and a guard nothing. */
export const ANNOTATED_FORMATS: ReadonlySet<string> = new Set(
  "int32 int64 float double password byte binary idn-email idn-hostname iri iri-reference uri-template".split(" "),
);
