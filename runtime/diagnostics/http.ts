import type { DiagnosticBase } from "./base.js";

/** Which call it is about. Never a token, a header, a body or a filled path. */
export interface HttpCallFacts {
  /** Tells the calls of one client apart. */
  readonly callId: number;
  /** `operationId`, e.g. `createMessage`. */
  readonly operation: string;
  /** Method and path template. */
  readonly route: string;
}

/**
 * The error of a call as a diagnostic carries it: the very `AppsError` that the caller gets. Where middleware or a
 * function among the options threw something else, that is its `cause`, and `kind` is `handler`.
 */
export interface HttpDiagnosticError extends Error {
  /** Who failed: `refusal`, `http`, `no-answer`, `protocol`, `argument`, `handler`. */
  readonly kind: string;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly attempts: number;
  readonly ambiguous: boolean;
}

/** A call begins. Reported synchronously inside the call, so that tracing sees its caller's context. */
export interface HttpCallStarted extends DiagnosticBase<"http.call_started">, HttpCallFacts {}

/** A call ended with an answer of success. */
export interface HttpCallSucceeded extends DiagnosticBase<"http.call_succeeded">, HttpCallFacts {
  readonly status: number;
  /** Requests sent. */
  readonly attempts: number;
  readonly durationMs: number;
}

/** A call ended because the service refused: `error.code` says why. */
export interface HttpCallRefused extends DiagnosticBase<"http.call_refused">, HttpCallFacts {
  readonly error: HttpDiagnosticError;
  readonly durationMs: number;
}

/** A call failed in any other way. */
export interface HttpCallFailed extends DiagnosticBase<"http.call_failed">, HttpCallFacts {
  readonly error: HttpDiagnosticError;
  readonly durationMs: number;
}

/** An attempt failed and is repeated after `waitMs`. */
export interface HttpRetry extends DiagnosticBase<"http.retry">, HttpCallFacts {
  /**
   * `not-sent`: nothing left this process; `harmless`: it may have been carried out, and doing it twice does no harm.
   */
  readonly why: "not-sent" | "harmless";
  /** Status of the failed attempt, if it brought an answer. */
  readonly status?: number | undefined;
  /** Requests sent so far. */
  readonly attempts: number;
  readonly waitMs: number;
}

/** The service answered 429; the request is repeated after `waitMs`. */
export interface HttpRateLimited extends DiagnosticBase<"http.rate_limited">, HttpCallFacts {
  /** Requests sent so far. */
  readonly attempts: number;
  readonly waitMs: number;
}

/** So many calls fail that none is repeated until some succeed again. Reported at most once in ten minutes. */
export interface HttpRetryBudgetEmpty extends DiagnosticBase<"http.retry_budget_empty">, HttpCallFacts {}

/** Parameters or an answer that do not fit their description, where that does not stop the call. */
export interface HttpMisfit extends DiagnosticBase<"http.misfit">, HttpCallFacts {
  readonly what: "arguments" | "answer";
}

/** What a client reports about its calls, as they happen. */
export type HttpDiagnostic =
  | HttpCallStarted
  | HttpCallSucceeded
  | HttpCallRefused
  | HttpCallFailed
  | HttpRetry
  | HttpRateLimited
  | HttpRetryBudgetEmpty
  | HttpMisfit;
