import { assumptionChoices, assumptionDefaults } from "../../generated/tables.js";
import type { Assumptions } from "../../generated/types.js";
import { ArgumentError } from "./errors/index.js";
import { didYouMean } from "./nearest.js";

/** What an assumption can be set to. */
interface Choice {
  readonly values?: readonly string[];
  readonly types?: readonly string[];
}

/**
 * The assumptions that were made, and the defaults for the rest.
 *
 * @throws ArgumentError for one that does not exist, or cannot be what it is set to: with it the client would silently go
 *   by neither reading.
 */
export function checkedAssumptions(given: Partial<Assumptions> = {}): Assumptions {
  const made = Object.entries(given).filter(([, value]) => value !== undefined);
  for (const [name, value] of made) {
    const choice = Object.hasOwn(assumptionChoices, name)
      ? (Reflect.get(assumptionChoices, name) as Choice)
      : undefined; // it is one of its rows
    if (!choice) {
      throw new ArgumentError(`there is no assumption "${name}".${didYouMean(name, Object.keys(assumptionChoices))}`);
    }
    const { values, types = [] } = choice;
    if (values ? values.some((one) => one === value) : types.some((type) => isOf(type, value))) continue;
    const got = typeof value === "string" ? JSON.stringify(value.slice(0, 40)) : typeof value;
    throw new ArgumentError(`assumptions.${name} takes ${(values ?? types).join(" or ")}, got ${got}`);
  }
  return { ...assumptionDefaults, ...Object.fromEntries(made) };
}

function isOf(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}
