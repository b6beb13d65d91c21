import type { Clock, TransportAnswer } from "../../abi/index.js";
import { retryAfterOf } from "../answer.js";
import type { HttpCall } from "../call.js";
import type { HttpMiddleware } from "../middleware.js";
import { ArgumentError } from "../../base/errors.js";
import { decideRetry, isUnclear, type RetryPolicy } from "../retry/decide.js";
import { sleep } from "../../base/time.js";
import { aborted, TransportFailure } from "../transport/failure.js";

/** What the retry middleware needs. */
export interface RetryTools {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  readonly random: () => number;
  /** Pays for repetitions of failures; those of a 429 are free. */
  readonly budget: RetryBudget;
  /** Called before the wait for a repetition. */
  readonly onRetry?: (call: HttpCall, retry: RetryNotice) => void;
  /** Called when the budget does not allow a repetition. */
  readonly onBudgetEmpty?: (call: HttpCall) => void;
}

/** A repetition after a wait. The outcome of the attempt is in the progress of the call. */
export interface RetryNotice {
  readonly why: "rate-limited" | "not-sent" | "harmless";
  readonly waitMs: number;
}

/** Repeats what may be repeated; the decision itself is {@link decideRetry}'s. */
export function retrying({ policy, clock, random, budget, onRetry, onBudgetEmpty }: RetryTools): HttpMiddleware {
  return async (call, next) => {
    const { progress, operation, repeats } = call;
    const past = { failures: 0, rateLimits: 0 };
    let tokens = 1;
    for (;;) {
      let came: TransportAnswer | TransportFailure;
      try {
        came = progress.answer = await next(call);
      } catch (error) {
        if (!(error instanceof TransportFailure)) throw error; // thrown by middleware
        came = error;
        progress.answer = error.answer;
      }
      const result = came;
      const isFailure = result instanceof TransportFailure;
      if (!isFailure && result.status < 400) {
        budget.give(tokens);
        return result;
      }
      if (isFailure ? result.sent : isUnclear(result.status)) progress.ambiguous = true;
      const decision = decideRetry(
        operation.retry,
        isFailure ? result : { kind: "answer", status: result.status, retryAfterMs: retryAfterOf(result, clock) },
        { ...past, remainingMs: call.deadlineAtMs - clock.monotonicMs(), keyed: progress.keyed, random: random() },
        policy,
      );
      const isLimit = decision.why === "rate-limited";
      let isRepeated = repeats && decision.action === "retry";
      if (isRepeated && !isLimit) {
        // A timeout costs the service more than a refused connection. The costs are those of the AWS SDKs.
        tokens = isFailure && result.reason === "timeout" ? 10 : 5;
        isRepeated = budget.take(tokens);
        if (!isRepeated) onBudgetEmpty?.(call);
      }
      if (!isRepeated || decision.action === "give-up") {
        if (isFailure) throw result;
        return result;
      }
      past[isLimit ? "rateLimits" : "failures"] += 1;
      onRetry?.(call, decision);
      if (!(await sleep(clock, decision.waitMs, call.signal))) throw aborted(false);
    }
  };
}

/**
 * A token bucket that pays for the repetitions of one client, or of many that share it. While the service is healthy it
 * is full; when most calls fail it runs empty, and calls are sent once.
 */
export interface RetryBudget {
  /** Takes `cost` tokens for a repetition. Takes none and returns false when there are fewer. */
  take(cost: number): boolean;
  /** Puts tokens back after a success: the cost of its repetition, or one where it needed none. */
  give(tokens: number): void;
}

/** Tokens of a full bucket: thirty repetitions, a fifth of the first 150 calls of an outage. */
export const RETRY_TOKENS = 150;

/**
 * Makes a bucket in this process, full.
 * @param capacity tokens; default 150. A repetition costs 5, after a timeout 10.
 */
export function retryBudget(capacity = RETRY_TOKENS): RetryBudget {
  if (!(capacity >= 0)) throw new ArgumentError(`retryBudget() takes a number of at least 0, got ${capacity}`);
  return bucketOf(capacity);
}

/** The bucket of clients that are given none: bundles of them do without the check. */
export function bucketOf(capacity = RETRY_TOKENS): RetryBudget {
  let tokens = capacity;
  return {
    take(cost) {
      if (tokens < cost) return false;
      tokens -= cost;
      return true;
    },
    give(given) {
      tokens = Math.min(capacity, tokens + given);
    },
  };
}
