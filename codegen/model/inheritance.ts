import { isRecord } from "../../runtime/base/values.js";
import { pointerTokens } from "../load/pointer.js";
import type { Problems } from "../load/problems.js";
import type { Settled } from "./extends.js";
import { constantsOf, isAnnotation, namesIn, schemasOf, textOf, textsOf, typesOf } from "./keywords.js";
import { admitsVariants } from "./limits.js";
import type { Schema, SchemaObject } from "./model.js";

type Entries = ReadonlyMap<string, Settled>;

/** One schema that takes all of another, and the values of the discriminator that mean it. */
interface Variant {
  readonly entry: Settled;
  readonly values: readonly string[];
}

/** A schema with a discriminator that others extend. */
interface Family {
  readonly parent: Settled;
  readonly property: string;
  readonly variants: readonly Variant[];
  /** Everything that extends the parent, directly or through others. */
  readonly below: readonly Settled[];
  /** Values that mean the parent itself. */
  readonly own: readonly string[];
}

/**
 * Makes a union of a schema with a `discriminator` that other schemas extend with `allOf`: what is described by the parent
 * is one of them. Each of them gets the values that mean it as constants, so that types narrow and guards tell them apart.
 * A parent whose variants no value tells apart stays as it is.
 */
export function settleInheritance(schemas: Entries, problems: Problems): void {
  const families = [...schemas.values()].flatMap((entry) => familyOf(entry, schemas) ?? []);
  const [first] = families;
  const variants = families.reduce((sum, family) => sum + family.variants.length, 0);
  if (first === undefined || !admitsVariants(variants, first.parent.located.origin, problems)) return;
  const constants = new Map<Settled, Map<string, readonly string[]>>();
  for (const { property, variants, parent } of families) {
    if (!constants.has(parent)) constants.set(parent, new Map());
    for (const { entry, values } of variants) {
      const known = constants.get(entry) ?? new Map<string, readonly string[]>();
      constants.set(entry, known.set(property, values));
    }
  }
  const members = families.flatMap(({ parent, below }) => [parent, ...below]);
  const written = new Map(members.map(({ name, schema }) => [name, schema]));
  const byParent = new Map(families.map((family) => [family.parent, family]));
  for (const [entry, meant] of constants) {
    const family = byParent.get(entry);
    const own = [...new Set([...(family?.own ?? []), ...(meant.get(family?.property ?? "") ?? [])])];
    if (family !== undefined && own.length > 0) meant.set(family.property, own);
    const itself = withConstants(plainOf(entry.schema, { written, stated: new Set(meant.keys()) }), meant);
    entry.schema = family === undefined ? itself : unionOf(family, own.length === 0 ? [] : [itself]);
    entry.refs.clear();
    for (const name of namesIn(entry.schema)) entry.refs.add(name);
  }
}

function familyOf(parent: Settled, schemas: Entries): Family | undefined {
  const { schema } = parent;
  if (typeof schema === "boolean" || "oneOf" in schema || "anyOf" in schema) return undefined;
  const { discriminator } = schema;
  const property = isRecord(discriminator) ? textOf(discriminator, "propertyName") : undefined;
  if (property === undefined) return undefined;
  const below = descendantsOf(parent.name, schemas);
  if (below.length === 0 || !mayBeText(schema, property)) return undefined;
  const mapping = isRecord(discriminator) && isRecord(discriminator["mapping"]) ? discriminator["mapping"] : {};
  const allowed = allowedOf(parent.name, property, schemas);
  const mapped = (name: string): readonly string[] => Object.keys(mapping).filter((value) => mapping[value] === name);
  const variants = below.flatMap((entry): Variant[] => {
    const stated = mapped(entry.name);
    const own = constantsIn(entry.schema, property);
    // A name counts where nothing is mapped: beside a mapping, such a schema only adds fields to whatever the parent is.
    const named = Object.keys(mapping).length === 0 ? [wireName(entry)] : [];
    const values = (own ?? (stated.length > 0 ? stated : named)).filter((value) => allowed?.includes(value) ?? true);
    return values.length === 0 ? [] : [{ entry, values }];
  });
  const taken = variants.flatMap(({ values }) => values);
  const left = below.some((entry) => mapped(entry.name).length > 0 && !variants.some((one) => one.entry === entry));
  if (variants.length === 0 || left || new Set(taken).size !== taken.length) return undefined;
  const own = [...mapped(parent.name), ...(allowed ?? []).filter((value) => !taken.includes(value))];
  return { parent, property, variants, below, own: [...new Set(own)] };
}

/** False for a discriminator that is a number: the keys of a mapping are strings. */
function mayBeText({ properties }: SchemaObject, property: string): boolean {
  const stated = isRecord(properties) ? properties[property] : undefined;
  const types = isRecord(stated) ? typesOf(stated) : [];
  return types.length === 0 || types.includes("string");
}

/** The name of a schema in the document, which is what a value without a mapping means. */
function wireName({ located }: Settled): string {
  return pointerTokens(located.origin.pointer).at(-1) ?? "";
}

/** What extends a schema, directly or through others, in code-unit order of the names. */
function descendantsOf(name: string, schemas: Entries): readonly Settled[] {
  const found = new Set<Settled>();
  const open = [name];
  for (let base = open.pop(); base !== undefined; base = open.pop()) {
    for (const entry of childrenOf(schemas).get(base) ?? []) {
      if (found.has(entry) || entry.name === name) continue;
      found.add(entry);
      open.push(entry.name);
    }
  }
  return [...found].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const CHILDREN = new WeakMap<Entries, ReadonlyMap<string, readonly Settled[]>>();

/** What extends each schema directly. */
function childrenOf(schemas: Entries): ReadonlyMap<string, readonly Settled[]> {
  let known = CHILDREN.get(schemas);
  if (known !== undefined) return known;
  const made = new Map<string, Settled[]>();
  for (const entry of schemas.values()) {
    if (typeof entry.schema === "boolean") continue;
    for (const part of schemasOf(entry.schema, "allOf")) {
      const base = isRecord(part) ? textOf(part, "$ref") : undefined;
      if (base === undefined || base === entry.name) continue;
      made.set(base, [...(made.get(base) ?? []), entry]);
    }
  }
  CHILDREN.set(schemas, (known = made));
  return known;
}

/** The strings that a schema allows for a property by itself, not by what it extends; undefined where it says nothing. */
function constantsIn(schema: Schema, property: string): readonly string[] | undefined {
  if (typeof schema === "boolean") return undefined;
  const { properties } = schema;
  const stated = isRecord(properties) && Object.hasOwn(properties, property) ? properties[property] : undefined;
  const known = isRecord(stated) ? constantsOf(stated) : undefined;
  if (known !== undefined && known.every((value) => typeof value === "string")) return known;
  for (const part of schemasOf(schema, "allOf")) {
    const found = isRecord(part) && !("$ref" in part) ? constantsIn(part, property) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The strings that a parent allows for its discriminator; undefined where it allows any. */
function allowedOf(name: string, property: string, schemas: Entries, depth = 0): readonly string[] | undefined {
  const schema = schemas.get(name)?.schema;
  if (!isRecord(schema) || depth > 10) return undefined;
  const own = constantsIn(schema, property);
  if (own !== undefined) return own;
  const stated = isRecord(schema["properties"]) ? schema["properties"][property] : undefined;
  const [only, ...others] = isRecord(stated) ? schemasOf(stated, "allOf") : [];
  const target = isRecord(stated)
    ? (textOf(stated, "$ref") ?? (isRecord(only) ? textOf(only, "$ref") : undefined))
    : undefined;
  const listed = target === undefined || others.length > 0 ? undefined : schemas.get(target)?.schema;
  const known = isRecord(listed) ? constantsOf(listed) : undefined;
  if (known !== undefined && known.every((value) => typeof value === "string")) return known;
  for (const part of schemasOf(schema, "allOf")) {
    const base = isRecord(part) ? textOf(part, "$ref") : undefined;
    const found = base === undefined ? undefined : allowedOf(base, property, schemas, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Keywords of a schema that is nothing but an object with fields. */
const PLAIN = new Set(["type", "properties", "required", "discriminator"]);

interface Flattening {
  /** Members of all families by name, as the document has them. */
  readonly written: ReadonlyMap<string, Schema>;
  /** Properties that become constants, and may be stated more than once until then. */
  readonly stated: ReadonlySet<string>;
}

/** A member with what it extends written out, as one object where all of it is no more than fields. */
function plainOf(schema: Schema, flattening: Flattening, depth = 0): SchemaObject {
  if (typeof schema === "boolean" || depth > 20) return {};
  const { allOf: _parts, discriminator: _discriminator, ...own } = schema;
  const parts = schemasOf(schema, "allOf").map((part) => {
    const base = isRecord(part) ? flattening.written.get(textOf(part, "$ref") ?? "") : undefined;
    if (base === undefined) return part;
    return withoutNotes(plainOf(base, flattening, depth + 1));
  });
  const all = [...parts, own].filter((part): part is SchemaObject => isRecord(part));
  const merged = all.length === parts.length + 1 ? merge(all, flattening.stated) : undefined;
  if (merged !== undefined) return { ...own, ...merged };
  return { ...own, allOf: parts };
}

/** What is said of a base is not said of what extends it. */
function withoutNotes(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isAnnotation(keyword)));
}

/** Objects whose fields have different names as one; undefined where that could say something else. */
function merge(parts: readonly SchemaObject[], stated: ReadonlySet<string>): SchemaObject | undefined {
  const properties: Record<string, unknown> = {};
  const required = new Set<string>();
  for (const part of parts) {
    if (!Object.keys(part).every((keyword) => PLAIN.has(keyword) || isAnnotation(keyword))) return undefined;
    if ("type" in part && part["type"] !== "object") return undefined;
    for (const [name, value] of Object.entries(isRecord(part["properties"]) ? part["properties"] : {})) {
      if (Object.hasOwn(properties, name) && !stated.has(name)) return undefined;
      Object.defineProperty(properties, name, { value, enumerable: true, configurable: true, writable: true });
    }
    for (const name of textsOf(part, "required")) required.add(name);
  }
  return { type: "object", properties, ...(required.size === 0 ? {} : { required: [...required] }) };
}

/** A member whose discriminators are the constants that mean it. */
function withConstants(schema: SchemaObject, constants: ReadonlyMap<string, readonly string[]>): SchemaObject {
  let changed = schema;
  for (const [property, values] of constants) {
    const stripped = strip(changed, property);
    const notes = Object.entries(stripped.stated).filter(
      ([keyword]) => isAnnotation(keyword) && !keyword.startsWith("x-enum"),
    );
    const constant = {
      ...Object.fromEntries(notes.filter(([keyword]) => keyword !== "default")),
      type: "string",
      enum: [...values],
    };
    const { properties } = stripped.schema;
    const names = textsOf(stripped.schema, "required");
    changed = {
      ...stripped.schema,
      type: "object",
      properties: { [property]: constant, ...(isRecord(properties) ? properties : {}) },
      ...(stripped.required ? { required: [...new Set([property, ...names])] } : {}),
    };
  }
  return changed;
}

interface Stripped {
  readonly schema: SchemaObject;
  /** What was said of the property. */
  readonly stated: SchemaObject;
  readonly required: boolean;
}

/** A schema without one of its properties, wherever its parts state it. */
function strip(schema: SchemaObject, property: string): Stripped {
  const { properties, required: _required, ...rest } = schema;
  const names = textsOf(schema, "required");
  const own = isRecord(properties) && Object.hasOwn(properties, property) ? properties[property] : undefined;
  const parts = schemasOf(schema, "allOf").map((part) =>
    isRecord(part) && !("$ref" in part) ? strip(part, property) : part,
  );
  const inner = parts.filter((part): part is Stripped => isRecord(part) && "stated" in part);
  const kept = isRecord(properties)
    ? Object.fromEntries(Object.entries(properties).filter(([name]) => name !== property))
    : undefined;
  const others = names.filter((name) => name !== property);
  return {
    schema: {
      ...rest,
      ...(kept === undefined ? {} : { properties: kept }),
      ...(others.length === 0 ? {} : { required: others }),
      ...(parts.length === 0 ? {} : { allOf: parts.map((part) => (isStripped(part) ? part.schema : part)) }),
    },
    stated: isRecord(own) ? own : (inner.find(({ stated }) => Object.keys(stated).length > 0)?.stated ?? {}),
    required: names.includes(property) || inner.some(({ required }) => required),
  };
}

function isStripped(part: Schema | Stripped): part is Stripped {
  return isRecord(part) && "stated" in part && "schema" in part;
}

/** The parent: one of its variants, told apart by its discriminator. */
function unionOf({ parent, property, variants, own }: Family, itself: readonly SchemaObject[]): SchemaObject {
  const notes = isRecord(parent.schema)
    ? Object.entries(parent.schema).filter(([keyword]) => isAnnotation(keyword))
    : [];
  const mapping = variants.flatMap(({ entry, values }) => values.map((value) => [value, entry.name] as const));
  return {
    ...Object.fromEntries(notes),
    discriminator: { propertyName: property, ...(own.length > 0 ? {} : { mapping: Object.fromEntries(mapping) }) },
    oneOf: [...itself, ...variants.map(({ entry }) => ({ $ref: entry.name }))],
  };
}
