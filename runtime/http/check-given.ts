import { isRecord } from "./answer.js";
import { checkOptions, type Kind, type Kinds } from "./check-options.js";
import { ArgumentError } from "./errors/index.js";

/** Whether a value has these methods: what is handed over may be of another copy of its package. */
export const hasMethods = (value: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => typeof Reflect.get(Object(value), name) === "function");

/** What is known by its methods: of any class, or a function that has them. */
export const withMethods = (what: string, ...names: readonly string[]): Kind => [
  what,
  (value) => hasMethods(value, ...names),
];

export const CLOCK = /* @__PURE__ */ withMethods("a clock", "now", "monotonicMs", "schedule");
/** For numbers whose bounds are told elsewhere. */
export const NUMBER: Kind = ["a number", (value) => typeof value === "number"];

/** As {@link checkOptions}, of what may be no object of options at all. */
export function checkGiven(of: string, given: unknown, kinds: Kinds): void {
  if (!isRecord(given)) throw new ArgumentError(`${of} takes an object of options`);
  checkOptions(given, kinds, { of, prefix: "" });
}
