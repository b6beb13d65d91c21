import { isRecord } from "../../runtime/base/values.js";
import { numberOf, schemaMap, schemaOf, schemasOf, textsOf, typesOf } from "../model/keywords.js";
import type { Schema, SchemaObject } from "../model/model.js";
import { access, demand, type GuardContext, mentions, nested, or, reachable, unless } from "./guard-context.js";
import { simpleCondition } from "./guard-scalars.js";
import { text } from "./writer.js";

/** What a schema asks of an object: its fields, their number, and what is left. */
export function objectStatements(schema: SchemaObject, value: string, module: GuardContext): string[] {
  const out: string[] = [];
  const required = new Set(textsOf(schema, "required"));
  const properties = schemaMap(schema, "properties");
  const least = numberOf(schema, "minProperties");
  const most = numberOf(schema, "maxProperties");
  if (least !== undefined) out.push(unless(`${module.support("countKeys")}(${value}) >= ${least}`));
  if (most !== undefined) out.push(unless(`${module.support("countKeys")}(${value}) <= ${most}`));
  // Constants first: they are cheap, and they are what tells one object from another.
  const ordered = [...properties].sort(([, a], [, b]) => Number(isConstant(b)) - Number(isConstant(a)));
  for (const [name, part] of ordered) {
    out.push(...propertyStatements(name, part, required.has(name), value, module));
    required.delete(name);
  }
  for (const name of [...required].sort()) out.push(unless(`${access(value, name)} !== undefined`));
  out.push(...dependentStatements(schema, value, module), ...remainingStatements(schema, value, module));
  if (schema["x-exclusive"] !== undefined) out.push(...exclusiveStatements(schema, value));
  return out;
}

function isConstant(schema: Schema): boolean {
  return typeof schema === "object" && "const" in schema;
}

function propertyStatements(
  name: string,
  schema: Schema,
  required: boolean,
  value: string,
  module: GuardContext,
): string[] {
  if (schema === true) return required ? [unless(`${access(value, name)} !== undefined`)] : [];
  const variable = module.variable(name);
  const declare = `const ${variable} = ${access(value, name)};`;
  const forbidden = required ? ["return false;"] : [unless(`${access(value, name)} === undefined`)];
  if (schema === false) return forbidden;
  const simple = simpleCondition(schema, variable, module);
  if (simple === "false") return forbidden;
  if (simple !== undefined) {
    if (simple === "true") return required ? [unless(`${access(value, name)} !== undefined`)] : [];
    if (required) {
      const missing = rejectsUndefined(schema, module) ? [] : [unless(`${variable} !== undefined`)];
      return [declare, ...missing, unless(simple)];
    }
    return [declare, unless(`${variable} === undefined || (${simple})`)];
  }
  const inner = module.statements(schema, variable);
  if (inner[0] === "return false;") return forbidden;
  if (required) {
    const missing = rejectsUndefined(schema, module) ? [] : [unless(`${variable} !== undefined`)];
    return [declare, ...missing, ...inner];
  }
  return [declare, `if (${variable} !== undefined) {`, ...nested(inner), "}"];
}

/** True where a missing value fails by itself, so that no separate look is needed. */
function rejectsUndefined(schema: SchemaObject, module: GuardContext, depth = 0): boolean {
  if (typesOf(schema).length > 0 || "const" in schema || "enum" in schema) return true;
  if (depth > 10) return false;
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const variants = schemasOf(schema, keyword);
    const all = variants.every((variant) => isRecord(variant) && rejectsUndefined(variant, module, depth + 1));
    if (variants.length > 0 && all) return true;
  }
  const reference = schema["$ref"];
  const target = typeof reference === "string" ? module.lookUp(reference) : undefined;
  return isRecord(target) && rejectsUndefined(target, module, depth + 1);
}

function dependentStatements(schema: SchemaObject, value: string, module: GuardContext): string[] {
  const out: string[] = [];
  const dependent = schema["dependentRequired"];
  if (isRecord(dependent)) {
    for (const name of Object.keys(dependent).sort()) {
      const needed = dependent[name];
      if (!Array.isArray(needed) || needed.length === 0) continue;
      const missing = needed.map((item) => `${access(value, String(item))} === undefined`).join(" || ");
      out.push(`if (${access(value, name)} !== undefined && (${missing})) return false;`);
    }
  }
  for (const [name, part] of schemaMap(schema, "dependentSchemas")) {
    out.push(...demand(`${access(value, name)} !== undefined`, module.test(part, value)));
  }
  return out;
}

/** Keys beyond the declared ones: `patternProperties`, `additionalProperties`, `propertyNames`. */
function remainingStatements(schema: SchemaObject, value: string, module: GuardContext): string[] {
  const names = schemaOf(schema, "propertyNames") ?? true;
  const patterns = schemaMap(schema, "patternProperties");
  const additional = schemaOf(schema, "additionalProperties") ?? true;
  if (names === true && patterns.length === 0 && additional === true) return [];
  const name = module.variable("key");
  const item = module.variable("item");
  const lines: string[] = [];
  const onName = module.test(names, name);
  if (onName !== "true") lines.push(unless(onName));
  const tests = patterns.map(([pattern]) => `${module.pattern(pattern)}.test(${name})`);
  const checks = patterns.flatMap(([, part], index) => demand(tests[index] ?? "true", module.test(part, item)));
  if (additional !== true) {
    const declared = schemaMap(schema, "properties").map(([property]) => property);
    const known = [...(declared.length === 0 ? [] : [knownKey(declared, name, module)]), ...tests];
    const condition = module.condition(additional, item);
    if (condition === "false" && known.length === 0) return [unless(`${module.support("countKeys")}(${value}) === 0`)];
    if (condition !== "true") checks.push(unless(or([...known, condition])));
  }
  if (checks.some((line) => mentions(line, item))) lines.push(`const ${item} = ${value}[${name}];`);
  lines.push(...checks);
  if (lines.length === 0) return [];
  if (reachable(lines)[0] === "return false;") return [unless(`${module.support("countKeys")}(${value}) === 0`)];
  return [`for (const ${name} of Object.keys(${value})) {`, ...nested(lines), "}"];
}

function knownKey(declared: readonly string[], name: string, module: GuardContext): string {
  if (declared.length > 4) return `${module.constantSet(declared)}.has(${name})`;
  return declared.map((property) => `${name} === ${text(property)}`).join(" || ");
}

function exclusiveStatements(schema: SchemaObject, value: string): string[] {
  const groups = (Array.isArray(schema["x-exclusive"]) ? schema["x-exclusive"] : []).map((group: unknown) =>
    Array.isArray(group) ? group.map(String) : [],
  );
  const present = groups.map((group) => group.map((name) => `${access(value, name)} !== undefined`).join(" || "));
  const count = present.map((test) => `Number(${test})`).join(" + ");
  return [unless(`${count} ${schema["x-at-least-one"] === true ? "===" : "<="} 1`)];
}
