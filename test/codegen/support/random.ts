import fc from "fast-check";

const NAMES = ["a", "b", "c", "x1"];
const TEXTS = ["", "a", "ab", "x1", "2026-01-31", "2026-01-31T10:00:00Z", "😀", "é", "a@b.example", "127.0.0.1"];
const PATTERNS = ["^a", "b$", "^x[0-9]$", "/", "^.$"];
const FORMATS = ["date", "date-time", "email", "ipv4", "uuid", "uri"];

const name = fc.constantFrom(...NAMES);
const names = fc.uniqueArray(name, { maxLength: 2 });

/** JSON values from a small world, so that random schemas and random values meet often. */
export const value: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<unknown>(...TEXTS, null, true, false, 0, 1, 2, 3, 1.5, -1),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...NAMES, "other"), tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value;

const CONDITION = ["if", "then", "else"] as const;
const scalar = fc.constantFrom<unknown>("a", "ab", 1, 1.5, null, true, "x1");
const count = fc.integer({ min: 0, max: 3 });

/** Keywords of JSON Schema 2020-12 in any mixture. `refs` are references that may be used. */
export function schema(refs: readonly string[]): fc.Arbitrary<unknown> {
  return fc.letrec<{ schema: unknown; object: object }>((tie) => {
    const sub = tie("schema");
    const subs = fc.array(sub, { minLength: 1, maxLength: 3 });
    const map = (keys: fc.Arbitrary<string>): fc.Arbitrary<object> =>
      fc.dictionary(keys, sub, { maxKeys: 3, noNullPrototype: true });
    const keyword: fc.Arbitrary<object> = fc.oneof(
      fc.record({
        type: fc.oneof(
          fc.constantFrom("string", "number", "integer", "boolean", "null", "object", "array"),
          fc.uniqueArray(fc.constantFrom("string", "number", "integer", "null", "object", "array"), {
            minLength: 1,
            maxLength: 3,
          }),
        ),
      }),
      fc.record({ const: fc.oneof(scalar, value) }),
      fc.record({
        enum: fc.uniqueArray(fc.oneof(scalar, value), {
          minLength: 1,
          maxLength: 3,
          selector: (item) => JSON.stringify(item),
        }),
      }),
      fc.record({ minimum: count }),
      fc.record({ exclusiveMaximum: count }),
      fc.record({ maximum: count, exclusiveMinimum: fc.integer({ min: -2, max: 1 }) }),
      fc.record({ multipleOf: fc.constantFrom(1, 2, 0.5) }),
      fc.record({ minLength: count }),
      fc.record({ maxLength: count }),
      fc.record({ pattern: fc.constantFrom(...PATTERNS) }),
      fc.record({ format: fc.constantFrom(...FORMATS) }),
      fc.record({ items: sub }),
      fc.record({ prefixItems: subs }, { requiredKeys: ["prefixItems"] }),
      fc.record({ prefixItems: subs, items: sub }),
      fc.record({ minItems: count, maxItems: count }, { requiredKeys: [] }),
      fc.record({ uniqueItems: fc.boolean() }),
      fc.record(
        {
          contains: fc.constantFrom({ type: "string" }, { const: 1 }),
          minContains: count,
          maxContains: fc.constant(3),
        },
        { requiredKeys: ["contains"] },
      ),
      fc.record({ properties: map(name) }),
      fc.record({ properties: map(name), required: names }),
      fc.record({ required: names }),
      fc.record({ patternProperties: map(fc.constantFrom(...PATTERNS)) }),
      fc.record({ properties: map(name), additionalProperties: sub }),
      fc.record({ patternProperties: map(fc.constantFrom(...PATTERNS)), additionalProperties: fc.boolean() }),
      fc.record({ propertyNames: sub }),
      fc.record({ minProperties: count, maxProperties: count }, { requiredKeys: [] }),
      fc.record({ dependentRequired: fc.dictionary(name, names, { maxKeys: 2, noNullPrototype: true }) }),
      fc.record({ dependentSchemas: map(name) }),
      fc.record({ allOf: subs }),
      fc.record({ anyOf: subs }),
      fc.record({ oneOf: subs }),
      fc.record({ not: sub }),
      fc.tuple(sub, sub, sub).map((parts) => Object.fromEntries(CONDITION.map((word, index) => [word, parts[index]]))),
      fc.tuple(sub, sub).map(([test, no]) => ({ if: test, else: no })),
      fc.record({ unevaluatedProperties: sub }),
      fc.record({ unevaluatedItems: sub }),
      ...(refs.length === 0 ? [] : [fc.record({ $ref: fc.constantFrom(...refs) })]),
    );
    return {
      object: fc
        .array(keyword, { maxLength: 4 })
        .map((parts) => withoutBareNull(Object.assign({}, ...parts) as object)), // one keyword each
      schema: fc.oneof({ maxDepth: 3, withCrossShrink: true }, fc.boolean(), keyword, tie("object")),
    };
  }).object;
}

/** `type: "null"` beside parts is read as it is meant, which is not what it says: the judges would differ. */
function withoutBareNull(schema: object): object {
  const { type, ...rest } = schema as { readonly type?: unknown }; // a keyword, if it has one
  const hasParts = ["$ref", "allOf", "anyOf", "oneOf"].some((key) => key in schema);
  return type === "null" && hasParts ? rest : schema;
}
