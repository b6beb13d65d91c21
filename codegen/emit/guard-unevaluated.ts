import { isRecord } from "../load/pointer.js";
import { numberOf, schemaMap, schemaOf, schemasOf } from "../model/keywords.js";
import type { Schema, SchemaObject } from "../model/model.js";
import type { GuardContext } from "./guard-context.js";
import { text } from "./writer.js";

/**
 * `unevaluatedProperties` and `unevaluatedItems` without bookkeeping at run time: whether a key was looked at follows
 * from the schema, and where it depends on which branch held, the branch is asked again, for such schemas alone.
 */
export function unevaluatedStatements(schema: SchemaObject, value: string, module: GuardContext): string[] {
  const properties = schemaOf(schema, "unevaluatedProperties");
  const items = schemaOf(schema, "unevaluatedItems");
  return [
    ...(properties === undefined || properties === true ? [] : propertyLoop(schema, properties, value, module)),
    ...(items === undefined || items === true ? [] : itemLoop(schema, items, value, module)),
  ];
}

function propertyLoop(schema: SchemaObject, rest: Schema, value: string, module: GuardContext): string[] {
  const key = module.variable("key");
  // A variable that no check above has narrowed: every key must be readable.
  const fields = module.variable("fields");
  const evaluated = or(evaluatedKey(without(schema, "unevaluatedProperties"), fields, key, module, new Set()));
  if (evaluated === "true") return [];
  const condition = module.condition(rest, `${fields}[${key}]`);
  return [
    `const ${fields}: unknown = ${value};`,
    `if (${module.support("isObject")}(${fields})) {`,
    `  for (const ${key} of Object.keys(${fields})) {`,
    `    if (!(${or([evaluated, condition])})) return false;`,
    "  }",
    "}",
  ];
}

function itemLoop(schema: SchemaObject, rest: Schema, value: string, module: GuardContext): string[] {
  const index = module.variable("index");
  const items = module.variable("items");
  const evaluated = or(evaluatedIndex(without(schema, "unevaluatedItems"), items, index, module, new Set()));
  if (evaluated === "true") return [];
  const condition = module.condition(rest, `${items}[${index}]`);
  return [
    `const ${items}: unknown = ${value};`,
    `if (${module.support("isArray")}(${items})) {`,
    `  for (let ${index} = 0; ${index} < ${items}.length; ${index}++) {`,
    `    if (!(${or([evaluated, condition])})) return false;`,
    "  }",
    "}",
  ];
}

function without(schema: SchemaObject, keyword: string): SchemaObject {
  return Object.fromEntries(Object.entries(schema).filter(([name]) => name !== keyword));
}

function or(conditions: readonly string[]): string {
  const kept = [...new Set(conditions)].filter((condition) => condition !== "false");
  if (kept.includes("true")) return "true";
  return kept.length === 0 ? "false" : kept.join(" || ");
}

type Evaluated = (
  schema: Schema,
  value: string,
  at: string,
  module: GuardContext,
  seen: ReadonlySet<string>,
) => string[];

/** Conditions under which `schema`, known to hold, has looked at the key in the variable `key`. */
function evaluatedKey(
  schema: Schema,
  value: string,
  key: string,
  module: GuardContext,
  seen: ReadonlySet<string>,
): string[] {
  if (!isRecord(schema)) return [];
  if ("additionalProperties" in schema || "unevaluatedProperties" in schema) return ["true"];
  const own = schemaMap(schema, "properties").map(([name]) => `${key} === ${text(name)}`);
  const patterns = schemaMap(schema, "patternProperties").map(([pattern]) => `${module.pattern(pattern)}.test(${key})`);
  const dependent = schemaMap(schema, "dependentSchemas").flatMap(([name, part]) =>
    guarded(`${value}[${text(name)}] !== undefined`, evaluatedKey(part, value, key, module, seen)),
  );
  return [...own, ...patterns, ...dependent, ...evaluatedInPlace(schema, value, key, module, seen, evaluatedKey)];
}

function evaluatedIndex(
  schema: Schema,
  value: string,
  index: string,
  module: GuardContext,
  seen: ReadonlySet<string>,
): string[] {
  if (!isRecord(schema)) return [];
  if ("items" in schema || "unevaluatedItems" in schema) return ["true"];
  const prefix = schemasOf(schema, "prefixItems");
  const contains = schemaOf(schema, "contains");
  const own = [
    ...(prefix.length === 0 ? [] : [`${index} < ${prefix.length}`]),
    ...(contains === undefined || numberOf(schema, "maxContains") === 0
      ? []
      : [module.condition(contains, `${value}[${index}]`)]),
  ];
  return [...own, ...evaluatedInPlace(schema, value, index, module, seen, evaluatedIndex)];
}

/** What the schemas that apply to the same value have looked at. */
function evaluatedInPlace(
  schema: SchemaObject,
  value: string,
  at: string,
  module: GuardContext,
  seen: ReadonlySet<string>,
  evaluated: Evaluated,
): string[] {
  const out: string[] = [];
  const reference = schema["$ref"];
  if (typeof reference === "string" && !seen.has(reference)) {
    out.push(...evaluated(module.lookUp(reference) ?? true, value, at, module, new Set([...seen, reference])));
  }
  for (const part of schemasOf(schema, "allOf")) out.push(...evaluated(part, value, at, module, seen));
  for (const part of [...schemasOf(schema, "anyOf"), ...schemasOf(schema, "oneOf")]) {
    out.push(...guarded(module.condition(part, value), evaluated(part, value, at, module, seen)));
  }
  const test = schemaOf(schema, "if");
  if (test === undefined) return out;
  const condition = module.condition(test, value);
  const onYes = [test, schemaOf(schema, "then") ?? true].flatMap((part) => evaluated(part, value, at, module, seen));
  const onNo = evaluated(schemaOf(schema, "else") ?? true, value, at, module, seen);
  return [...out, ...guarded(condition, onYes), ...guarded(`!(${condition})`, onNo)];
}

function guarded(condition: string, evaluated: readonly string[]): string[] {
  const inner = or(evaluated);
  if (inner === "false") return [];
  return [inner === "true" ? `(${condition})` : `((${condition}) && (${inner}))`];
}
