import type { Kind, Shape } from "./kinds.js";

const TYPES = { words: ["string", "number", "integer", "boolean", "object", "array", "null"] } as const;

/** What is said of words that `tolerate` understands, although this version of JSON Schema does not have them. */
const readAsIn = (version: string): string => `It is read as in ${version}, but not by every tool`;

/** Keywords of JSON Schema 2020-12, and those that OpenAPI and these generators add. */
export function schemaShape<Name extends string>(
  schema: Kind<Name>,
  others: { readonly discriminator: Kind<Name>; readonly xml: Kind<Name>; readonly externalDocs: Kind<Name> },
): Shape<Name> {
  const each = (kind: Kind<Name>, keywords: string): Record<string, Kind<Name>> =>
    Object.fromEntries(keywords.split(" ").map((keyword) => [keyword, kind]));
  return {
    called: "schema",
    lenient: true,
    orFlag: true,
    ref: schema,
    fields: {
      ...each("text", "$schema $id $ref $anchor $dynamicRef $dynamicAnchor $comment title description"),
      ...each("text", "contentEncoding contentMediaType"),
      ...each("flag", "deprecated readOnly writeOnly uniqueItems x-open x-at-least-one"),
      ...each("any", "$vocabulary const default example"),
      ...each("number", "minimum maximum exclusiveMinimum exclusiveMaximum"),
      ...each("count", "minLength maxLength minItems maxItems minContains maxContains minProperties maxProperties"),
      ...each(schema, "items contains additionalProperties propertyNames unevaluatedItems unevaluatedProperties"),
      ...each(schema, "not if then else contentSchema"),
      ...each({ list: schema }, "allOf anyOf oneOf prefixItems"),
      ...each({ list: "any" }, "enum examples"),
      ...each({ map: schema }, "$defs definitions"),
      ...each({ map: schema, keys: "property" }, "properties dependentSchemas"),
      patternProperties: { map: schema, keys: "pattern" },
      dependentRequired: { map: { list: "property" }, keys: "property" },
      required: { list: "property" },
      type: { either: [TYPES, { list: TYPES }] },
      format: "format",
      "x-brand": "name",
      pattern: "pattern",
      multipleOf: "step",
      "x-exclusive": { list: { list: "property" } },
      ...each({ either: ["text", { list: "text" }] }, "x-tensions x-undocumented"),
      ...others,
    },
    hints: {
      type: 'The types are string, number, integer, boolean, object, array and "null", which needs quotes in YAML.',
      required: "List the names of the properties that are required, in the schema of the object they belong to.",
      properties: "Names stand under `properties`, and a schema under each name.",
      items: "Use one schema for all items; a schema for each place is `prefixItems`.",
      exclusiveMinimum: "Write the limit itself instead of a `minimum` beside it.",
      exclusiveMaximum: "Write the limit itself instead of a `maximum` beside it.",
      nullable: `${readAsIn("OpenAPI 3.0")}: write \`type: [string, "null"]\`, or \`anyOf\` with \`type: "null"\`.`,
      additionalItems: `${readAsIn("older drafts")}: write \`items\` beside \`prefixItems\`.`,
      dependencies: `${readAsIn("older drafts")}: write \`dependentRequired\` or \`dependentSchemas\`.`,
      $recursiveRef: `${readAsIn("older drafts")}: write \`$dynamicRef\`.`,
    },
  };
}
