import { CHECKED_FORMATS, INTEGER_BOUNDS, isBinary } from "../model/formats.js";
import { constantsOf, isAnnotation, numberOf, openTypes, textOf, typesOf } from "../model/keywords.js";
import type { SchemaObject } from "../model/model.js";
import { representedAs } from "../model/represent.js";
import { and, type GuardContext } from "./guard-context.js";
import { literal } from "./writer.js";

const BY_TYPE: Readonly<Record<string, (value: string) => string>> = {
  string: (value) => `typeof ${value} === "string"`,
  boolean: (value) => `typeof ${value} === "boolean"`,
  null: (value) => `${value} === null`,
};

/** A condition without a helper of its own, or undefined where the schema says too much for one. */
export function simpleCondition(schema: SchemaObject, value: string, module: GuardContext): string | undefined {
  const as = representedAs(schema);
  if (as !== undefined) return representedCondition(schema, as, { value, module });
  const meaningful = Object.keys(schema).filter((keyword) => !isAnnotation(keyword) && keyword !== "discriminator");
  if (meaningful.length === 0) return "true";
  const only = meaningful.length === 1 ? meaningful[0] : undefined;
  const reference = schema["$ref"];
  if (only === "$ref" && typeof reference === "string") return module.call(reference, value);
  if (meaningful.every((keyword) => keyword === "type" || keyword === "enum" || keyword === "const")) {
    return constantCondition(schema, value, module);
  }
  if (
    meaningful.every((keyword) => STRING_KEYWORDS.has(keyword) || keyword === "type") &&
    typesOf(schema).length === 1
  ) {
    return typesOf(schema)[0] === "string"
      ? isBinary(schema)
        ? typesCondition(writtenTypes(schema), value, module)
        : and([`typeof ${value} === "string"`, ...stringConditions(schema, value, module)])
      : undefined;
  }
  if (meaningful.every((keyword) => NUMBER_KEYWORDS.has(keyword) || keyword === "type") && isNumeric(typesOf(schema))) {
    return and([typesCondition(typesOf(schema), value, module), ...numberConditions(schema, value, module)]);
  }
  return undefined;
}

/** A bigint or a Date. Such a schema says nothing but its bounds. */
function representedCondition(
  schema: SchemaObject,
  as: "bigint" | "date",
  { value, module }: { readonly value: string; readonly module: GuardContext },
): string {
  const [least, most] = INTEGER_BOUNDS.get("int64") ?? ["", ""];
  const holds =
    as === "date"
      ? `${module.support("isDateValue")}(${value})`
      : and([
          `typeof ${value} === "bigint"`,
          `${value} >= ${least}n`,
          `${value} <= ${most}n`,
          ...boundConditions(schema, value),
        ]);
  return typesOf(schema).includes("null") ? `(${value} === null || (${holds}))` : holds;
}

function isNumeric(types: readonly string[]): boolean {
  return types.length === 1 && (types[0] === "number" || types[0] === "integer");
}

export function constantCondition(schema: SchemaObject, value: string, module: GuardContext): string {
  const constants = constantsOf(schema);
  if (constants !== undefined) return oneOfValues(constants, value, module);
  return typesCondition(isBinary(schema) ? writtenTypes(schema) : openTypes(schema), value, module);
}

function oneOfValues(values: readonly unknown[], value: string, module: GuardContext): string {
  if (values.length === 0) return "false";
  const scalars = values.filter((item) => typeof item !== "object" || item === null);
  const others = values.filter((item) => typeof item === "object" && item !== null);
  if (scalars.length > 8 && others.length === 0) return `${module.constantSet(scalars)}.has(${value})`;
  const parts = [
    ...scalars.map((item) => `${value} === ${literal(item)}`),
    ...others.map((item) => `${module.support("isEqual")}(${value}, ${literal(item)})`),
  ];
  return eitherOf(parts);
}

function eitherOf(parts: readonly string[]): string {
  const all = parts.join(" || ");
  return parts.length === 1 ? all : `(${all})`;
}

/** The types of a schema; bytes are a type of their own here, which a text may stand for. */
export function writtenTypes(schema: SchemaObject): readonly string[] {
  const types = typesOf(schema);
  return isBinary(schema) ? types.map((type) => (type === "string" ? "binary" : type)) : types;
}

const TYPE_HELPERS: Readonly<Record<string, string>> = {
  object: "isObject",
  array: "isArray",
  number: "isNumber",
  integer: "isInteger",
  binary: "isBinary",
};

function typeCondition(type: string, value: string, module: GuardContext): string {
  const helper = TYPE_HELPERS[type];
  return helper === undefined ? (BY_TYPE[type]?.(value) ?? "false") : `${module.support(helper)}(${value})`;
}

export function typesCondition(types: readonly string[], value: string, module: GuardContext): string {
  const narrowed = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  const parts = narrowed.map((type) => typeCondition(type, value, module));
  return eitherOf(parts);
}

const STRING_KEYWORDS = new Set([
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
]);
const NUMBER_KEYWORDS = new Set(["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "format"]);

export function stringConditions(schema: SchemaObject, value: string, module: GuardContext): string[] {
  const out: string[] = [];
  const least = numberOf(schema, "minLength") ?? 0;
  const most = numberOf(schema, "maxLength");
  // A code point takes one or two units, so the length in units settles all but a narrow band.
  if (least === 1) out.push(`${value}.length > 0`);
  else if (least > 0) {
    out.push(`(${value}.length >= ${least * 2 - 1} || ${module.support("codePoints")}(${value}) >= ${least})`);
  }
  if (most !== undefined)
    out.push(`(${value}.length <= ${most} || ${module.support("codePoints")}(${value}) <= ${most})`);
  const pattern = textOf(schema, "pattern");
  if (pattern !== undefined) out.push(`${module.pattern(pattern)}.test(${value})`);
  const format = CHECKED_FORMATS.get(textOf(schema, "format") ?? "");
  if (format !== undefined) out.push(`${module.support(format)}(${value})`);
  return out;
}

export function numberConditions(schema: SchemaObject, value: string, module: GuardContext): string[] {
  const out = boundConditions(schema, value);
  const bounds = INTEGER_BOUNDS.get(textOf(schema, "format") ?? "");
  if (bounds !== undefined) {
    if (!typesOf(schema).includes("integer")) out.push(`${module.support("isInteger")}(${value})`);
    out.push(`${value} >= ${bounds[0]}`, `${value} <= ${bounds[1]}`);
  }
  const step = numberOf(schema, "multipleOf");
  if (step !== undefined) out.push(`${module.support("isMultipleOf")}(${value}, ${step})`);
  return out;
}

function boundConditions(schema: SchemaObject, value: string): string[] {
  const operators = { minimum: ">=", maximum: "<=", exclusiveMinimum: ">", exclusiveMaximum: "<" } as const;
  return Object.entries(operators).flatMap(([keyword, operator]) => {
    const limit = numberOf(schema, keyword);
    return limit === undefined ? [] : [`${value} ${operator} ${limit}`];
  });
}
