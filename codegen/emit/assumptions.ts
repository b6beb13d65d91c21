import type { Assumption } from "../model/model.js";
import { typeName } from "../model/names.js";
import { literalType, unite } from "./schema-type.js";
import { docComment, key, literal } from "./writer.js";

/** The type of all choices, one property each. Nothing where there are none. */
export function assumptionTypes(assumptions: readonly Assumption[]): string[] {
  if (assumptions.length === 0) return [];
  const fields = assumptions.map((item) => {
    const choices = item.alternatives.map(({ value, meaning }) => `- \`${literal(value)}\`: ${meaning}`).join("\n");
    const unit = item.unit === "" ? "" : `Unit: ${item.unit}.`;
    const doc = docComment([item.unknown, unit, choices, `@defaultValue \`${literal(item.default)}\``], "  ");
    return `${doc}  readonly ${key(item.name)}: ${typeOf(item)};`;
  });
  const scopes = [...new Set(assumptions.flatMap((item) => item.scopes))].sort().map((scope) => {
    const names = assumptions.filter((item) => item.scopes.includes(scope)).map((item) => JSON.stringify(item.name));
    return `${docComment([`The assumptions that matter to the ${scope}.`])}export type ${typeName(scope)}Assumptions = Pick<Assumptions, ${names.join(" | ")}>;`;
  });
  return [
    `/** What to assume where the service's behaviour is not documented. Every one has a default. */\nexport interface Assumptions {\n${fields.join("\n")}\n}`,
    ...scopes,
  ];
}

function typeOf(item: Assumption): string {
  if (item.alternatives.length > 0) return unite(item.alternatives.map(({ value }) => literalType(value)));
  return unite(item.types.map((type) => (type === "integer" ? "number" : type)));
}

/** The defaults, as a constant. */
export function assumptionDefaults(assumptions: readonly Assumption[]): string[] {
  if (assumptions.length === 0) return [];
  const fields = assumptions.map((item) => `  ${key(item.name)}: ${literal(item.default)},`);
  return [
    `/** What is assumed unless the caller says otherwise. */\nexport const assumptionDefaults: Assumptions = {\n${fields.join("\n")}\n};`,
  ];
}

/** What each may be set to, and by whom: what a program needs to check a choice that comes from outside. */
export function assumptionChoices(assumptions: readonly Assumption[]): string[] {
  if (assumptions.length === 0) return [];
  const fields = assumptions.map(({ name, alternatives, types, scopes }) => {
    const choice = alternatives.length > 0 ? { values: alternatives.map(({ value }) => value) } : { types };
    return `  ${key(name)}: ${literal({ ...choice, scopes })},`;
  });
  const type =
    "{ readonly values?: readonly string[]; readonly types?: readonly string[]; readonly scopes: readonly string[] }";
  return [
    `/** What can be assumed: one of these values, or any of these JSON types, and whom it concerns. */\nexport const assumptionChoices: Readonly<Record<keyof Assumptions, ${type}>> = {\n${fields.join("\n")}\n};`,
  ];
}
