import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import type { Origin } from "../load/problems.js";
import type { ReadContext } from "../model/context.js";
import type { NamedSchema } from "../model/model.js";

/** An object of a document. */
export type Json = Readonly<Record<string, unknown>>;

/** A document of a description. */
export interface Source {
  readonly context: ReadContext;
  readonly document: Located;
  /** References that stay as they are: those by which a document names its own parts. */
  readonly kept?: RegExp;
}

/** Fields that hold a schema, outside of schemas. */
const SCHEMA_FIELDS = new Set(["schema", "payload", "answer"]);
/** Fields that hold examples or plain data, which are never looked into. */
const DATA_FIELDS = new Set(["example", "examples", "x-tables", "x-limits", "x-union-decoders", "const"]);

/**
 * A document in one piece, nothing left out: schemas under their final names in `components.schemas`, everything else
 * written out where it was referred to. Marks and examples stay.
 */
export function gather(source: Source, schemas: readonly NamedSchema[]): Json {
  const { document } = source;
  const root = isRecord(document.value) ? document.value : {};
  const whole = Object.fromEntries(
    Object.entries(root).flatMap(([key, value]): [string, unknown][] => {
      if (DATA_FIELDS.has(key)) return [[key, value]];
      if (key === "x-error-codes" && isRecord(value)) return [[key, withoutReferences(value)]];
      return [[key, resolve(source, value, at(document.origin, key), [])]];
    }),
  );
  const components = isRecord(whole["components"]) ? whole["components"] : {};
  const named = Object.fromEntries(schemas.map(({ name, schema }) => [name, pointers(schema)] as const));
  return { ...whole, components: { ...components, schemas: named } };
}

function at(origin: Origin, token: string | number): Origin {
  return { file: origin.file, pointer: childPointer(origin.pointer, token) };
}

function withoutReferences(codes: Json): Json {
  return Object.fromEntries(
    Object.entries(codes).map(([code, entry]) => {
      const { extras: _extras, ...rest } = isRecord(entry) ? entry : {};
      return [code, rest];
    }),
  );
}

function resolve(source: Source, value: unknown, origin: Origin, path: readonly unknown[]): unknown {
  if (Array.isArray(value)) return value.map((item, index) => resolve(source, item, at(origin, index), path));
  if (!isRecord(value)) return value;
  const { $ref: reference, ...beside } = value;
  if (typeof reference === "string") {
    if (source.kept?.test(reference) === true) return value;
    const found = source.context.files.find(reference, origin);
    // Something that contains itself and is not a schema cannot be written out; a second round is cut short.
    if (found === undefined || path.includes(found.value)) return {};
    const target = resolve(source, found.value, found.origin, [...path, found.value]);
    return isRecord(target) ? { ...target, ...beside } : target;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, field(source, key, item, at(origin, key), path)]),
  );
}

function field(source: Source, key: string, item: unknown, origin: Origin, path: readonly unknown[]): unknown {
  if (DATA_FIELDS.has(key)) return item;
  if (key === "schemas") return {};
  if (!SCHEMA_FIELDS.has(key)) return resolve(source, item, origin, path);
  return pointers(source.context.schemas.inline({ value: item, origin }, ""));
}

function mapped(mapping: Json): Json {
  return Object.fromEntries(
    Object.entries(mapping).map(([value, name]) => [value, `#/components/schemas/${String(name)}`] as const),
  );
}

/** Keywords that map names to schemas. */
const MAPS = new Set(["properties", "patternProperties", "dependentSchemas"]);

/** A schema of the model with references by pointer. */
function pointers(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(pointers);
  if (!isRecord(schema)) return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]): [string, unknown] => {
      if (key === "$ref") return [key, `#/components/schemas/${String(value)}`];
      if (key === "discriminator" && isRecord(value) && isRecord(value["mapping"]))
        return [key, { ...value, mapping: mapped(value["mapping"]) }];
      if (["const", "enum", "default", "examples", "example"].includes(key)) return [key, value];
      if (!MAPS.has(key) || !isRecord(value)) return [key, pointers(value)];
      return [key, Object.fromEntries(Object.entries(value).map(([name, part]) => [name, pointers(part)]))];
    }),
  );
}
