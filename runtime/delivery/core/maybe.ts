/**
 * A value or a promise of it. Deliveries are processed with these rather than with `async` functions, for speed: most
 * values are there at once, and a promise for each step would cost more than the steps.
 */
export type Maybe<Value> = Value | Promise<Value>;

/** Whether a value is a promise, also one of another realm (edge runtimes, `vm`, Jest), for which `instanceof` is false. */
export function isThenable<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}

/** Continues with a value: synchronously, unless it is a promise. The result is a promise of this realm. */
export function chain<Value, Next>(
  value: Value | PromiseLike<Value>,
  onward: (value: Value) => Maybe<Next>,
): Maybe<Next> {
  return isThenable(value) ? Promise.resolve(value).then(onward) : onward(value);
}
