import { hasMethods } from "../base/values.js";
import { isRecord } from "../base/values.js";
import { checkOptions, type Kind, type Kinds } from "./check-options.js";
import { ArgumentError } from "../base/errors.js";
/** The kind of a value that is known by its methods. */
export const withMethods = (what: string, ...names: readonly string[]): Kind => [
  what,
  (value) => hasMethods(value, ...names),
];

export const CLOCK = /* @__PURE__ */ withMethods("a clock", "now", "monotonicMs", "schedule");
/** For numbers whose bounds are checked elsewhere. */
export const NUMBER: Kind = ["a number", (value) => typeof value === "number"];

/** {@link checkOptions} for a value that may be no object. */
export function checkGiven(of: string, given: unknown, kinds: Kinds): void {
  if (!isRecord(given)) throw new ArgumentError(`${of} takes an object of options`);
  checkOptions(given, kinds, { of, prefix: "" });
}
