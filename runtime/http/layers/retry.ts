import type { Clock, TransportAnswer } from "../../abi/index.js";
import { retryAfterOf } from "../answer.js";
import { isAppsError } from "../errors/index.js";
import { type Exchange, factsOf, type Send } from "../exchange.js";
import type { Hooks } from "../hooks.js";
import { decideRetry, type Decision, isUnclear, type Outcome, type RetryPolicy } from "../retry/decide.js";
import { sleep } from "../sleep.js";
import { toFailure, TransportFailure } from "../transport/failure.js";

/** What the retry layer stands on. */
export interface RetryTools {
  readonly policy: RetryPolicy;
  readonly clock: Clock;
  readonly random: () => number;
  readonly hooks: Hooks;
}

/** Repeats what may be repeated; the decision itself is {@link decideRetry}'s. */
export function withRetry(next: Send, tools: RetryTools): Send {
  return async (request, exchange) => {
    const past = { failures: 0, rateLimits: 0 };
    for (;;) {
      let result: TransportAnswer | TransportFailure;
      try {
        result = await next(request, exchange);
        if (result.status < 400) return result;
        if (isUnclear(result.status)) exchange.ambiguous = true;
      } catch (error) {
        if (isAppsError(error)) throw error; // our own: no answer, and no failure to get one
        result = toFailure(error);
        if (result.sent) exchange.ambiguous = true;
      }
      const outcome = outcomeOf(result, tools.clock);
      const decision = decideRetry(exchange.operation.retry, outcome, stateOf(exchange, past, tools), tools.policy);
      if (decision.action === "give-up" || !exchange.repeats) {
        if (result instanceof TransportFailure) throw result;
        return result;
      }
      if (decision.why === "rate-limited") past.rateLimits += 1;
      else past.failures += 1;
      if (tools.hooks.active) announce(tools.hooks, exchange, decision, result);
      await sleep(tools.clock, decision.waitMs, exchange.signal);
    }
  };
}

const stateOf = (exchange: Exchange, past: { failures: number; rateLimits: number }, tools: RetryTools) => ({
  ...past,
  remainingMs: exchange.deadlineAtMs - tools.clock.monotonicMs(),
  keyed: exchange.keyed,
  random: tools.random(),
});

const outcomeOf = (result: TransportAnswer | TransportFailure, clock: Clock): Outcome =>
  result instanceof TransportFailure
    ? { kind: "no-answer", sent: result.sent, final: result.final }
    : { kind: "answer", status: result.status, retryAfterMs: retryAfterOf(result, clock) };

function announce(
  hooks: Hooks,
  exchange: Exchange,
  { waitMs, why }: Decision & { action: "retry" },
  result: TransportAnswer | TransportFailure,
): void {
  const facts = { ...factsOf(exchange), attempts: exchange.attempts, waitMs };
  const status = result instanceof TransportFailure ? undefined : result.status;
  hooks.emit(why === "rate-limited" ? { type: "rate-limited", ...facts } : { type: "retry", why, status, ...facts });
}
