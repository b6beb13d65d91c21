import { count, ms, type OptionsOf, options, type WithDefaults } from "../../base/options.js";
import type { RetryClass } from "../../abi/index.js";

/** The outcome of one attempt. */
export type Outcome =
  | { readonly kind: "answer"; readonly status: number; readonly retryAfterMs?: number | undefined }
  /**
   * `sent`: the service may have received the request. `final`: repeating is pointless, or the call was cancelled.
   * `stale`: an idle connection was dead, which says nothing about the service.
   */
  | { readonly kind: "no-answer"; readonly sent: boolean; readonly final: boolean; readonly stale?: boolean };

/** Limits on repeating. */
export interface RetryOptions extends OptionsOf<typeof retryOptions> {}

export const retryOptions = /* @__PURE__ */ options(() => ({
  /** How often a failed attempt is repeated. Default 3. */
  retries: count(3),
  /** How often a 429 is waited out; counted apart from failures. Default 5. */
  rateLimitRetries: count(5),
  /** Milliseconds: a longer wait that the service asks for is an error at once. Default 30,000. */
  maxRetryAfterMs: ms(30_000),
  /** Milliseconds before the first retry. Default 250. */
  baseMs: ms(250),
  /** The longest wait, milliseconds. Default 5,000. */
  ceilingMs: ms(5_000),
}));

/** The limits with their defaults. */
export interface RetryPolicy extends WithDefaults<typeof retryOptions> {}

/** The state of one call before the decision. */
export interface RetryState {
  /** Failed attempts before this one, 429 apart. */
  readonly failures: number;
  /** 429 answers before this one. */
  readonly rateLimits: number;
  /** Milliseconds left until the call's deadline; Infinity without one. */
  readonly remainingMs: number;
  /** Whether the request carries its idempotency key. */
  readonly keyed: boolean;
  /** From 0 to 1, drawn anew for each decision. */
  readonly random: number;
}

/** Why an attempt is not repeated. */
export type GiveUpReason =
  | "final" // another attempt would end the same way, or the call was cancelled
  | "unsafe" // it may have been carried out, and carrying it out twice does harm
  | "spent" // the retries are used up
  | "budget" // too many calls of this client fail for each to be repeated
  | "too-long" // the service asks for a longer wait than the policy allows
  | "deadline"; // the wait would end after the deadline

export type Decision =
  | { readonly action: "retry"; readonly waitMs: number; readonly why: "rate-limited" | "not-sent" | "harmless" }
  | { readonly action: "give-up"; readonly why: GiveUpReason };

/**
 * Decides whether to repeat. Pure.
 *
 * A 429, and a request that was never sent, prove that nothing was done: any operation may be repeated. After a
 * timeout, a broken connection or a 5xx the outcome is unknown: only operations that do no harm twice are repeated.
 * Every other answer is final; 409 in particular means many things here, and never "try again".
 */
export function decideRetry(retry: RetryClass, outcome: Outcome, state: RetryState, policy: RetryPolicy): Decision {
  const lost = outcome.kind === "no-answer";
  const limited = !lost && outcome.status === 429;
  const why = limited ? "rate-limited" : lost && !outcome.sent ? "not-sent" : "harmless";
  const askedMs = lost ? undefined : outcome.retryAfterMs;
  const before = limited ? state.rateLimits : state.failures;
  // Backs off also from a service that asks for no wait, or for one that is over.
  const ownMs = lost && outcome.stale && before === 0 ? 0 : backoff(before + 1, policy, state.random);
  const waitMs =
    askedMs === undefined ? ownMs : Math.max(ownMs, waitAfter(askedMs, policy.maxRetryAfterMs, state.random));
  if (lost ? outcome.final : !limited && !isUnclear(outcome.status)) return giveUp("final");
  if (why === "harmless" && !isHarmless(retry, state.keyed)) return giveUp("unsafe");
  if (before >= (limited ? policy.rateLimitRetries : policy.retries)) return giveUp("spent");
  if ((askedMs ?? 0) > policy.maxRetryAfterMs) return giveUp("too-long");
  if (waitMs >= state.remainingMs) return giveUp("deadline");
  return { action: "retry", waitMs, why };
}

const giveUp = (why: GiveUpReason): Decision => ({ action: "give-up", why });

/**
 * Whether an answer leaves open that the operation was carried out. 501 and 505 say that it was not and never will be.
 */
export const isUnclear = (status: number): boolean =>
  (status >= 500 && status !== 501 && status !== 505) || status === 408;

const isHarmless = (retry: RetryClass, keyed: boolean): boolean =>
  retry === "safe" || (retry === "with-client-ref" && keyed);

/** The longest wait that is read, about 285 years. */
const MAX_MS = 9e12;

/** The three formats of RFC 9110, section 5.6.7; `Date.parse` alone accepts far more, and guesses. */
const HTTP_DATE = /^\w+(, \d\d( \w+ \d\d|-\w+-)\d\d [\d:]{8} GMT| \w+ [ \d]\d [\d:]{8} \d{4})$/;

/** An HTTP date as milliseconds since the epoch; NaN when the string is not a date. */
const httpDateMs = (text = ""): number =>
  HTTP_DATE.test(text) ? Date.parse(text.endsWith("GMT") ? text : `${text} GMT`) : NaN;

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
  let longest: number | undefined;
  // Some transports join a repeated header by commas: the longest wait counts. A date contains a comma itself.
  for (const piece of value?.match(/[A-Za-z]+, [^,]+|[^, ][^,]*/g) ?? []) {
    const text = piece.trim();
    const sentMs = httpDateMs(dateHeader);
    const ms = /^\d+(?:\.\d+)?$/.test(text)
      ? Math.ceil(Number(text) * 1000)
      : Math.max(0, httpDateMs(text) - (Number.isNaN(sentMs) ? nowMs : sentMs));
    if (ms >= (longest ?? 0)) longest = Math.min(MAX_MS, ms); // NaN is not
  }
  return longest;
}

/**
 * The wait when the service asks for `retryAfterMs`: never less; up to a tenth (at most one second) of jitter more, so
 * that clients that got the same answer do not return together; never above `ceilingMs`.
 * @param random a number from 0 (included) to 1
 */
export function waitAfter(retryAfterMs: number, ceilingMs: number, random: number): number {
  const jitterMs = random * Math.min(1000, Math.max(50, retryAfterMs / 10));
  return Math.min(ceilingMs, retryAfterMs + jitterMs);
}

/**
 * The wait before retry number `retry` (1, 2, …) when the service named none: doubling from `baseMs`, up to half as
 * much again as jitter, never above `ceilingMs`.
 */
export function backoff(
  retry: number,
  { baseMs, ceilingMs }: Pick<RetryPolicy, "baseMs" | "ceilingMs">,
  random: number,
): number {
  return Math.min(ceilingMs, baseMs * 2 ** (retry - 1) * (1 + random / 2));
}
