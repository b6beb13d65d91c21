/**
 * A value that is here, or on its way. The way of a delivery is written with these rather than with `async`: nearly
 * always everything is here, and a promise for each step would cost more than the steps.
 */
export type Maybe<Value> = Value | Promise<Value>;

/** Goes on with a value, at once when it is here. */
export function chain<Value, Next>(value: Maybe<Value>, onward: (value: Value) => Maybe<Next>): Maybe<Next> {
  return value instanceof Promise ? value.then(onward) : onward(value);
}
