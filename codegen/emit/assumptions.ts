import type { Assumption } from "../model/model.js";
import { functionName, typeName } from "../model/names.js";
import { literalType } from "./schema-type.js";
import { scalarType, unite } from "./type-text.js";
import { docComment, key, literal, text } from "./writer.js";

/** The type of all choices, one property each. Nothing where there are none. */
export function assumptionTypes(assumptions: readonly Assumption[]): string[] {
  if (assumptions.length === 0) return [];
  const fields = assumptions.map((item) => {
    const choices = item.alternatives.map(({ value, meaning }) => `- \`${literal(value)}\`: ${meaning}`).join("\n");
    const unit = item.unit === "" ? "" : `Unit: ${item.unit}.`;
    const doc = docComment([item.unknown, unit, choices, `@defaultValue \`${literal(item.default)}\``], "  ");
    return `${doc}  readonly ${key(item.name)}: ${typeOf(item)};`;
  });
  const scopes = byScope(assumptions).map(({ scope, type, items }) => {
    const names = items.map(({ name }) => text(name));
    return `${docComment([`The assumptions that matter to the ${scope}.`])}export type ${type} = Pick<Assumptions, ${names.join(" | ")}>;`;
  });
  return [
    `/** What to assume where the service's behaviour is not documented. Every one has a default. */\nexport interface Assumptions {\n${fields.join("\n")}\n}`,
    ...scopes,
  ];
}

function typeOf(item: Assumption): string {
  if (item.alternatives.length > 0) return unite(item.alternatives.map(({ value }) => literalType(value)));
  return unite(item.types.map(scalarType));
}

/** The defaults, as a constant. */
export function assumptionDefaults(assumptions: readonly Assumption[]): string[] {
  if (assumptions.length === 0) return [];
  const table = (name: string, type: string, items: readonly Assumption[]) => {
    const fields = items.map((item) => `  ${key(item.name)}: ${literal(item.default)},`);
    return `export const ${name}: ${type} = {\n${fields.join("\n")}\n};`;
  };
  return [
    `/** What is assumed unless the caller says otherwise. */\n${table("assumptionDefaults", "Assumptions", assumptions)}`,
    ...byScope(assumptions).map(
      ({ scope, name, type, items }) =>
        `${docComment([`The same for the ${scope} alone.`])}${table(`${name}AssumptionDefaults`, type, items)}`,
    ),
  ];
}

/** The assumptions of each scope, in a table of its own: a program that needs one scope then holds no other. */
const byScope = (assumptions: readonly Assumption[]) =>
  [...new Set(assumptions.flatMap(({ scopes }) => scopes))].sort().map((scope) => ({
    scope,
    name: functionName(scope),
    type: `${typeName(scope)}Assumptions`,
    items: assumptions.filter(({ scopes }) => scopes.includes(scope)),
  }));

/** Names of the types that the tables of {@link assumptionDefaults} and {@link assumptionChoices} are of. */
export const assumptionTypeNames = (assumptions: readonly Assumption[]): string[] => [
  "Assumptions",
  ...byScope(assumptions).map(({ type }) => type),
];

/** What each may be set to, and by whom: what a program needs to check a choice that comes from outside. */
export function assumptionChoices(assumptions: readonly Assumption[]): string[] {
  if (assumptions.length === 0) return [];
  const choice = ({ alternatives, types }: Assumption) =>
    alternatives.length > 0 ? { values: alternatives.map(({ value }) => value) } : { types };
  const fields = assumptions.map(
    (item) => `  ${key(item.name)}: ${literal({ ...choice(item), scopes: item.scopes })},`,
  );
  const either = "readonly values?: readonly string[]; readonly types?: readonly string[]";
  return [
    `/** What can be assumed: one of these values, or any of these JSON types, and whom it concerns. */\nexport const assumptionChoices: Readonly<Record<keyof Assumptions, { ${either}; readonly scopes: readonly string[] }>> = {\n${fields.join("\n")}\n};`,
    ...byScope(assumptions).map(({ scope, name, type, items }) => {
      const own = items.map((item) => `  ${key(item.name)}: ${literal(choice(item))},`);
      return `${docComment([`The same for the ${scope} alone.`])}export const ${name}AssumptionChoices: Readonly<Record<keyof ${type}, { ${either} }>> = {\n${own.join("\n")}\n};`;
    }),
  ];
}
