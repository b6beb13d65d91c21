import { isAppsError } from "./base.js";

/** A function or a class whose call stands in the stack. */
type Entry = Parameters<typeof Error.captureStackTrace>[1];

/**
 * The error; if it is one of ours, its stack begins where `entry` was called. A process that dies of it then prints the
 * line that is to be mended, and not one of this package. Call it in a `catch` of `entry` itself; after an `await` it
 * finds the place of whoever awaits `entry`.
 */
export function beginAt(entry: Entry, error: unknown): unknown {
  if (!isAppsError(error) || !("captureStackTrace" in Error)) return error;
  const probe = { stack: "" };
  Error.captureStackTrace(probe, entry);
  // Nobody awaits it: there is no place to begin at, and the places it has say more than none. Its own stack is not
  // looked at: once it is read, Node does not show the line any more.
  if (/\n +at /.test(probe.stack)) Error.captureStackTrace(error, entry);
  return error;
}
