/**
 * An error for wrong arguments of a call, with the mark of this package's errors, whose classes are in `http`:
 * `isArgumentError()` knows it.
 */
export function argumentError(operation: string, why: string): TypeError {
  const mark = {
    [Symbol.for("svc-apps.error")]: "argument",
    kind: "argument",
    operation,
    attempts: 0,
    ambiguous: false,
  };
  return Object.assign(new TypeError(`${operation}: ${why}`), mark);
}
