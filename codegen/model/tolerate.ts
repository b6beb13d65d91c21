import type { Located } from "../load/files.js";
import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import { fits, isAnnotation, LISTS, MAPS, SINGLE, typesOf } from "./keywords.js";
import { unicodePattern } from "./patterns.js";

type Fields = Readonly<Record<string, unknown>>;
type Draft = Record<string, unknown>;

/** Which rules a document is written by, as far as schemas differ: 3.0 ignores what stands beside a `$ref`. */
export type Dialect = "3.0" | "3.1";

/** The schema itself, where it is wrapped to name its format: AsyncAPI allows that wherever a schema stands. */
export function unwrapped(schema: Located): Located {
  const { value, origin } = schema;
  if (!isRecord(value) || !("schemaFormat" in value)) return schema;
  return { value: value["schema"], origin: { file: origin.file, pointer: childPointer(origin.pointer, "schema") } };
}

const TYPES = new Set(["string", "number", "integer", "boolean", "object", "array", "null"]);
const NUMBERS = ["maximum", "minimum", "exclusiveMaximum", "exclusiveMinimum", "multipleOf"];
const COUNTS = "maxContains maxItems maxLength maxProperties minContains minItems minLength minProperties".split(" ");
const BESIDE_REF = new Set(["$ref", "description", "summary", "deprecated", "nullable", "x-nullable"]);

/**
 * A schema of any dialect that is met in OpenAPI documents (3.0, Swagger 2, older drafts, what other tools let pass) as
 * one of JSON Schema 2020-12. What says nothing that can be kept is dropped. The parts inside are left as they are: each
 * is read when its turn comes.
 */
export function tolerate(schema: Fields, dialect: Dialect): Fields {
  const out: Draft = { ...schema };
  if (dialect === "3.0" && typeof out["$ref"] === "string") {
    for (const key of Object.keys(out)) if (!BESIDE_REF.has(key)) delete out[key];
  }
  settleType(out);
  settleBounds(out);
  settleItems(out);
  settleDependencies(out);
  dropMismatches(out);
  settleEnum(out);
  return settleNull(out);
}

function settleType(out: Draft): void {
  if (!("type" in out)) return;
  if (out["type"] === "file") [out["type"], out["format"]] = ["string", "binary"];
  const known = typesOf(out).filter((type) => TYPES.has(type));
  if (known.length === 0) delete out["type"];
  else if (known.length !== (Array.isArray(out["type"]) ? out["type"].length : 1)) out["type"] = known;
}

/** Booleans beside a bound are those of older drafts; numbers in quotes are numbers. */
function settleBounds(out: Draft): void {
  for (const key of [...NUMBERS, ...COUNTS]) {
    const value = out[key];
    if (typeof value === "string" && value.trim() !== "" && Number.isFinite(Number(value))) out[key] = Number(value);
  }
  for (const [exclusive, inclusive] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const value = out[exclusive];
    if (typeof value !== "boolean") continue;
    delete out[exclusive];
    if (!value || typeof out[inclusive] !== "number") continue;
    out[exclusive] = out[inclusive];
    delete out[inclusive];
  }
  for (const key of NUMBERS) if (key in out && typeof out[key] !== "number") delete out[key];
  for (const key of COUNTS) {
    const value = out[key];
    if (key in out && !(typeof value === "number" && Number.isInteger(value) && value >= 0)) delete out[key];
  }
  if (typeof out["multipleOf"] === "number" && out["multipleOf"] <= 0) delete out["multipleOf"];
}

/** A list under `items` is a tuple of older drafts. */
function settleItems(out: Draft): void {
  if (Array.isArray(out["items"])) {
    if (!("prefixItems" in out) && out["items"].length > 0) out["prefixItems"] = out["items"];
    delete out["items"];
    if ("additionalItems" in out) out["items"] = out["additionalItems"];
  }
  delete out["additionalItems"];
}

function settleDependencies(out: Draft): void {
  const given = out["dependencies"];
  delete out["dependencies"];
  if (!isRecord(given)) return;
  const [required, schemas]: [Draft, Draft] = [{}, {}];
  for (const [name, value] of Object.entries(given)) (Array.isArray(value) ? required : schemas)[name] = value;
  if (Object.keys(required).length > 0) out["dependentRequired"] ??= required;
  if (Object.keys(schemas).length > 0) out["dependentSchemas"] ??= schemas;
}

/** Drops keywords whose value is of a kind that says nothing. */
function dropMismatches(out: Draft): void {
  const isSchema = (value: unknown): boolean => typeof value === "boolean" || isRecord(value);
  for (const key of SINGLE) if (key in out && !isSchema(out[key])) delete out[key];
  for (const key of LISTS) {
    const value = out[key];
    if (value === undefined) continue;
    const kept = Array.isArray(value) ? value.filter(isSchema) : [];
    if (kept.length === 0) delete out[key];
    else if (!Array.isArray(value) || kept.length !== value.length) out[key] = kept;
  }
  for (const key of [...MAPS, "dependentRequired"]) if (key in out && !isRecord(out[key])) delete out[key];
  const required = out["required"];
  if (Array.isArray(required)) {
    if (required.some((name) => typeof name !== "string") || new Set(required).size !== required.length)
      out["required"] = [...new Set(required.filter((name) => typeof name === "string"))];
  } else delete out["required"];
  if ("enum" in out && !Array.isArray(out["enum"])) delete out["enum"];
  if ("$ref" in out && typeof out["$ref"] !== "string") delete out["$ref"];
  if ("pattern" in out && (typeof out["pattern"] !== "string" || unicodePattern(out["pattern"]) === undefined))
    delete out["pattern"];
  if (typeof out["discriminator"] === "string") out["discriminator"] = { propertyName: out["discriminator"] };
}

/** Constants that YAML took for another type than the schema asks for are read as what it asks for. */
function settleEnum(out: Draft): void {
  const values: unknown = out["enum"];
  const types = typesOf(out);
  if (!Array.isArray(values) || types.length === 0) return;
  const given: readonly unknown[] = values;
  if (given.length === 0 || given.some((value) => types.some((type) => fits(value, type)))) return;
  const [type] = types;
  out["enum"] = given.map((value) => {
    if (type === "string" && value !== null && typeof value !== "object") return String(value);
    const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
    if ((type === "integer" || type === "number") && Number.isFinite(number)) return number;
    return type === "boolean" && (value === "true" || value === "false") ? value === "true" : value;
  });
}

/** `nullable`, in the way that everybody means it: whatever the rest says, nothing is allowed too. */
function settleNull(out: Draft): Fields {
  // `type: "null"` beside parts that are never null allows nothing by the letter: what is meant are the parts, or null.
  const beside = out["type"] === "null" && hasPartsWithoutNull(out);
  if (beside) delete out["type"];
  const nullable = beside || out["nullable"] === true || out["x-nullable"] === true;
  delete out["nullable"];
  delete out["x-nullable"];
  if (!nullable) return out;
  const types = typesOf(out);
  const composed = ["$ref", "allOf", "anyOf", "oneOf", "not", "if", "const"].some((key) => key in out);
  // Without a type nothing forbids null, but the fields or items that are described are meant to be all there is.
  const untyped = types.length === 0 && !("enum" in out) && !Object.keys(out).every(isAnnotation);
  if (!composed && !untyped) {
    if (types.length > 0 && !types.includes("null")) out["type"] = [...types, "null"];
    if (Array.isArray(out["enum"]) && !out["enum"].includes(null)) out["enum"] = [...(out["enum"] as unknown[]), null];
    return out;
  }
  const [outside, inside]: [Draft, Draft] = [{}, {}];
  for (const [key, value] of Object.entries(out)) (OUTSIDE.has(key) ? outside : inside)[key] = value;
  return { ...outside, anyOf: [inside, { type: "null" }] };
}

const OUTSIDE = new Set(["title", "description", "deprecated", "default", "readOnly", "writeOnly", "x-name"]);

/** Whether the parts of a schema refuse null. A reference is taken for an object. */
function hasPartsWithoutNull(schema: Draft): boolean {
  const refuses = (part: unknown): boolean =>
    isRecord(part) && ("$ref" in part || (typesOf(part).length > 0 && !typesOf(part).includes("null")));
  const list = (key: string): readonly unknown[] => (Array.isArray(schema[key]) ? schema[key] : []);
  const all = (key: string): boolean => list(key).length > 0 && list(key).every(refuses);
  return "$ref" in schema || list("allOf").some(refuses) || all("anyOf") || all("oneOf");
}
