import type { RetryClass } from "../../abi/index.js";
import { backoff, type BackoffOptions, waitAfter } from "./retry-after.js";

/** What one attempt came to, as far as repeating is concerned. */
export type Outcome =
  | { readonly kind: "answer"; readonly status: number; readonly retryAfterMs?: number | undefined }
  /** `sent`: the service may have received the request. `final`: repeating is pointless, or nobody waits any more. */
  | { readonly kind: "no-answer"; readonly sent: boolean; readonly final: boolean };

/** Limits on repeating. */
export interface RetryPolicy extends BackoffOptions {
  /** How often a failed attempt is repeated. Default 3. */
  readonly retries: number;
  /** How often a 429 is waited out; counted apart from failures. Default 5. */
  readonly rateLimitRetries: number;
  /** A longer wait than this, in milliseconds, becomes an error at once. Default 30,000. */
  readonly maxRetryAfterMs: number;
}

/** What happened so far in one call. */
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
  | "final" // another try would end the same way, or nobody waits for it
  | "unsafe" // it may have been carried out, and doing it twice would do harm
  | "spent" // the retries are used up
  | "too-long" // the service asks for a longer wait than the policy sleeps
  | "deadline"; // the wait would end after the deadline

export type Decision =
  | { readonly action: "retry"; readonly waitMs: number; readonly why: "rate-limited" | "not-sent" | "harmless" }
  | { readonly action: "give-up"; readonly why: GiveUpReason };

/**
 * Decides whether to repeat. Pure.
 *
 * A 429, and a request that never left, prove that nothing was done: any operation may be repeated. After a timeout,
 * a broken connection or a 5xx nobody knows: only what does no harm twice is repeated. Every other answer is final;
 * 409 in particular means many things here, and none of them "try again".
 */
export function decideRetry(retry: RetryClass, outcome: Outcome, state: RetryState, policy: RetryPolicy): Decision {
  const lost = outcome.kind === "no-answer";
  if (lost && outcome.final) return giveUp("final");
  const limited = !lost && outcome.status === 429;
  const unsent = lost && !outcome.sent;
  const unclear = lost || isUnclear(outcome.status);
  if (!limited && !unclear) return giveUp("final");
  if (!limited && !unsent && !isHarmless(retry, state.keyed)) return giveUp("unsafe");

  const before = limited ? state.rateLimits : state.failures;
  if (before >= (limited ? policy.rateLimitRetries : policy.retries)) return giveUp("spent");

  const askedMs = lost ? undefined : outcome.retryAfterMs;
  if (askedMs !== undefined && askedMs > policy.maxRetryAfterMs) return giveUp("too-long");
  const waitMs =
    askedMs === undefined
      ? backoff(before + 1, policy, state.random)
      : waitAfter(askedMs, policy.maxRetryAfterMs, state.random);
  if (waitMs >= state.remainingMs) return giveUp("deadline");
  return { action: "retry", waitMs, why: limited ? "rate-limited" : unsent ? "not-sent" : "harmless" };
}

const giveUp = (why: GiveUpReason): Decision => ({ action: "give-up", why });

/** Answers that leave open whether the operation was carried out. 501 and 505 say that it was not, and never will be. */
export const isUnclear = (status: number): boolean =>
  (status >= 500 && status !== 501 && status !== 505) || status === 408;

const isHarmless = (retry: RetryClass, keyed: boolean): boolean =>
  retry === "safe" || (retry === "with-client-ref" && keyed);
