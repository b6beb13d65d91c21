/** Longer waits than this are not told apart: about 285 years. */
const MAX_MS = 9e12;

/** The three spellings of RFC 9110, section 5.6.7; `Date.parse` alone would take far more, and guess at it. */
const HTTP_DATE = /^\w+(, \d\d( \w+ \d\d|-\w+-)\d\d [\d:]{8} GMT| \w+ [ \d]\d [\d:]{8} \d{4})$/;

/** An HTTP date as milliseconds since the epoch; undefined when the text is none. */
function httpDateMs(text: string | undefined): number | undefined {
  if (text === undefined || !HTTP_DATE.test(text)) return undefined;
  const ms = Date.parse(text.endsWith("GMT") ? text : `${text} GMT`);
  return Number.isNaN(ms) ? undefined : ms;
}

/**
 * Reads `Retry-After`, in seconds or as an HTTP date, into milliseconds from now; undefined when it is missing or
 * unreadable. A date is measured against the answer's own `Date` header when there is one, so that a wrong clock on
 * this side cannot shorten the wait.
 * @param nowMs wall-clock time, milliseconds since the epoch
 */
export function parseRetryAfter(
  value: string | undefined,
  { nowMs, dateHeader }: { readonly nowMs: number; readonly dateHeader?: string | undefined },
): number | undefined {
  const text = value?.trim();
  if (!text) return undefined;
  // Some transports join a repeated header; the longest wait undercuts none of them.
  if (/^\d+(?:\.\d+)?(?:\s*,\s*\d+(?:\.\d+)?)*$/.test(text)) {
    return Math.min(MAX_MS, Math.ceil(Math.max(...text.split(",").map(Number)) * 1000));
  }
  const at = httpDateMs(text);
  return at === undefined ? undefined : Math.min(MAX_MS, Math.max(0, at - (httpDateMs(dateHeader) ?? nowMs)));
}

/**
 * How long to wait when asked to wait `retryAfterMs`: never less, up to a tenth (at most one second) more so that
 * clients told the same thing do not return together, and never above `ceilingMs`.
 * @param random a number from 0 (included) to 1
 */
export function waitAfter(retryAfterMs: number, ceilingMs: number, random: number): number {
  const jitterMs = random * Math.min(1000, Math.max(50, retryAfterMs / 10));
  return Math.min(ceilingMs, retryAfterMs + jitterMs);
}

/**
 * The wait before retry number `retry` (1, 2, …) when the service named none: doubling from `baseMs`, up to half as
 * much again by chance, never above `ceilingMs`.
 */
export function backoff(retry: number, { baseMs, ceilingMs }: BackoffOptions, random: number): number {
  return Math.min(ceilingMs, baseMs * 2 ** (retry - 1) * (1 + random / 2));
}

/** Bounds of the wait between tries when the service names none. */
export interface BackoffOptions {
  /** Milliseconds before the first retry. Default 250. */
  readonly baseMs: number;
  /** Milliseconds that no wait exceeds. Default 5,000. */
  readonly ceilingMs: number;
}
