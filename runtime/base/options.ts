import type { Clock } from "./clock.js";
import { ArgumentError } from "./errors.js";
import { nearest } from "./nearest.js";
import { hasMethods, isRecord, typeName } from "./values.js";

/**
 * One option: what it may be, in words and as a test that gives its type, and its default. `inner` holds the options of
 * an object that it may be.
 */
export type Option<Value = unknown, Default = unknown> = readonly [
  what: string,
  fits: (value: unknown) => value is Value,
  usual?: Default,
  inner?: Options,
];

/** Options by name. */
export interface Options {
  readonly [name: string]: Option;
}

/** In the place of a default: callers must pass the option. */
export interface Needed {
  readonly isNeeded: true;
}

type ValueOf<One> = One extends Option<infer Value> ? Value : never;
type NeededIn<Known extends Options> = {
  [Name in keyof Known]: Known[Name] extends Option<unknown, infer Default>
    ? [Default] extends [Needed]
      ? Name
      : never
    : never;
}[keyof Known];

/** The object that a caller passes. */
export type OptionsOf<Known extends Options> = [NeededIn<Known>] extends [never]
  ? { readonly [Name in keyof Known]?: ValueOf<Known[Name]> }
  : { readonly [Name in keyof Known as Exclude<Name, NeededIn<Known>>]?: ValueOf<Known[Name]> } & {
      readonly [Name in keyof Known as Extract<Name, NeededIn<Known>>]: ValueOf<Known[Name]>;
    };

/** The same with the defaults in place. */
export type WithDefaults<Known extends Options> = {
  readonly [Name in keyof Known]: Known[Name] extends Option<infer Value, infer Default>
    ? undefined extends Default
      ? Value | undefined
      : Value
    : never;
};

/**
 * Defines options: type, default and check of each in one place, and its documentation in the comment above it.
 *
 * ```ts
 * export const retryOptions = options(() => ({
 *   // How often a failed attempt is repeated. Default 3.
 *   retries: count(3),
 * }));
 * export interface RetryOptions extends OptionsOf<typeof retryOptions> {}
 * ```
 */
export const options = <Known extends Options>(define: () => Known): Known => define();

const isFunction = (value: unknown): boolean => typeof value === "function";

/** Any value with a type that a test cannot see: what a function takes and gives, what a list holds. */
export const option = <Value>(
  what: string,
  fits: (value: unknown) => boolean,
  inner?: Options,
): Option<Value, undefined> => [
  what,
  fits as (value: unknown) => value is Value, // the test sees what can be seen
  undefined,
  inner as Options, // absent where there is none
];

/** One that is checked where it is read. */
export const any = <Value>(): Option<Value, undefined> => option("", () => true);
export const func = <Value>(): Option<Value, undefined> => option("a function", isFunction);
export const object = <Value>(inner?: Options) => option<Value>("an object", isRecord, inner);
export const text = () => option<string>("a string", (value) => typeof value === "string");
/** By its shape: other realms and polyfills have classes of their own. */
export const signal = () =>
  option<AbortSignal>("an AbortSignal", (value) => "aborted" in Object(value) && "addEventListener" in Object(value));
export const clock = () => withMethods<Clock>("a clock", "now", "monotonicMs", "schedule");

/** What is known by its methods, whatever its class. */
export const withMethods = <Value>(what: string, ...names: readonly string[]): Option<Value, undefined> =>
  option(what, (value) => hasMethods(value, ...names));

/** One of some values; words, in a message. */
export const oneOf = <const Values extends readonly unknown[]>(...values: Values): Option<Values[number], undefined> =>
  option(`one of ${values.join(", ")}`, (value) => values.includes(value));

/** The same option with a default. */
export const usually = <Value, Default extends Value>([what, fits, , inner]: Option<Value>, usual: Default) =>
  [what, fits, usual, inner] as unknown as Option<Value, Default>; // a list of four

/** The same option, to be passed by every caller. */
export const needed = <Value>(one: Option<Value>): Option<Value, Needed> => one as Option<Value, Needed>; // a mark of types alone

const number =
  (what: string, fits: (value: number) => boolean) =>
  <Default extends number | undefined = undefined>(usual?: Default): Option<number, Default> => [
    what,
    (value): value is number => typeof value === "number" && fits(value),
    usual as Default, // undefined where none is passed
  ];

/** Bounds are checked elsewhere. */
export const numeric = /* @__PURE__ */ number("a number", () => true);
/** Infinity passes, NaN does not. */
export const ms = /* @__PURE__ */ number("a number above zero", (value) => value > 0);
export const count = /* @__PURE__ */ number("a number of at least 0", (value) => value >= 0);
export const atLeastOne = /* @__PURE__ */ number("a number of at least 1", (value) => value >= 1);
export const whole = <Default extends number | undefined = undefined>(least: number, most: number, usual?: Default) =>
  number(
    `a whole number ${most < Infinity ? `from ${least} to ${most}` : `of at least ${least}`}`,
    (value) => Number.isInteger(value) && value >= least && value <= most,
  )(usual);
export const flag = <Default extends boolean | undefined = undefined>(usual?: Default): Option<boolean, Default> => [
  "true or false",
  (value): value is boolean => typeof value === "boolean",
  usual as Default, // undefined where none is passed
];

/** An object of options, or one of some other values. */
export const group = <Value>(inner: Options, what = "an object", ...others: readonly unknown[]) =>
  option<Value>(what, (value) => isRecord(value) || others.includes(value), inner);

/** The function or option that was passed options, and the prefix of their names in messages. */
interface Where {
  readonly of: string;
  readonly prefix?: string;
}

/**
 * Checks options by name and kind, nested ones too. An option that is undefined counts as left out; an unknown name is
 * refused, since the option would have no effect.
 *
 * @throws ArgumentError that names the option, e.g. `retry.baseMs`, and where it was passed.
 */
export function checkOptions(given: unknown, known: Options, { of, prefix = "" }: Where): void {
  if (!isRecord(given)) throw new ArgumentError(`${of} takes an object of options, got ${typeName(given)}`);
  for (const [name, value] of Object.entries(given)) {
    const one = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!one) {
      const names = Object.keys(known);
      const meant = nearest(name, names);
      const hint = meant ? `. Did you mean "${meant}"?` : `; there are ${names.join(", ")}`;
      throw new ArgumentError(`${of} has no option "${name}"${hint}`);
    }
    const [what, fits, , inner] = one;
    if (value === undefined) continue;
    if (!fits(value)) {
      const got = typeof value === "number" ? value : typeName(value);
      throw new ArgumentError(`${prefix}${name} must be ${what}, got ${got}`);
    }
    if (inner && isRecord(value)) checkOptions(value, inner, { of: prefix + name, prefix: `${prefix}${name}.` });
  }
}

/** The options over their defaults, unchecked. */
export function withDefaults<Known extends Options>(known: Known, given: object): WithDefaults<Known> {
  const values = given as Readonly<Record<string, unknown>>; // options by name
  const all = Object.entries(known).map(([name, [, , usual]]) => [name, values[name] ?? usual]);
  return Object.fromEntries(all) as WithDefaults<Known>; // each under its own name
}

/** {@link checkOptions}, then {@link withDefaults}. */
export function readOptions<Known extends Options>(given: object, known: Known, where: Where): WithDefaults<Known> {
  checkOptions(given, known, where);
  return withDefaults(known, given);
}
