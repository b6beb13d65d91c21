import { discriminate, type Discriminated, switchable } from "../model/discriminant.js";
import { isBinary } from "../model/formats.js";
import { constantsOf, fits, isAnnotation, schemaOf, schemasOf, textOf, typesOf } from "../model/keywords.js";
import type { Schema, SchemaObject } from "../model/model.js";
import { arrayStatements } from "./guard-arrays.js";
import { access, type GuardContext, nested, or, reachable, unless } from "./guard-context.js";
import { objectStatements } from "./guard-objects.js";
import {
  constantCondition,
  numberConditions,
  simpleCondition,
  stringConditions,
  typesCondition,
  writtenTypes,
} from "./guard-scalars.js";
import { unevaluatedStatements } from "./guard-unevaluated.js";
import { text } from "./writer.js";

/**
 * Turns schemas into guard functions, as statements that leave the function with `false` at the first thing that does
 * not fit. A part that is needed as a condition (a branch of a union, a `not`) becomes a function of its own.
 */

/** Statements that return false unless `value` satisfies `schema`. `value` is a variable. */
export function guardStatements(schema: Schema, value: string, module: GuardContext): string[] {
  if (schema === true) return [];
  if (schema === false) return ["return false;"];
  const condition = simpleCondition(schema, value, module);
  if (condition !== undefined) return condition === "true" ? [] : [unless(condition)];
  const own = typeStatements(schema, value, module);
  return reachable([...own, ...composedStatements(schema, value, module, own.length > 0)]);
}

/** A condition that holds exactly when `value` satisfies `schema`; a helper function where statements are needed. */
export function guardCondition(schema: Schema, value: string, module: GuardContext): string {
  if (typeof schema === "boolean") return String(schema);
  const simple = simpleCondition(schema, value, module);
  if (simple !== undefined) return simple;
  return module.helper(schema, value);
}

/** The body of a guard over the variable `value`. */
export function guardBody(schema: Schema, module: GuardContext): string[] {
  if (typeof schema === "boolean") return [`return ${schema};`];
  const split = isUnionAlone(schema) ? switchable(schema, (name) => module.lookUp(name)) : undefined;
  if (split !== undefined) return switchStatements(split, "value", module);
  const statements = guardStatements(schema, "value", module);
  return closeBody(statements);
}

/** Ends a body: `return true`, or the condition of the last statement itself. */
function closeBody(statements: string[]): string[] {
  const last = statements.at(-1);
  if (last === "return false;") return statements;
  const match = /^if \(!\(([^]*)\)\) return false;$/.exec(last ?? "");
  if (match?.[1] !== undefined) return [...statements.slice(0, -1), `return ${match[1]};`];
  return [...statements, "return true;"];
}

/** What each JSON type asks of a value, as one block per type. */
function typeStatements(schema: SchemaObject, value: string, module: GuardContext): string[] {
  const types = typesOf(schema);
  const constants = constantsOf(schema);
  const out: string[] = [];
  if (constants !== undefined || "enum" in schema) out.push(unless(constantCondition(schema, value, module)));
  else if (types.length > 0) out.push(unless(typesCondition(writtenTypes(schema), value, module)));
  const blocks: [type: string, test: string, statements: string[]][] = [
    ["object", `${module.support("isObject")}(${value})`, objectStatements(schema, value, module)],
    ["array", `${module.support("isArray")}(${value})`, arrayStatements(schema, value, module)],
    ["string", `typeof ${value} === "string"`, stringConditions(schema, value, module).map(unless)],
    ["number", `typeof ${value} === "number"`, numberConditions(schema, value, module).map(unless)],
  ];
  for (const [type, test, statements] of blocks) {
    const possible =
      constants === undefined
        ? types.length === 0 || types.includes(type) || (type === "number" && types.includes("integer"))
        : constants.some((item) => fits(item, type));
    if (statements.length === 0 || !possible) continue;
    const settled = constants === undefined && types.length === 1 && !isBinary(schema);
    out.push(...(settled ? statements : [`if (${test}) {`, ...nested(statements), "}"]));
  }
  return out;
}

/** `$ref` beside other keywords, and everything that combines schemas. `known` where something was checked before. */
function composedStatements(schema: SchemaObject, value: string, module: GuardContext, known: boolean): string[] {
  const out: string[] = [];
  const condition: Condition = (part) =>
    known || out.length > 0 ? module.test(part, value) : guardCondition(part, value, module);
  const reference = schema["$ref"];
  if (typeof reference === "string") out.push(unless(module.call(reference, value)));
  for (const part of schemasOf(schema, "allOf")) {
    const holds = condition(part);
    if (holds !== "true") out.push(unless(holds));
  }
  const not = schemaOf(schema, "not");
  if (not !== undefined) {
    const holds = negate(condition(not));
    if (holds !== "true") out.push(unless(holds));
  }
  out.push(...conditionalStatements(schema, condition, (part) => module.test(part, value)));
  out.push(...unionStatements(schema, value, module, condition));
  out.push(...unevaluatedStatements(schema, value, module));
  return out;
}

type Condition = (schema: Schema) => string;

function negate(condition: string): string {
  return condition === "true" ? "false" : condition === "false" ? "true" : `!(${condition})`;
}

/** `test` is asked where the compiler has learned from the condition what the value is. */
function conditionalStatements(schema: SchemaObject, condition: Condition, test: Condition): string[] {
  const asked = schemaOf(schema, "if");
  const yes = schemaOf(schema, "then") ?? true;
  const no = schemaOf(schema, "else") ?? true;
  if (asked === undefined || (yes === true && no === true)) return [];
  const when = condition(asked);
  if (when === "true" || when === "false") {
    const holds = condition(when === "true" ? yes : no);
    return holds === "true" ? [] : [unless(holds)];
  }
  return [unless(`(${when}) ? (${test(yes)}) : (${condition(no)})`)];
}

function unionStatements(schema: SchemaObject, value: string, module: GuardContext, condition: Condition): string[] {
  const out: string[] = [];
  const any = schemasOf(schema, "anyOf");
  const one = schemasOf(schema, "oneOf");
  // A union told apart by a constant is a switch, and a switch returns: it needs a function of its own.
  if (isUnionAlone(schema) && switchable(schema, (name) => module.lookUp(name)) !== undefined) {
    return [unless(module.helper(schema, value))];
  }
  if (any.length > 0) {
    const holds = or(any.map(condition));
    if (holds !== "true") out.push(unless(holds));
  }
  // A discriminator beside other keywords decides all the same: counting would refuse what two variants fit.
  const { discriminator } = schema;
  if (one.length > 0 && discriminator !== undefined && !isUnionAlone(schema)) {
    const union = { oneOf: one, discriminator };
    if (discriminate(union, (name) => module.lookUp(name))?.claimed === true)
      return [...out, unless(module.helper(union, value))];
  }
  if (one.length > 0) {
    const holds = oneOfCondition(one.map(out.length === 0 ? condition : (part) => module.test(part, value)));
    if (holds !== "true") out.push(unless(holds));
  }
  return out;
}

function oneOfCondition(conditions: readonly string[]): string {
  const certain = conditions.filter((condition) => condition === "true").length;
  const open = conditions.filter((condition) => condition !== "true" && condition !== "false");
  if (certain > 1) return "false";
  if (certain === 1) return negate(or(open));
  if (open.length <= 1) return open[0] ?? "false";
  return `${open.map((condition) => `Number(${condition})`).join(" + ")} === 1`;
}

/** True where a schema says nothing but which variants there are. */
function isUnionAlone(schema: SchemaObject): boolean {
  const objectType = textOf(schema, "type") === "object";
  const rest = Object.keys(schema).filter(
    (keyword) => !isAnnotation(keyword) && keyword !== "discriminator" && !(keyword === "type" && objectType),
  );
  return rest.length === 1 && (rest[0] === "oneOf" || rest[0] === "anyOf");
}

function switchStatements(split: Discriminated, value: string, module: GuardContext): string[] {
  const head = `if (!${module.support("isObject")}(${value})) return false;`;
  const cases = split.cases.flatMap(({ values, schema }) => [
    ...values.slice(0, -1).map((item) => `  case ${text(item)}:`),
    `  case ${text(values.at(-1) ?? "")}:`,
    `    return ${guardCondition(schema, value, module)};`,
  ]);
  return [head, `switch (${access(value, split.property)}) {`, ...cases, "  default:", "    return false;", "}"];
}
