import { nearest } from "../base/nearest.js";
import type { CallOptions, PerCall, StreamOptions } from "../abi/index.js";
import { ArgumentError } from "../base/errors.js";
import { isRecord, typeName } from "../base/values.js";
import { clientAssumptionChoices } from "../../generated/tables.js";

/** The function or option that options were given to, and the prefix of their names in messages. */
interface Where {
  readonly of: string;
  readonly prefix: string;
  /** Whether the object may hold settings for others too. Nested objects may not. */
  readonly mayHoldMore?: boolean;
}

/** What an option may be, in words and as a test. */
export type Kind = readonly [what: string, fits: (value: unknown) => boolean];

/** Known options by name, each with its kind or, for a nested object of options, with their kinds. */
export interface Kinds {
  readonly [name: string]: Kind | Kinds;
}

const typed = (what: string, type: string): Kind => [what, (value) => typeof value === type];
export const oneOf = (...values: readonly unknown[]): Kind => [
  values.join(", ").replace(/, (?=[^,]*$)/, " or "),
  (value) => values.includes(value),
];
const atLeast = (least: number): Kind => [
  `a number of at least ${least}`,
  (value) => typeof value === "number" && value >= least,
];

/** For options that are checked where they are read. */
export const ANY: Kind = ["", () => true];
// Infinity passes, NaN does not.
export const TIME: Kind = ["a number above zero", (value) => typeof value === "number" && value > 0];
export const FUNCTION = /* @__PURE__ */ typed("a function", "function");
export const TEXT = /* @__PURE__ */ typed("a string", "string");
export const FLAG = /* @__PURE__ */ typed("true or false", "boolean");
export const OBJECT: Kind = ["an object", isRecord];
export const LEVEL = /* @__PURE__ */ oneOf("off", "warn", "throw");
export const SCOPE = /* @__PURE__ */ oneOf("app", "route");
export const AT_LEAST_ONE = /* @__PURE__ */ atLeast(1);
export const COUNT = /* @__PURE__ */ atLeast(0);
export const MIDDLEWARE: Kind = [
  "a list of functions, or of { around, middleware }",
  (value) => Array.isArray(value) && value.every(isMiddleware),
];
const isMiddleware = (one: unknown): boolean => {
  const { around, middleware } = Object(one) as { around?: unknown; middleware?: unknown }; // read by shape
  return typeof (SCOPES.has(around) ? middleware : one) === "function";
};
const SCOPES: ReadonlySet<unknown> = new Set(["call", "attempt"]);

/** Limits on repeating. */
export const RETRY_OPTIONS = {
  retries: COUNT,
  rateLimitRetries: COUNT,
  maxRetryAfterMs: TIME,
  baseMs: TIME,
  ceilingMs: TIME,
} satisfies Kinds;

/** Whether an object is an AbortSignal, by its shape: other realms and polyfills have classes of their own. */
export const isSignal = (value: unknown): boolean => "aborted" in Object(value) && "addEventListener" in Object(value);

const CALL_OPTIONS = {
  signal: ["an AbortSignal", isSignal],
  timeoutMs: TIME,
  deadlineMs: TIME,
  retry: /* @__PURE__ */ oneOf(false),
  urgent: FLAG,
  lastEventId: TEXT,
} satisfies Record<Exclude<keyof CallOptions | keyof StreamOptions, "key" | keyof PerCall>, Kind>; // only handlers name their writes

/** What an assumption can be set to. */
interface Choice {
  readonly values?: readonly string[];
  readonly types?: readonly string[];
}

const isOf = (type: string, value: unknown): boolean =>
  type === "null" ? value === null : type === "integer" ? Number.isInteger(value) : typeof value === type;

const kindOf = ({ values, types = [] }: Choice): Kind =>
  values ? oneOf(...values) : [`of type ${types.join(" or ")}`, (value) => types.some((type) => isOf(type, value))];

/** Assumptions by name: an unknown one, or one with a value that is no reading, would have no effect. */
export const ASSUMPTIONS: Kinds = /* @__PURE__ */ (() =>
  Object.fromEntries(
    Object.entries<Choice>(clientAssumptionChoices).map(([name, choice]) => [name, kindOf(choice)]),
  ))();

/**
 * Checks options by name and kind, nested ones too. An option that is undefined counts as left out; an unknown name is
 * refused, since the option would have no effect.
 *
 * @throws ArgumentError that names the option, e.g. `retry.baseMs`, and where it was given.
 */
export function checkOptions(given: object, kinds: Kinds, { of, prefix, mayHoldMore }: Where): void {
  for (const [name, value] of Object.entries(given)) {
    const kind = Object.hasOwn(kinds, name) ? kinds[name] : undefined;
    if (!kind) {
      const known = Object.keys(kinds);
      const meant = nearest(name, known);
      if (mayHoldMore && (!meant || Object.hasOwn(given, meant))) continue;
      const hint = meant ? `. Did you mean "${meant}"?` : `; there are ${known.join(", ")}`;
      throw new ArgumentError(`${of} has no option "${name}"${hint}`);
    }
    if (value === undefined) continue;
    const isGroup = !Array.isArray(kind);
    checkOption(prefix + name, value, isGroup ? OBJECT : (kind as Kind)); // an array or not has just been told apart
    if (isGroup) checkOptions(value as object, kind as Kinds, { of: name, prefix: `${prefix}${name}.` });
  }
}

function checkOption(name: string, value: unknown, [what, fits]: Kind): void {
  if (fits(value)) return;
  const got = typeof value === "number" ? value : typeName(value);
  throw new ArgumentError(`${name} must be ${what}, got ${got}`);
}

/** Checks the options of one call. Throws an {@link ArgumentError} that names operation and option. */
export function checkCallOptions(operation: string, options: CallOptions | StreamOptions): void {
  checkOption(`${operation}: its options`, options, OBJECT);
  checkOptions(options, CALL_OPTIONS, { of: `${operation}()`, prefix: `${operation}: ` });
}

/** The parts of a URL that decide it, by name: the declarations of this package need no types of the web. */
interface Address {
  readonly protocol: string;
  readonly hostname: string;
}

/**
 * Whether what is sent to an address travels unencrypted to another machine. Not another one is also a name that no
 * network has (RFC 2606: `test`, `invalid`) and a transport of the user's answers for; addresses of a local network are.
 */
export const isUnencrypted = ({ protocol, hostname }: Address): boolean =>
  protocol === "http:" && !/^(?:(?:[\w-]+\.)*(?:localhost|invalid|test)|127(?:\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
