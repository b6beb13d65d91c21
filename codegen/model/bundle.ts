import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import type { Origin } from "../load/problems.js";
import type { ReadContext } from "./context.js";
import type { NamedSchema } from "./model.js";

/** Parts of a document that other tools want in one piece. */
const KEPT = ["openapi", "info", "servers", "security", "tags", "paths", "webhooks"] as const;

/**
 * The document as one piece, for tools that read OpenAPI themselves: schemas under their final names, everything else
 * written out where it was referred to.
 */
export function bundle(context: ReadContext, document: Located, schemas: readonly NamedSchema[]): object {
  const root = isRecord(document.value) ? document.value : {};
  const out: Record<string, unknown> = {};
  for (const key of KEPT) {
    if (key in root) out[key] = inline(context, root[key], below(document.origin, key), []);
  }
  const named = schemas.map(({ name, schema }) => [name, plainSchema(schema)] as const);
  return { ...out, components: { schemas: Object.fromEntries(named) } };
}

/** What the transport adds by itself and no caller writes. */
const OMITTED = Symbol("omitted");

function below(origin: Origin, token: string | number): Origin {
  return { file: origin.file, pointer: childPointer(origin.pointer, token) };
}

function inline(
  context: ReadContext,
  value: unknown,
  origin: Origin,
  path: readonly unknown[],
  names = false,
): unknown {
  if (Array.isArray(value)) {
    const kept = value.map((item, index) => inline(context, item, below(origin, index), path));
    return kept.filter((item) => item !== OMITTED);
  }
  if (!isRecord(value)) return value;
  const reference = value["$ref"];
  if (typeof reference === "string") {
    const found = context.files.find(reference, origin);
    // Something that contains itself and is not a schema cannot be written out; a second round is cut short.
    if (found === undefined || path.includes(found.value)) return {};
    return inline(context, found.value, found.origin, [...path, found.value]);
  }
  if (value["x-transport"] === true) return OMITTED;
  const entries = Object.keys(value)
    .sort()
    .flatMap((key): [string, unknown][] => {
      if (!names && (key.startsWith("x-") || key === "examples" || key === "example")) return [];
      const at = below(origin, key);
      // The names of headers are theirs, whatever they begin with.
      if (names || key !== "schema") return [[key, inline(context, value[key], at, path, !names && key === "headers")]];
      return [[key, plainSchema(context.schemas.inline({ value: value[key], origin: at }, ""))]];
    });
  return Object.fromEntries(entries);
}

/** A schema of the model as standard JSON Schema, references by pointer. Marks of openness stay: they change types. */
function plainSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(plainSchema);
  if (!isRecord(schema)) return schema;
  const entries = Object.entries(schema).flatMap(([key, value]): [string, unknown][] => {
    if (key === "$ref") return [[key, `#/components/schemas/${String(value)}`]];
    if (key === "const" || key === "enum" || key === "default" || key === "x-open") return [[key, value]];
    if (key === "discriminator" || key.startsWith("x-")) return [];
    if (!MAPS.has(key) || !isRecord(value)) return [[key, plainSchema(value)]];
    const parts = Object.entries(value).map(([name, part]) => [name, plainSchema(part)] as const);
    return [[key, Object.fromEntries(parts)]];
  });
  return Object.fromEntries(entries);
}

const MAPS = new Set(["properties", "patternProperties", "dependentSchemas"]);
