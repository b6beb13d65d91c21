import type { Assumption } from "../model/model.js";
import { literalType, unite } from "./schema-type.js";
import { docComment, key, literal } from "./writer.js";

/** The type of all choices, one property each. Nothing where there are none. */
export function assumptionTypes(assumptions: readonly Assumption[]): string[] {
  if (assumptions.length === 0) return [];
  const fields = assumptions.map((item) => {
    const doc = docComment([
      item.unknown,
      ...item.alternatives.map(({ value, meaning }) => (meaning === "" ? "" : `- \`${literal(value)}\`: ${meaning}`)),
      `@defaultValue \`${literal(item.default)}\``,
    ], "  ");
    return `${doc}  readonly ${key(item.name)}: ${typeOf(item)};`;
  });
  return [
    `/** What to assume where the service's behaviour is not documented. Every one has a default. */\nexport interface Assumptions {\n${fields.join("\n")}\n}`,
  ];
}

function typeOf(item: Assumption): string {
  if (item.type !== "") return item.type;
  const values = item.alternatives.map(({ value }) => value);
  return unite([...new Set([item.default, ...values].map(literalType))].sort());
}

/** The defaults, as a constant. */
export function assumptionDefaults(assumptions: readonly Assumption[]): string[] {
  if (assumptions.length === 0) return [];
  const fields = assumptions.map((item) => `  ${key(item.name)}: ${literal(item.default)},`);
  return [
    `/** What is assumed unless the caller says otherwise. */\nexport const assumptionDefaults: Assumptions = {\n${fields.join("\n")}\n};`,
  ];
}
