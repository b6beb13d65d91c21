import type { CloseReason } from "../diagnostics/events.js";

/** What the description says about one close frame code. */
export interface CloseCodeFacts {
  readonly reconnect: boolean;
  readonly meaning: string;
  /** The next connection shows another view of the servers: state that the App keeps is stale. */
  readonly freshView?: boolean;
  /** Wait longer than usual before the next connection. */
  readonly waitFirst?: boolean;
  /** Reconnecting makes sense with another credential, and only then. */
  readonly withNewCredential?: boolean;
  readonly remedy?: string;
}

/** How soon the next attempt may follow if the service did not ask for a certain wait. */
export type Pace =
  /** At once, then doubling: the service gave no reason to wait. */
  | "prompt"
  /** A short wait, doubling. */
  | "backoff"
  /** As `backoff`, but jitter takes at most half of it, so that a number of attempts takes a certain time. */
  | "even"
  /** A long wait from the first: too many connections are open. */
  | "patient"
  /** The longest wait: it is unknown whether a retry makes sense. */
  | "capped";

/** What ends the stream for good. */
export type EndReason = "close-frame" | "credential" | "refused" | "protocol" | "cursor-taken" | "thrown";

export type ReconnectDecision =
  | { readonly action: "reconnect"; readonly pace: Pace; readonly atLeastMs?: number; readonly freshView?: true }
  /** Reconnect when the token provider has another credential than the one that was refused, else stop. */
  | { readonly action: "other-credential"; readonly remedy: string; readonly meaning: string }
  /** Ask whether the credential is valid: reconnect when it is, stop when it is not. */
  | { readonly action: "check-credential" }
  | { readonly action: "stop"; readonly reason: EndReason; readonly remedy: string; readonly meaning: string };

/** What a decision depends on besides the close reason. */
export interface DecisionPolicy {
  readonly closeCodes: Readonly<Record<string, CloseCodeFacts>>;
  /** Known codes of refusals: repeating such a request changes nothing. */
  readonly refusalCodes: { readonly has: (code: string) => boolean };
  /** A close frame with an unknown code: `reconnect` whatever its flag says, or `honour-flag`. */
  readonly unknownCloseCode: "reconnect" | "honour-flag";
  /** Number of consecutive foreign answers, including this one: see {@link isForeign}. */
  readonly protocolFailures: number;
  /** Number of foreign answers that ends a stream which has not had an answer of the service yet. */
  readonly protocolFailureLimit: number;
  /** Whether the stream has had an answer of the service at this address. */
  readonly addressIsProven: boolean;
}

const prompt: ReconnectDecision = { action: "reconnect", pace: "prompt" };
const backoff: ReconnectDecision = { action: "reconnect", pace: "backoff" };
const even: ReconnectDecision = { action: "reconnect", pace: "even" };
const patient: ReconnectDecision = { action: "reconnect", pace: "patient" };
const capped: ReconnectDecision = { action: "reconnect", pace: "capped" };

/** Decides what to do after a connection has ended. Pure. */
export function decideReconnect(reason: CloseReason, policy: DecisionPolicy): ReconnectDecision {
  switch (reason.cause) {
    case "end":
    case "dropped":
    case "idle":
      return prompt;
    case "silent":
    case "unreachable":
      return backoff;
    case "close-frame":
      return afterCloseFrame(reason, policy);
    case "refused":
      return afterRefusal(reason, policy);
    case "protocol":
      return afterForeign(policy);
    case "frame-too-large":
      return backoff;
    case "expired":
      return { action: "check-credential" };
  }
}

/**
 * Whether an answer is probably not from the service: no event stream, or an error status without a code, which every
 * refusal of the service has. Statuses with rules of their own are excepted.
 */
export function isForeign(reason: CloseReason): boolean {
  if (reason.cause !== "refused") return reason.cause === "protocol";
  const { status, code } = reason;
  return code === undefined && status !== 401 && status !== 429 && !mayPass(status);
}

/** Statuses that invite a retry. */
const mayPass = (status: number): boolean => status === 408 || status === 425 || status >= 500;

/**
 * A proxy answers with pages of its own while the service behind it restarts. If the service has never answered, the
 * address is wrong.
 */
function afterForeign(policy: DecisionPolicy): ReconnectDecision {
  if (policy.addressIsProven || policy.protocolFailures < policy.protocolFailureLimit) return even;
  return stop("protocol", "check-base-url", "What answers at the base URL does not look like the service.");
}

function afterCloseFrame(
  { code, reconnect }: CloseReason & { cause: "close-frame" },
  policy: DecisionPolicy,
): ReconnectDecision {
  const facts = code !== undefined && Object.hasOwn(policy.closeCodes, code) ? policy.closeCodes[code] : undefined;
  if (facts === undefined) {
    if (reconnect !== false) return backoff;
    return policy.unknownCloseCode === "reconnect"
      ? capped
      : stop("close-frame", "update-package", "The service closed the stream for a reason this version does not know.");
  }
  if (facts.withNewCredential === true) {
    return { action: "other-credential", remedy: facts.remedy ?? "new-credential", meaning: facts.meaning };
  }
  if (!facts.reconnect) return stop("close-frame", facts.remedy ?? "none", facts.meaning);
  const pace: Pace = facts.waitFirst === true ? "patient" : "backoff";
  return facts.freshView === true ? { action: "reconnect", pace, freshView: true } : { action: "reconnect", pace };
}

function afterRefusal(refusal: CloseReason & { cause: "refused" }, policy: DecisionPolicy): ReconnectDecision {
  const { status, code, retryAfterMs } = refusal;
  const asAsked = (decision: ReconnectDecision): ReconnectDecision =>
    decision.action === "reconnect" && retryAfterMs !== undefined ? { ...decision, atLeastMs: retryAfterMs } : decision;
  if (code === "MISSING_CREDENTIAL") {
    return {
      action: "other-credential",
      remedy: "new-credential",
      meaning: "The credential does not exist, was revoked, or its owner is sanctioned.",
    };
  }
  if (status === 429) return asAsked(patient);
  if (code !== undefined && policy.refusalCodes.has(code)) {
    return stop("refused", "fix-request", `The service refuses the stream with ${code}.`);
  }
  // A 401 may mean a dead credential or a route that takes none; only a check of the credential tells them apart.
  if (status === 401) return { action: "check-credential" };
  if (isForeign(refusal)) return asAsked(afterForeign(policy));
  return asAsked(mayPass(status) ? backoff : capped);
}

const stop = (reason: EndReason, remedy: string, meaning: string): ReconnectDecision => ({
  action: "stop",
  reason,
  remedy,
  meaning,
});

/** Bounds of the waits between connections. Milliseconds throughout. */
export interface ReconnectBackoff {
  /** Upper bound of the wait after the second failure in a row; doubles from there. Default 500. */
  readonly baseMs: number;
  /**
   * Longest wait that the service did not ask for. Default a quarter of the resume window, to fit in several attempts.
   */
  readonly capMs: number;
  /** First wait after the service reported too many open connections. Default half of `capMs`. */
  readonly patientMs: number;
  /** No wait is longer, whatever the service asks for. From the description's limits. */
  readonly ceilingMs: number;
}

/** State of the back-off between connections. */
export interface BackoffState {
  /** Consecutive connections that were not stable, including refused ones. */
  readonly failures: number;
  /** The last `retry:` field of a stream. */
  readonly retryMs: number | undefined;
}

/** Input of {@link nextWait}. */
export interface WaitInput {
  readonly pace: Pace;
  /** What the service asked for. */
  readonly atLeastMs?: number | undefined;
  /** Milliseconds for which the connection was useful. */
  readonly usefulMs: number;
  /** Milliseconds after which a connection counts as stable. */
  readonly stableAfterMs: number;
  /** The `retry:` field of the stream. */
  readonly retryMs?: number | undefined;
  /** From 0 (included) to 1. */
  readonly random: number;
}

/** Spread of the first attempts after stable connections, so that many processes do not reconnect in one moment. */
const PROMPT_SPREAD_MS = 20;

/**
 * Milliseconds to wait before the next attempt. There is one back-off for every connection that does not last:
 * refusals, mailboxes that expire at once, streams that resume, bring an event and drop. It grows until a connection
 * has been useful for `stableAfterMs`.
 *
 * Full jitter: anything between a tenth of a second and the bound; where the service asks for patience, the upper
 * half. A wait that the service asks for is never undercut: jitter only adds to it, up to the ceiling.
 */
export function nextWait(
  state: BackoffState,
  input: WaitInput,
  options: ReconnectBackoff,
): { readonly state: BackoffState; readonly waitMs: number } {
  const { pace, atLeastMs, random } = input;
  const isStable = input.usefulMs >= input.stableAfterMs;
  const attempt = isStable ? 0 : state.failures;
  const retryMs = input.retryMs ?? state.retryMs;
  const next = { failures: attempt + 1, retryMs };
  // Capped, because waiting longer than the resume window loses events.
  const streamAskedMs = Math.min(retryMs ?? 0, options.capMs);
  if (pace === "prompt" && attempt === 0 && atLeastMs === undefined) {
    return { state: next, waitMs: Math.max(random * PROMPT_SPREAD_MS, streamAskedMs) };
  }
  const doublings = Math.min(30, pace === "prompt" ? Math.max(0, attempt - 1) : attempt);
  // If the service asked for a wait, the pace does not matter.
  const firstMs = atLeastMs === undefined ? firstBoundMs(pace, options) : options.baseMs;
  const boundMs = Math.min(options.capMs, firstMs * 2 ** doublings);
  const hasFullJitter = pace === "prompt" || pace === "backoff" || atLeastMs !== undefined;
  const jittered = boundMs * (hasFullJitter ? random : 0.5 + random / 2);
  const ownMs = Math.max(jittered, options.baseMs / 5, streamAskedMs);
  if (atLeastMs === undefined) return { state: next, waitMs: ownMs };
  const askedMs = atLeastMs + random * Math.min(1000, Math.max(50, atLeastMs / 10));
  return { state: next, waitMs: Math.min(options.ceilingMs, Math.max(askedMs, ownMs)) };
}

function firstBoundMs(pace: Pace, options: ReconnectBackoff): number {
  if (pace === "capped") return options.capMs;
  return pace === "patient" ? options.patientMs : options.baseMs;
}
