import { numberOf, schemaOf, schemasOf } from "../model/keywords.js";
import type { Schema, SchemaObject } from "../model/model.js";
import { and, demand, type GuardContext, nested, unless } from "./guard-context.js";

/** What a schema asks of an array: its items, their number, and which of them occur. */
export function arrayStatements(schema: SchemaObject, value: string, module: GuardContext): string[] {
  const out: string[] = [];
  const least = numberOf(schema, "minItems") ?? 0;
  const most = numberOf(schema, "maxItems");
  if (least > 0) out.push(unless(`${value}.length >= ${least}`));
  if (most !== undefined) out.push(unless(`${value}.length <= ${most}`));
  const prefix = schemasOf(schema, "prefixItems");
  for (const [index, part] of prefix.entries()) {
    out.push(...demand(`${value}.length > ${index}`, module.test(part, `${value}[${index}]`)));
  }
  const items = schemaOf(schema, "items") ?? true;
  if (items !== true) out.push(...itemLoop(items, prefix.length, value, module));
  if (schema["uniqueItems"] === true) out.push(unless(`${module.support("isUnique")}(${value})`));
  out.push(...containsStatements(schema, value, module));
  return out;
}

function itemLoop(items: Schema, from: number, value: string, module: GuardContext): string[] {
  const item = module.variable("item");
  const inner = module.statements(items, item);
  if (inner.length === 0) return [];
  if (inner[0] === "return false;") return [unless(`${value}.length <= ${from}`)];
  if (from === 0) return [`for (const ${item} of ${value}) {`, ...nested(inner), "}"];
  const index = module.variable("index");
  const head = `for (let ${index} = ${from}; ${index} < ${value}.length; ${index}++) {`;
  return [head, `  const ${item}: unknown = ${value}[${index}];`, ...nested(inner), "}"];
}

function containsStatements(schema: SchemaObject, value: string, module: GuardContext): string[] {
  const contains = schemaOf(schema, "contains");
  if (contains === undefined) return [];
  const least = numberOf(schema, "minContains") ?? 1;
  const most = numberOf(schema, "maxContains");
  if (least === 0 && most === undefined) return [];
  const item = module.variable("item");
  const count = module.variable("count");
  const condition = module.condition(contains, item);
  return [
    `let ${count} = 0;`,
    `for (const ${item} of ${value}) if (${condition}) ${count}++;`,
    unless(and([`${count} >= ${least}`, ...(most === undefined ? [] : [`${count} <= ${most}`])])),
  ];
}
