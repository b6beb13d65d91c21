import type { CloseReason } from "../diagnostics/events.js";

/** What the description says about one close frame code. */
export interface CloseCodeFacts {
  readonly reconnect: boolean;
  readonly meaning: string;
  /** The next connection shows another view: what the App remembers of the old one is void. */
  readonly freshView?: boolean;
  /** Wait longer than usual before the next connection. */
  readonly waitFirst?: boolean;
  /** Reconnecting makes sense with another credential, and only then. */
  readonly withNewCredential?: boolean;
  readonly remedy?: string;
}

/** How soon the next attempt may follow, when nobody asked for a certain wait. */
export type Pace =
  /** At once, then doubling: nothing says that the service wants to be left alone. */
  | "prompt"
  /** A short wait, doubling. */
  | "backoff"
  /** The same, of which chance takes no more than half: how long it lasts together has to be certain. */
  | "even"
  /** A long wait from the first: too many connections are open. */
  | "patient"
  /** The longest wait: nobody knows whether trying again makes sense. */
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

/** What the decision rests on besides the reason. */
export interface DecisionPolicy {
  readonly closeCodes: Readonly<Record<string, CloseCodeFacts>>;
  /** Codes of refusals whose meaning is known; repeating such a request changes nothing. */
  readonly refusalCodes: { readonly has: (code: string) => boolean };
  /** A close frame with an unknown code: `reconnect` whatever its flag says, or `honour-flag`. */
  readonly unknownCloseCode: "reconnect" | "honour-flag";
  /** How many answers in a row were somebody else's, this one included: see {@link isForeign}. */
  readonly protocolFailures: number;
  /** From how many on that ends a stream that has not heard the service yet. */
  readonly protocolFailureLimit: number;
  /** This stream has heard the service where somebody else answers now. */
  readonly addressIsProven: boolean;
}

const prompt: ReconnectDecision = { action: "reconnect", pace: "prompt" };
const backoff: ReconnectDecision = { action: "reconnect", pace: "backoff" };
const even: ReconnectDecision = { action: "reconnect", pace: "even" };
const patient: ReconnectDecision = { action: "reconnect", pace: "patient" };
const capped: ReconnectDecision = { action: "reconnect", pace: "capped" };

/** What to do after a connection ended. Pure: the same ending and policy give the same decision. */
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
 * Whether an answer can hardly be the service's own: no event stream, or an error status without the code that each of
 * its refusals has. Statuses with a rule of their own are left to it.
 */
export function isForeign(reason: CloseReason): boolean {
  if (reason.cause !== "refused") return reason.cause === "protocol";
  const { status, code } = reason;
  return code === undefined && status !== 401 && status !== 429 && !mayPass(status);
}

/** Statuses that say themselves that another attempt may go better. */
const mayPass = (status: number): boolean => status === 408 || status === 425 || status >= 500;

/**
 * A proxy answers with its own pages while the service behind it is restarted, however long that takes; where nothing
 * but such pages was ever heard, the address is wrong.
 */
function afterForeign(policy: DecisionPolicy): ReconnectDecision {
  if (policy.addressIsProven || policy.protocolFailures < policy.protocolFailureLimit) return even;
  return stop("protocol", "check-base-url", "What answers at the base URL is not the service, as far as can be told.");
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
  // A 401 says the same for a dead credential and for a route that takes none; only asking tells them apart.
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
  /** No wait of ours is longer. Default a quarter of the resume window, so that several attempts fit into it. */
  readonly capMs: number;
  /** First wait after being told that too many connections are open. Default half of `capMs`. */
  readonly patientMs: number;
  /** No wait is longer, whatever the service asks for. From the description's limits. */
  readonly ceilingMs: number;
}

/** What the next wait depends on besides what has just ended. */
export interface BackoffState {
  /** Connections in a row that were of no use for long enough, refused ones included. */
  readonly failures: number;
  /** The reconnection time that the stream asked for last. */
  readonly retryMs: number | undefined;
}

/** What a wait is reckoned from. */
export interface WaitInput {
  readonly pace: Pace;
  /** What the service asked for. */
  readonly atLeastMs?: number | undefined;
  /** How long the connection was of use. */
  readonly usefulMs: number;
  /** How long it has to be for the next failure not to count as a repetition. */
  readonly stableAfterMs: number;
  /** The reconnection time that the stream asked for. */
  readonly retryMs?: number | undefined;
  /** From 0 (included) to 1. */
  readonly random: number;
}

/** The first attempt after a stable connection: spread a little, so that a fleet does not return as one. */
const PROMPT_SPREAD_MS = 20;

/**
 * How long to wait before the next attempt. One back-off for everything that does not last: refusals, mailboxes that
 * expire at once, streams that resume, bring an event and drop. It grows until a connection has been of use for
 * `stableAfterMs`.
 *
 * Full jitter: anything between almost nothing and the bound; where the service wants to be left alone, the upper half.
 * What it asks for is never undercut, and chance only adds to it, up to the ceiling.
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
  // Not in full where that would outlast the resume window, which costs events.
  const streamAskedMs = Math.min(retryMs ?? 0, options.capMs);
  if (pace === "prompt" && attempt === 0 && atLeastMs === undefined) {
    return { state: next, waitMs: Math.max(random * PROMPT_SPREAD_MS, streamAskedMs) };
  }
  const doublings = Math.min(30, pace === "prompt" ? Math.max(0, attempt - 1) : attempt);
  // Where the service says how long, it need not be guessed.
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
