import { assumptionChoices, assumptionDefaults, type SandboxAssumptions } from "./spec.js";

/** How the sandbox reads the points on which the platform's documentation is silent: one entry per assumption. */
export type Readings = SandboxAssumptions;

/** The reading of each entry that holds when none was asked for. */
export const defaultReadings: Readings = assumptionDefaults;

/** What an assumption can be set to. */
interface Choice {
  readonly values?: readonly string[];
  readonly types?: readonly string[];
  readonly scopes: readonly string[];
}

const choices: ReadonlyMap<string, Choice> = new Map(Object.entries<Choice>(assumptionChoices));

/** Names of the assumptions that the sandbox goes by. */
export const readingNames: readonly string[] = [...choices].flatMap(([name, { scopes }]) =>
  scopes.includes("sandbox") ? [name] : [],
);

/** Why something is no reading, in a sentence; undefined when it is one. */
export function problemOfReading(name: string, value: unknown): string | undefined {
  const choice = choices.get(name);
  if (choice === undefined) return `there is no assumption ${name}; there are ${readingNames.join(", ")}`;
  const { values, types = [] } = choice;
  const fits = values === undefined ? types.some((type) => isOf(type, value)) : values.some((one) => one === value);
  if (fits) return undefined;
  return `the assumption ${name} takes ${(values ?? types).join(" or ")}, got ${JSON.stringify(value)}`;
}

function isOf(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  return type === "integer" ? Number.isInteger(value) : typeof value === type;
}

/** @throws RangeError when one of them is none, or none of its values. */
export function checkReadings(readings: Partial<Readings>): void {
  for (const [name, value] of Object.entries(readings)) {
    const problem = problemOfReading(name, value);
    if (problem !== undefined) throw new RangeError(problem);
  }
}
