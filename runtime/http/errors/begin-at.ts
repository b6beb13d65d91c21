import { isAppsError } from "../../base/errors.js";

/** A function or a class that was called. */
type Entry = ((...given: never) => unknown) | (abstract new (...given: never) => unknown);

/**
 * Returns the error. If it is of this package, its stack begins where `entry` was called: a process that dies of it
 * prints the line of the user's code, not one of this package. Call it in a `catch` of `entry` itself; after an `await`
 * the stack begins where `entry` is awaited.
 */
export function beginAt(entry: Entry, error: unknown): unknown {
  if (!isAppsError(error) || !("captureStackTrace" in Error)) return error;
  const probe = { stack: "" };
  Error.captureStackTrace(probe, entry);
  // Where `entry` is not awaited the probe is empty, and the error keeps its stack. The stack of the error itself is not
  // read: Node then no longer prints the line of code.
  if (/\n +at /.test(probe.stack)) Error.captureStackTrace(error, entry);
  return error;
}
