/**
 * A value that is here, or on its way. The way of a delivery is written with these rather than with `async`: nearly
 * always everything is here, and a promise for each step would cost more than the steps.
 */
export type Maybe<Value> = Value | Promise<Value>;

/** Whether a value is on its way. Promises of another realm (edge runtimes, `vm`, Jest) are not `instanceof` ours. */
export function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** Goes on with a value, at once when it is here. What is on its way becomes a promise of this realm. */
export function chain<Value, Next>(
  value: Value | PromiseLike<Value>,
  onward: (value: Value) => Maybe<Next>,
): Maybe<Next> {
  return isThenable(value) ? Promise.resolve(value).then(onward) : onward(value);
}

/** Options that were really given: an explicit `undefined` must not hide a default. */
export function given<Options extends object>(options: Options): Given<Options> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<Options>; // some of its own
}

type Given<Options> = { readonly [Name in keyof Options]?: Exclude<Options[Name], undefined> };
