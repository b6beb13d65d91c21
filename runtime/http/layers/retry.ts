import type { Clock, TransportAnswer } from "../../abi/index.js";
import { retryAfterOf } from "../answer.js";
import { isAppsError } from "../errors/index.js";
import { type Exchange, factsOf, type Send } from "../exchange.js";
import type { Hooks } from "../hooks.js";
import { decideRetry, type Decision, isUnclear, type Outcome, type RetryPolicy } from "../retry/decide.js";
import { sleep } from "../sleep.js";
import { toFailure, type TransportFailure } from "../transport/failure.js";

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
      let answer: TransportAnswer | undefined;
      let failure: TransportFailure | undefined;
      try {
        answer = await next(request, exchange);
        if (answer.status < 400) return answer;
      } catch (error) {
        if (isAppsError(error)) throw error;
        failure = toFailure(error);
      }
      const outcome = answer ? outcomeOfAnswer(answer, tools.clock) : outcomeOfFailure(failure);
      if (mayHaveHappened(outcome)) exchange.ambiguous = true;
      const decision = decideRetry(exchange.operation.retry, outcome, stateOf(exchange, past, tools), tools.policy);
      if (decision.action === "give-up") {
        if (answer) return answer;
        throw failure;
      }
      if (decision.why === "rate-limited") past.rateLimits += 1;
      else past.failures += 1;
      if (tools.hooks.active) announce(tools.hooks, exchange, decision, answer?.status);
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

const outcomeOfAnswer = (answer: TransportAnswer, clock: Clock): Outcome => ({
  kind: "answer",
  status: answer.status,
  retryAfterMs: retryAfterOf(answer, clock),
});

const outcomeOfFailure = (failure: TransportFailure | undefined): Outcome => ({
  kind: "no-answer",
  sent: failure?.sent ?? true,
  final: failure?.final ?? false,
});

const mayHaveHappened = (outcome: Outcome) => (outcome.kind === "answer" ? isUnclear(outcome.status) : outcome.sent);

function announce(hooks: Hooks, exchange: Exchange, decision: Decision & { action: "retry" }, status?: number): void {
  const { waitMs, why } = decision;
  const facts = { ...factsOf(exchange), attempts: exchange.attempts, waitMs };
  hooks.emit(why === "rate-limited" ? { type: "rate-limited", ...facts } : { type: "retry", why, status, ...facts });
}
