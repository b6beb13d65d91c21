import type { Clock } from "../abi/index.js";
import type { DiagnosticListeners, HttpDiagnostic } from "../diagnostics/index.js";
import { isAppsError } from "../base/errors.js";
import { type CallFacts, factsOf } from "./call.js";
import type { RetryNotice } from "./middleware/retry.js";

/** The listeners of one client. Ask for `active` before making a diagnostic: without listeners none is made. */
export type HttpDiagnostics = DiagnosticListeners<HttpDiagnostic>;

/** Reports that a call begins. */
export function reportStart(diagnostics: HttpDiagnostics, call: CallFacts): void {
  const facts = factsOf(call);
  diagnostics.report({ type: "http.call_started", level: "debug", message: `${facts.operation}: started`, ...facts });
}

/** Reports the answer that a call ended with. */
export function reportSuccess(diagnostics: HttpDiagnostics, call: CallFacts, status: number): void {
  const { attempts, durationMs } = call.progress;
  const facts = { ...factsOf(call), attempts, durationMs };
  const message = `${facts.operation}: answered ${status} after ${Math.ceil(durationMs)} ms`;
  diagnostics.report({ type: "http.call_succeeded", level: "debug", message, status, ...facts });
}

/** An id that is a number, of 16 digits or more: JSON may have changed the last of them. */
const NUMERIC_ID = /"(\w*Id)":\s*\d{16}/;

/** Reports an id of an answer that came as a number. */
export function reportNumericId(diagnostics: HttpDiagnostics, call: CallFacts, body: string): void {
  const name = NUMERIC_ID.exec(body)?.[1];
  if (name === undefined) return;
  const facts = factsOf(call);
  const message = `${facts.operation}: ${name} is a number, which may lose digits: ids are strings`;
  diagnostics.report({ type: "http.misfit", level: "warn", what: "answer", message, ...facts });
}

/** Reports the error that a call ended with. */
export function reportError(
  diagnostics: HttpDiagnostics,
  call: CallFacts,
  thrown: unknown,
  lastedMs: () => number,
): void {
  let durationMs = 0;
  try {
    durationMs = lastedMs();
  } catch {
    // The clock is what failed.
  }
  const error = isAppsError(thrown) ? thrown : userCodeError(thrown, call);
  const facts = { ...factsOf(call), error, durationMs, message: error.message };
  if (error.kind === "refusal") diagnostics.report({ type: "http.call_refused", level: "info", ...facts });
  else diagnostics.report({ type: "http.call_failed", level: "warn", ...facts });
}

/** The error in diagnostics for what middleware or a function among the options threw, which may hold secrets. */
function userCodeError(thrown: unknown, { operation, progress: { attempts, ambiguous } }: CallFacts) {
  const what = thrown instanceof Error ? thrown.name : typeof thrown;
  const error = new Error(`${operation.id}: code of the App threw ${what}`, { cause: thrown });
  return Object.assign(error, { kind: "handler", attempts, ambiguous });
}

/** Reports that an attempt is repeated after a wait. */
export function reportRetry(diagnostics: HttpDiagnostics, call: CallFacts, { why, waitMs }: RetryNotice): void {
  const { attempts, answer } = call.progress;
  const facts = { ...factsOf(call), attempts, waitMs };
  const status = answer?.status;
  const what = why === "rate-limited" ? why : `failed (${status ?? "no answer"})`;
  const message = `${facts.operation}: ${what}, repeated in ${Math.ceil(waitMs)} ms`; // no wait is zero
  if (why === "rate-limited") {
    diagnostics.report({ type: "http.rate_limited", level: "warn", message, ...facts });
  } else {
    diagnostics.report({ type: "http.retry", level: "info", message, why, status, ...facts });
  }
}

/** Milliseconds between two reports that the budget is empty: in an outage it is empty for all calls. */
const BUDGET_EVERY_MS = 600_000;

/** Makes the function that reports that the retry budget is empty, at most once in {@link BUDGET_EVERY_MS}. */
export function reportBudgetEmpty(diagnostics: HttpDiagnostics, clock: Clock): (call: CallFacts) => void {
  let reportedMs = -Infinity;
  return (call) => {
    const nowMs = clock.monotonicMs();
    if (!diagnostics.active || nowMs - reportedMs < BUDGET_EVERY_MS) return;
    reportedMs = nowMs;
    const message = "Most calls fail: each is sent once until some succeed again";
    diagnostics.report({ type: "http.retry_budget_empty", level: "warn", message, ...factsOf(call) });
  };
}
