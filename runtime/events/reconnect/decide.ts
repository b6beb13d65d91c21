import type { Ending } from "./ending.js";

/** What the description says about one farewell code. */
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
  /** A long wait from the first: too many connections are open. */
  | "patient"
  /** The longest wait: nobody knows whether trying again makes sense. */
  | "capped";

/** What ends the stream for good. */
export type EndReason = "farewell" | "credential" | "refused" | "protocol" | "frame-too-large";

export type Decision =
  | { readonly action: "reconnect"; readonly pace: Pace; readonly atLeastMs?: number; readonly freshView?: true }
  /** Reconnect when the token provider has another credential than the one that was refused, else stop. */
  | { readonly action: "other-credential"; readonly remedy: string; readonly meaning: string }
  /** Ask whether the credential is valid: reconnect when it is, stop when it is not. */
  | { readonly action: "check-credential" }
  | { readonly action: "stop"; readonly reason: EndReason; readonly remedy: string; readonly meaning: string };

/** What the decision rests on besides the ending. */
export interface DecisionPolicy {
  readonly closeCodes: Readonly<Record<string, CloseCodeFacts>>;
  /** Codes of refusals whose meaning is known; repeating such a request changes nothing. */
  readonly refusalCodes: { readonly has: (code: string) => boolean };
  /** A farewell with an unknown code: `reconnect` whatever its flag says, or `honour-flag`. */
  readonly unknownCloseCode: "reconnect" | "honour-flag";
  /** How many answers in a row were somebody else's, this one included: see {@link isForeign}. */
  readonly protocolFailures: number;
  /** From how many on that ends a stream that has not heard the service yet. */
  readonly protocolFailureLimit: number;
  /** This stream has heard the service where somebody else answers now. */
  readonly addressIsProven: boolean;
}

const prompt: Decision = { action: "reconnect", pace: "prompt" };
const backoff: Decision = { action: "reconnect", pace: "backoff" };
const patient: Decision = { action: "reconnect", pace: "patient" };
const capped: Decision = { action: "reconnect", pace: "capped" };

/** What to do after a connection ended. Pure: the same ending and policy give the same decision. */
export function decideReconnect(ending: Ending, policy: DecisionPolicy): Decision {
  switch (ending.cause) {
    case "end":
    case "dropped":
    case "idle":
      return prompt;
    case "silent":
    case "unreachable":
      return backoff;
    case "farewell":
      return afterFarewell(ending, policy);
    case "refused":
      return afterRefusal(ending, policy);
    case "protocol":
      return afterForeign(policy);
    case "frame-too-large":
      return stop("frame-too-large", "raise-frame-limit", "Resuming would bring the same frame again.");
  }
}

/**
 * Whether an answer can hardly be the service's own: no event stream, or an error status without the code that each of
 * its refusals has. Statuses with a rule of their own are left to it.
 */
export function isForeign(ending: Ending): boolean {
  if (ending.cause !== "refused") return ending.cause === "protocol";
  const { status, code } = ending;
  return code === undefined && status !== 401 && status !== 429 && !mayPass(status);
}

/** Statuses that say themselves that another attempt may go better. */
const mayPass = (status: number): boolean => status === 408 || status === 425 || status >= 500;

/**
 * A proxy answers with its own pages while the service behind it is restarted, however long that takes; where nothing
 * but such pages was ever heard, the address is wrong.
 */
function afterForeign(policy: DecisionPolicy): Decision {
  if (policy.addressIsProven || policy.protocolFailures < policy.protocolFailureLimit) return backoff;
  return stop("protocol", "check-base-url", "What answers at the base URL is not the service, as far as can be told.");
}

function afterFarewell({ code, reconnect }: Ending & { cause: "farewell" }, policy: DecisionPolicy): Decision {
  const facts = code !== undefined && Object.hasOwn(policy.closeCodes, code) ? policy.closeCodes[code] : undefined;
  if (facts === undefined) {
    if (reconnect !== false) return backoff;
    return policy.unknownCloseCode === "reconnect"
      ? capped
      : stop("farewell", "update-package", "The service closed the stream for a reason this version does not know.");
  }
  if (facts.withNewCredential === true) {
    return { action: "other-credential", remedy: facts.remedy ?? "new-credential", meaning: facts.meaning };
  }
  if (!facts.reconnect) return stop("farewell", facts.remedy ?? "none", facts.meaning);
  const pace: Pace = facts.waitFirst === true ? "patient" : "backoff";
  return facts.freshView === true ? { action: "reconnect", pace, freshView: true } : { action: "reconnect", pace };
}

function afterRefusal(refusal: Ending & { cause: "refused" }, policy: DecisionPolicy): Decision {
  const { status, code, retryAfterMs } = refusal;
  const asAsked = (decision: Decision): Decision =>
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

const stop = (reason: EndReason, remedy: string, meaning: string): Decision => ({
  action: "stop",
  reason,
  remedy,
  meaning,
});
