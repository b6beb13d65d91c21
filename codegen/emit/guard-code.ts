import { isRecord } from "../load/pointer.js";
import { discriminate } from "../model/discriminant.js";
import { CHECKED_FORMATS } from "../model/formats.js";
import { isAnnotation, numberOf, schemaMap, schemaOf, schemasOf, textOf, textsOf, typesOf } from "../model/keywords.js";
import type { Schema, SchemaObject } from "../model/model.js";
import type { GuardModule } from "./guard-module.js";
import { unevaluatedStatements } from "./guard-unevaluated.js";
import { text } from "./writer.js";

/**
 * Turns schemas into guard functions, as statements that leave the function with `false` at the first thing that does
 * not fit. A part that is needed as a condition (a branch of a union, a `not`) becomes a function of its own.
 */

/** Statements that return false unless `value` satisfies `schema`. `value` is a variable. */
export function guardStatements(schema: Schema, value: string, module: GuardModule): string[] {
  if (schema === true) return [];
  if (schema === false) return ["return false;"];
  const condition = simpleCondition(schema, value, module);
  if (condition !== undefined) return condition === "true" ? [] : [`if (!(${condition})) return false;`];
  return [...typeStatements(schema, value, module), ...composedStatements(schema, value, module)];
}

/** A condition that holds exactly when `value` satisfies `schema`; a helper function where statements are needed. */
export function guardCondition(schema: Schema, value: string, module: GuardModule): string {
  if (typeof schema === "boolean") return String(schema);
  const simple = simpleCondition(schema, value, module);
  if (simple !== undefined) return simple;
  return `${module.helper(schema)}(${value}${module.depthArgument()})`;
}

/** The body of a guard over the variable `value`. */
export function guardBody(schema: Schema, module: GuardModule): string[] {
  if (typeof schema === "boolean") return [`return ${schema};`];
  const condition = simpleCondition(schema, "value", module);
  if (condition !== undefined) return [`return ${condition};`];
  const split = isUnionAlone(schema) ? discriminate(schema, (name) => module.lookUp(name)) : undefined;
  if (split !== undefined) return switchStatements(split, "value", module);
  const statements = guardStatements(schema, "value", module);
  return closeBody(statements);
}

/** Ends a body: `return true`, or the condition of the last statement itself. */
function closeBody(statements: string[]): string[] {
  const last = statements.at(-1);
  const match = last === undefined ? null : /^if \(!\(([^]*)\)\) return false;$/.exec(last);
  if (match?.[1] !== undefined && balanced(match[1])) return [...statements.slice(0, -1), `return ${match[1]};`];
  return [...statements, "return true;"];
}

function balanced(condition: string): boolean {
  let depth = 0;
  for (const char of condition) {
    if (char === "(") depth++;
    if (char === ")" && --depth < 0) return false;
  }
  return depth === 0;
}

const BY_TYPE: Readonly<Record<string, (value: string) => string>> = {
  string: (value) => `typeof ${value} === "string"`,
  boolean: (value) => `typeof ${value} === "boolean"`,
  null: (value) => `${value} === null`,
};

/** A condition without a helper of its own, or undefined where the schema says too much for one. */
function simpleCondition(schema: SchemaObject, value: string, module: GuardModule): string | undefined {
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
    return textOf(schema, "type") === "string" || typesOf(schema)[0] === "string"
      ? and([BY_TYPE["string"]?.(value) ?? "true", ...stringConditions(schema, value, module)])
      : undefined;
  }
  if (meaningful.every((keyword) => NUMBER_KEYWORDS.has(keyword) || keyword === "type") && isNumeric(typesOf(schema))) {
    return and([typesCondition(typesOf(schema), value, module), ...numberConditions(schema, value, module)]);
  }
  return undefined;
}

function isNumeric(types: readonly string[]): boolean {
  return types.length === 1 && (types[0] === "number" || types[0] === "integer");
}

export function and(conditions: readonly string[]): string {
  const kept = conditions.filter((condition) => condition !== "true");
  return kept.length === 0 ? "true" : kept.join(" && ");
}

function constantCondition(schema: SchemaObject, value: string, module: GuardModule): string {
  const conditions: string[] = [];
  const types = typesOf(schema);
  const open = schema["x-open"] === true;
  const values = "const" in schema ? [schema["const"]] : Array.isArray(schema["enum"]) ? schema["enum"] : undefined;
  if (values !== undefined && !open) {
    const fitting = types.length === 0 ? values : values.filter((item) => types.some((type) => fits(item, type)));
    conditions.push(oneOfValues(fitting, value, module));
  } else if (types.length > 0) conditions.push(typesCondition(types, value, module));
  else if (open) conditions.push(BY_TYPE["string"]?.(value) ?? "true");
  return and(conditions);
}

function fits(value: unknown, type: string): boolean {
  if (type === "null") return value === null;
  if (type === "integer") return Number.isInteger(value);
  if (type === "array") return Array.isArray(value);
  return type === "object" ? isRecord(value) : typeof value === type;
}

function oneOfValues(values: readonly unknown[], value: string, module: GuardModule): string {
  if (values.length === 0) return "false";
  const scalars = values.filter((item) => typeof item !== "object" || item === null);
  const others = values.filter((item) => typeof item === "object" && item !== null);
  if (scalars.length > 8 && others.length === 0) return `${module.constantSet(scalars)}.has(${value})`;
  const parts = [
    ...scalars.map((item) => `${value} === ${typeof item === "string" ? text(item) : String(item)}`),
    ...others.map((item) => `${module.support("isEqual")}(${value}, ${JSON.stringify(item)})`),
  ];
  return parts.length === 1 ? (parts[0] ?? "false") : `(${parts.join(" || ")})`;
}

const TYPE_HELPERS: Readonly<Record<string, string>> = {
  object: "isObject",
  array: "isArray",
  number: "isNumber",
  integer: "isInteger",
};

function typeCondition(type: string, value: string, module: GuardModule): string {
  const helper = TYPE_HELPERS[type];
  return helper === undefined ? (BY_TYPE[type]?.(value) ?? "false") : `${module.support(helper)}(${value})`;
}

function typesCondition(types: readonly string[], value: string, module: GuardModule): string {
  const narrowed = types.includes("number") ? types.filter((type) => type !== "integer") : types;
  const parts = narrowed.map((type) => typeCondition(type, value, module));
  return parts.length === 1 ? (parts[0] ?? "true") : `(${parts.join(" || ")})`;
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

function stringConditions(schema: SchemaObject, value: string, module: GuardModule): string[] {
  const out: string[] = [];
  const least = numberOf(schema, "minLength");
  const most = numberOf(schema, "maxLength");
  // A code point takes one or two units, so the length in units settles all but a narrow band.
  if (least === 1) out.push(`${value}.length > 0`);
  else if (least !== undefined && least > 0) {
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

function numberConditions(schema: SchemaObject, value: string, module: GuardModule): string[] {
  const out: string[] = [];
  for (const [keyword, operator] of [
    ["minimum", ">="],
    ["maximum", "<="],
    ["exclusiveMinimum", ">"],
    ["exclusiveMaximum", "<"],
  ] as const) {
    const limit = numberOf(schema, keyword);
    if (limit !== undefined) out.push(`${value} ${operator} ${limit}`);
  }
  const step = numberOf(schema, "multipleOf");
  if (step !== undefined) out.push(`${module.support("isMultipleOf")}(${value}, ${step})`);
  return out;
}

/** What each JSON type asks of a value, as one block per type. */
function typeStatements(schema: SchemaObject, value: string, module: GuardModule): string[] {
  const types = typesOf(schema);
  const out: string[] = [];
  if ("const" in schema || "enum" in schema) out.push(unless(constantCondition(schema, value, module)));
  const blocks: [type: string, test: string, statements: string[]][] = [
    ["object", `${module.support("isObject")}(${value})`, objectStatements(schema, value, module)],
    ["array", `${module.support("isArray")}(${value})`, arrayStatements(schema, value, module)],
    ["string", `typeof ${value} === "string"`, stringConditions(schema, value, module).map(unless)],
    ["number", `typeof ${value} === "number"`, numberConditions(schema, value, module).map(unless)],
  ];
  const settled = types.length === 1 ? types[0] : undefined;
  if (types.length > 0 && !("const" in schema || ("enum" in schema && schema["x-open"] !== true))) {
    out.push(unless(typesCondition(types, value, module)));
  }
  for (const [type, test, statements] of blocks) {
    if (statements.length === 0) continue;
    const possible = types.length === 0 || types.includes(type) || (type === "number" && types.includes("integer"));
    if (!possible) continue;
    if (settled === type) out.push(...statements);
    else if (settled === "integer" && type === "number") out.push(...statements);
    else out.push(`if (${test}) {`, ...statements.map((line) => `  ${line}`), "}");
  }
  return out;
}

function unless(condition: string): string {
  return condition === "false" ? "return false;" : `if (!(${condition})) return false;`;
}

function objectStatements(schema: SchemaObject, value: string, module: GuardModule): string[] {
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

function access(value: string, name: string): string {
  return `${value}[${text(name)}]`;
}

function propertyStatements(
  name: string,
  schema: Schema,
  required: boolean,
  value: string,
  module: GuardModule,
): string[] {
  if (schema === true) return required ? [unless(`${access(value, name)} !== undefined`)] : [];
  const variable = module.variable(name);
  const declare = `const ${variable} = ${access(value, name)};`;
  if (schema === false) return [unless(`${access(value, name)} === undefined`)];
  const simple = simpleCondition(schema, variable, module);
  if (simple !== undefined) {
    if (simple === "true") return required ? [unless(`${access(value, name)} !== undefined`)] : [];
    if (required) {
      const missing = rejectsUndefined(schema, module) ? [] : [unless(`${variable} !== undefined`)];
      return [declare, ...missing, unless(simple)];
    }
    return [declare, unless(`${variable} === undefined || (${simple})`)];
  }
  const inner = guardStatements(schema, variable, module);
  if (required) {
    const missing = rejectsUndefined(schema, module) ? [] : [unless(`${variable} !== undefined`)];
    return [declare, ...missing, ...inner];
  }
  return [declare, `if (${variable} !== undefined) {`, ...inner.map((line) => `  ${line}`), "}"];
}

/** True where a missing value fails by itself, so that no separate look is needed. */
function rejectsUndefined(schema: SchemaObject, module: GuardModule, depth = 0): boolean {
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

function dependentStatements(schema: SchemaObject, value: string, module: GuardModule): string[] {
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
    const condition = guardCondition(part, value, module);
    if (condition !== "true") out.push(`if (${access(value, name)} !== undefined && !(${condition})) return false;`);
  }
  return out;
}

/** Keys beyond the declared ones: `patternProperties`, `additionalProperties`, `propertyNames`. */
function remainingStatements(schema: SchemaObject, value: string, module: GuardModule): string[] {
  const names = schemaOf(schema, "propertyNames") ?? true;
  const patterns = schemaMap(schema, "patternProperties");
  const additional = schemaOf(schema, "additionalProperties") ?? true;
  if (names === true && patterns.length === 0 && additional === true) return [];
  const name = module.variable("key");
  const item = module.variable("item");
  const lines: string[] = [];
  const onName = guardCondition(names, name, module);
  if (onName !== "true") lines.push(unless(onName));
  const needsItem = patterns.some(([, part]) => part !== true) || typeof additional !== "boolean";
  if (needsItem) lines.push(`const ${item} = ${value}[${name}];`);
  const tests = patterns.map(([pattern]) => `${module.pattern(pattern)}.test(${name})`);
  for (const [index, [, part]] of patterns.entries()) {
    const condition = guardCondition(part, item, module);
    if (condition !== "true") lines.push(`if (${tests[index] ?? "true"} && !(${condition})) return false;`);
  }
  if (additional !== true) {
    const declared = schemaMap(schema, "properties").map(([property]) => property);
    const known = [...(declared.length === 0 ? [] : [knownKey(declared, name, module)]), ...tests];
    const condition = guardCondition(additional, item, module);
    if (condition !== "true")
      lines.push(unless([...known, condition].filter((part) => part !== "false").join(" || ") || "false"));
  }
  if (lines.length === 0) return [];
  return [`for (const ${name} of Object.keys(${value})) {`, ...lines.map((line) => `  ${line}`), "}"];
}

function knownKey(declared: readonly string[], name: string, module: GuardModule): string {
  if (declared.length > 4) return `${module.constantSet(declared)}.has(${name})`;
  return declared.map((property) => `${name} === ${text(property)}`).join(" || ");
}

function exclusiveStatements(schema: SchemaObject, value: string): string[] {
  const groups = (Array.isArray(schema["x-exclusive"]) ? schema["x-exclusive"] : []).map((group: unknown) =>
    Array.isArray(group) ? group.map(String) : [],
  );
  const present = groups.map(
    (group) => `(${group.map((name) => `${access(value, name)} !== undefined`).join(" || ")})`,
  );
  const count = present.map((test) => `Number(${test})`).join(" + ");
  return [unless(`${count} ${schema["x-at-least-one"] === true ? "===" : "<="} 1`)];
}

function arrayStatements(schema: SchemaObject, value: string, module: GuardModule): string[] {
  const out: string[] = [];
  const least = numberOf(schema, "minItems");
  const most = numberOf(schema, "maxItems");
  if (least !== undefined && least > 0) out.push(unless(`${value}.length >= ${least}`));
  if (most !== undefined) out.push(unless(`${value}.length <= ${most}`));
  const prefix = schemasOf(schema, "prefixItems");
  for (const [index, part] of prefix.entries()) {
    const condition = guardCondition(part, `${value}[${index}]`, module);
    if (condition !== "true") out.push(`if (${value}.length > ${index} && !(${condition})) return false;`);
  }
  const items = schemaOf(schema, "items") ?? true;
  if (items === false) out.push(unless(`${value}.length <= ${prefix.length}`));
  else if (items !== true) out.push(...itemLoop(items, prefix.length, value, module));
  if (schema["uniqueItems"] === true) out.push(unless(`${module.support("isUnique")}(${value})`));
  out.push(...containsStatements(schema, value, module));
  return out;
}

function itemLoop(items: Schema, from: number, value: string, module: GuardModule): string[] {
  const item = module.variable("item");
  const inner = guardStatements(items, item, module);
  if (inner.length === 0) return [];
  if (from === 0) return [`for (const ${item} of ${value}) {`, ...inner.map((line) => `  ${line}`), "}"];
  const index = module.variable("index");
  const head = `for (let ${index} = ${from}; ${index} < ${value}.length; ${index}++) {`;
  return [head, `  const ${item}: unknown = ${value}[${index}];`, ...inner.map((line) => `  ${line}`), "}"];
}

function containsStatements(schema: SchemaObject, value: string, module: GuardModule): string[] {
  const contains = schemaOf(schema, "contains");
  if (contains === undefined) return [];
  const least = numberOf(schema, "minContains") ?? 1;
  const most = numberOf(schema, "maxContains");
  if (least === 0 && most === undefined) return [];
  const item = module.variable("item");
  const count = module.variable("count");
  const condition = guardCondition(contains, item, module);
  return [
    `let ${count} = 0;`,
    `for (const ${item} of ${value}) if (${condition}) ${count}++;`,
    unless(and([`${count} >= ${least}`, ...(most === undefined ? [] : [`${count} <= ${most}`])])),
  ];
}

/** `$ref` beside other keywords, and everything that combines schemas. */
function composedStatements(schema: SchemaObject, value: string, module: GuardModule): string[] {
  const out: string[] = [];
  const reference = schema["$ref"];
  if (typeof reference === "string") out.push(unless(module.call(reference, value)));
  for (const part of schemasOf(schema, "allOf")) {
    const condition = guardCondition(part, value, module);
    if (condition !== "true") out.push(unless(condition));
  }
  const not = schemaOf(schema, "not");
  if (not !== undefined) out.push(unless(negate(guardCondition(not, value, module))));
  out.push(...conditionalStatements(schema, value, module));
  out.push(...unionStatements(schema, value, module));
  out.push(...unevaluatedStatements(schema, value, module));
  return out;
}

function negate(condition: string): string {
  return condition === "true" ? "false" : condition === "false" ? "true" : `!(${condition})`;
}

function conditionalStatements(schema: SchemaObject, value: string, module: GuardModule): string[] {
  const test = schemaOf(schema, "if");
  const yes = schemaOf(schema, "then") ?? true;
  const no = schemaOf(schema, "else") ?? true;
  if (test === undefined || (yes === true && no === true)) return [];
  const [condition, onYes, onNo] = [test, yes, no].map((part) => guardCondition(part, value, module));
  return [unless(`(${condition ?? "true"}) ? (${onYes ?? "true"}) : (${onNo ?? "true"})`)];
}

function unionStatements(schema: SchemaObject, value: string, module: GuardModule): string[] {
  const out: string[] = [];
  const any = schemasOf(schema, "anyOf");
  const one = schemasOf(schema, "oneOf");
  // A union told apart by a constant is a switch, and a switch returns: it needs a function of its own.
  if (isUnionAlone(schema) && discriminate(schema, (name) => module.lookUp(name)) !== undefined) {
    return [unless(`${module.helper(schema)}(${value}${module.depthArgument()})`)];
  }
  if (any.length > 0) {
    const conditions = any.map((part) => guardCondition(part, value, module));
    if (!conditions.includes("true")) out.push(unless(conditions.join(" || ")));
  }
  if (one.length > 0) {
    const conditions = one.map((part) => guardCondition(part, value, module));
    out.push(unless(oneOfCondition(conditions)));
  }
  return out;
}

function oneOfCondition(conditions: readonly string[]): string {
  if (conditions.length === 1) return conditions[0] ?? "true";
  return `${conditions.map((condition) => `Number(${condition})`).join(" + ")} === 1`;
}

/** True where a schema says nothing but which variants there are. */
function isUnionAlone(schema: SchemaObject): boolean {
  const objectType = textOf(schema, "type") === "object";
  const rest = Object.keys(schema).filter(
    (keyword) => !isAnnotation(keyword) && keyword !== "discriminator" && !(keyword === "type" && objectType),
  );
  return rest.length === 1 && (rest[0] === "oneOf" || rest[0] === "anyOf");
}

function switchStatements(
  split: NonNullable<ReturnType<typeof discriminate>>,
  value: string,
  module: GuardModule,
): string[] {
  const head = `if (!${module.support("isObject")}(${value})) return false;`;
  const cases = split.cases.flatMap(({ values, schema }) => [
    ...values.slice(0, -1).map((item) => `  case ${text(item)}:`),
    `  case ${text(values.at(-1) ?? "")}:`,
    `    return ${guardCondition(schema, value, module)};`,
  ]);
  return [head, `switch (${access(value, split.property)}) {`, ...cases, "  default:", "    return false;", "}"];
}
