import { isRecord } from "../../runtime/base/values.js";
import { constantsOf, schemasOf, textsOf, typesOf } from "./keywords.js";
import type { Schema, SchemaObject } from "./model.js";

/** One branch of a union that a constant chooses. */
export interface Case {
  /** Texts of the property that choose this branch. */
  readonly values: readonly string[];
  readonly schema: Schema;
  /** Name of the branch where it is a named schema. */
  readonly name: string | undefined;
}

/** How a union is told apart: by the value of one required property. */
export interface Discriminated {
  readonly property: string;
  readonly cases: readonly Case[];
  /** True where the description claims it and the variants do not say so themselves. */
  readonly claimed: boolean;
}

type LookUp = (name: string) => Schema | undefined;

/** What one question has found out already: the same schemas may be part of many. */
class Search {
  readonly lookUp: LookUp;
  readonly #values = new Map<string, Map<SchemaObject, readonly string[] | undefined>>();

  constructor(lookUp: LookUp) {
    this.lookUp = lookUp;
  }

  /** The texts that a schema allows for a property, looked for once. */
  values(
    schema: SchemaObject,
    property: string,
    find: () => readonly string[] | undefined,
  ): readonly string[] | undefined {
    const known = this.#values.get(property) ?? new Map<SchemaObject, readonly string[] | undefined>();
    this.#values.set(property, known);
    if (!known.has(schema)) known.set(schema, find());
    return known.get(schema);
  }
}

/** References and unions are followed so far: schemas may lead back to themselves. */
const MOST_LEVELS = 10;

/** A union counts for so many levels: each one in another takes its number of variants times as long. */
const UNION_LEVELS = 4;

/**
 * Finds a property that every variant requires with constant texts of its own, so that a `switch` decides which
 * variant applies. Proven from the variants themselves where they say it, otherwise believed of a
 * `discriminator`. Undefined where there is no such property.
 */
export function discriminate(schema: Schema, lookUp: LookUp): Discriminated | undefined {
  return split(schema, new Search(lookUp), 0);
}

function split(schema: Schema, search: Search, depth: number): Discriminated | undefined {
  if (typeof schema === "boolean" || depth > MOST_LEVELS) return undefined;
  const { lookUp } = search;
  const list = schemasOf(schema, "oneOf");
  const variants = list.length > 0 ? list : schemasOf(schema, "anyOf");
  if (variants.length < 2) return undefined;
  const resolved = variants.map((variant) => resolve(variant, lookUp));
  const first = resolved[0];
  if (first === undefined) return undefined;
  const claimed = isRecord(schema["discriminator"]) ? schema["discriminator"]["propertyName"] : undefined;
  const candidates = [...(typeof claimed === "string" ? [claimed] : []), ...textsOf(first.schema, "required")];
  for (const property of new Set(candidates)) {
    const cases = resolved.map((variant) => caseOf(variant, property, lookUp));
    if (!cases.every((item) => item !== undefined)) continue;
    const values = cases.flatMap((item) => item.values);
    if (new Set(values).size === values.length) return { property, cases, claimed: false };
  }
  return claimedSplit(schema, resolved, search, depth);
}

/**
 * What a `discriminator` says: which values of its property stand for which variant. Where a variant itself allows none of
 * them, as those that nobody mapped and that are told apart by constants, its own are meant. Undefined where the property
 * of a variant is not a string, as the keys of a mapping are, and where other values have a meaning too (`defaultMapping`).
 */
function claimedSplit(
  schema: SchemaObject,
  variants: readonly (Resolved | undefined)[],
  search: Search,
  depth: number,
): Discriminated | undefined {
  const { discriminator } = schema;
  const { propertyName: property, mapping, defaultMapping } = isRecord(discriminator) ? discriminator : {};
  if (typeof property !== "string" || !isRecord(mapping) || defaultMapping !== undefined) return undefined;
  const byName = new Map<unknown, string[]>();
  for (const [value, name] of Object.entries(mapping)) {
    const list = byName.get(name);
    if (list === undefined) byName.set(name, [value]);
    else list.push(value);
  }
  const cases = variants.map((variant): Case | undefined => {
    if (variant?.name === undefined) return undefined;
    const mapped = byName.get(variant.name) ?? [];
    const own = declaredValues(variant.schema, property, search, depth);
    const kept = own === undefined ? mapped : mapped.filter((value) => own.includes(value));
    const values = kept.length === 0 ? (own ?? []) : kept;
    if (mapped.length === 0 || values.length === 0) return undefined;
    return { values, schema: variant.original, name: variant.name };
  });
  if (!cases.every((item) => item !== undefined)) return undefined;
  if (new Set(cases.map(({ name }) => name)).size !== cases.length) return undefined;
  const values = cases.flatMap((item) => item.values);
  if (new Set(values).size !== values.length) return undefined;
  return { property, cases, claimed: true };
}

/**
 * The same, where a `switch` says all there is to say: what is not an object must not fit any other way. A variant that does
 * not ask for an object fits whatever is none; only in a `oneOf` two of them cancel each other out.
 */
export function switchable(schema: Schema, lookUp: LookUp): Discriminated | undefined {
  const found = discriminate(schema, lookUp);
  // Who claims a discriminator says that every value is an object that has it.
  if (found === undefined || typeof schema === "boolean" || isObjectType(schema) || found.claimed) return found;
  const lenient = found.cases.filter(({ schema: variant }) => !isObjectType(resolve(variant, lookUp)?.schema));
  return lenient.length === 0 || ("oneOf" in schema && lenient.length > 1) ? found : undefined;
}

function isObjectType(schema: SchemaObject | undefined): boolean {
  return schema !== undefined && typesOf(schema).join() === "object";
}

interface Resolved {
  readonly original: Schema;
  readonly schema: SchemaObject;
  readonly name: string | undefined;
}

function resolve(variant: Schema, lookUp: LookUp): Resolved | undefined {
  if (typeof variant === "boolean") return undefined;
  const reference = variant["$ref"];
  if (typeof reference !== "string") return { original: variant, schema: variant, name: undefined };
  const target = lookUp(reference);
  if (!isRecord(target)) return undefined;
  return { original: variant, schema: target, name: reference };
}

function caseOf(variant: Resolved | undefined, property: string, lookUp: LookUp): Case | undefined {
  if (variant === undefined || !textsOf(variant.schema, "required").includes(property)) return undefined;
  const values = constants(propertyOf(variant.schema, property), lookUp);
  if (values === undefined || values.length === 0) return undefined;
  return { values, schema: variant.original, name: variant.name };
}

function propertyOf({ properties }: SchemaObject, name: string): unknown {
  return isRecord(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** The texts that a schema allows for a property, whether it asks for it or not; undefined where it allows any. */
function declaredValues(
  schema: SchemaObject,
  property: string,
  search: Search,
  depth: number,
): readonly string[] | undefined {
  if (depth > MOST_LEVELS) return undefined;
  return search.values(schema, property, () => composedValues(schema, property, search, depth));
}

function composedValues(
  schema: SchemaObject,
  property: string,
  search: Search,
  depth: number,
): readonly string[] | undefined {
  const { lookUp } = search;
  const { $ref: reference } = schema;
  const parts = [...schemasOf(schema, "allOf"), ...(typeof reference === "string" ? [{ $ref: reference }] : [])];
  const lists = parts.map((part) => {
    const resolved = resolve(part, lookUp);
    return resolved === undefined ? undefined : declaredValues(resolved.schema, property, search, depth + 1);
  });
  // A variant may be a union itself, which the same property tells apart.
  const union = split(schema, search, depth + UNION_LEVELS);
  const inner = union?.property === property ? union.cases.flatMap(({ values }) => values) : undefined;
  const known = [constants(propertyOf(schema, property), lookUp), inner, ...lists];
  const [first, ...others] = known.filter((list) => list !== undefined);
  return first?.filter((value) => others.every((list) => list.includes(value)));
}

/** The texts that a schema allows, none where it allows no text; undefined where it allows any, or something else too. */
function constants(schema: unknown, lookUp: LookUp, depth = 0): readonly string[] | undefined {
  if (!isRecord(schema) || depth > MOST_LEVELS) return undefined;
  const known = constantsOf(schema);
  if (known !== undefined) {
    const texts = known.filter((item) => typeof item === "string");
    return texts.length === 0 || texts.length === known.length ? texts : undefined;
  }
  const types = typesOf(schema);
  if (types.length > 0 && !types.includes("string")) return [];
  const reference = schema["$ref"];
  if (typeof reference === "string") return constants(lookUp(reference), lookUp, depth + 1);
  const { allOf } = schema;
  return Array.isArray(allOf) && allOf.length === 1 ? constants(allOf[0], lookUp, depth + 1) : undefined;
}
