import { isRecord } from "./answer.js";
import { checkOptions, type Kind, type Kinds } from "./check-options.js";
import { ArgumentError } from "./errors/index.js";

/** Whether a value has these methods: what is handed over may be of another copy of its package. */
export const hasMethods = (value: unknown, ...names: readonly string[]): boolean =>
  isRecord(value) && names.every((name) => typeof value[name] === "function");

export const CLOCK: Kind = ["a clock", (value) => hasMethods(value, "now", "monotonicMs", "schedule")];
/** For numbers whose bounds are told elsewhere. */
export const NUMBER: Kind = ["a number", (value) => typeof value === "number"];

/** As {@link checkOptions}, of what may be no object of options at all. */
export function checkGiven(of: string, given: unknown, kinds: Kinds): void {
  if (!isRecord(given)) throw new ArgumentError(`${of} takes an object of options`);
  checkOptions(given, kinds, { of, prefix: "" });
}
