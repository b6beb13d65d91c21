import { AppsError, InteractionExpiredError, isAppsError, isRefusal, kindOf } from "../http/errors/index.js";
import type { ConfirmKind, LocalRefusal } from "./machine.js";

const SENTENCES: Readonly<Record<LocalRefusal, string>> = {
  expired: "Its confirmation window is past, so nothing was sent.",
  "already-confirmed": "It is confirmed already, and an interaction is confirmed once.",
  left: "It was left to another way of confirming.",
  "not-confirmed": "It is not confirmed yet: reply() or defer() first.",
  "not-deferred": "It was not deferred: only a defer() is followed by answer(); use followUp() for more texts.",
  "already-answered": "It is answered already: use followUp() for more texts.",
  "answer-too-late": "The time for the answer after defer() is past.",
  "follow-ups-spent": "All follow-ups that the platform allows are spent.",
  "follow-ups-too-late": "The time for follow-ups is past.",
};

/** What to do instead, by what was asked of an interaction that is confirmed. */
const INSTEAD: Readonly<Record<string, string>> = {
  reply: " Use followUp() for more texts.",
  modal: " A form can only be opened in place of reply() or defer(), not after it.",
};

/** What the App did in the handler's stead, by its kind, where that is what keeps the handler from confirming. */
const IN_ITS_STEAD: Partial<Record<ConfirmKind, string>> = {
  defer: "Its window was nearly past, so the App deferred it by itself (autoDefer).",
  decline: "Its window was nearly past, so the App declined it in the handler's stead.",
  suggest: "Its second was nearly up, so the App answered with an empty list in the handler's stead.",
};

/** Where the time since an interaction arrived went, in milliseconds. After a restart, only for how long it is deferred. */
export interface TimeSpent {
  /** Before its handler began. */
  readonly queueMs?: number;
  readonly handlerMs?: number;
  /** In calls to the service about it. */
  readonly networkMs?: number;
  readonly deferredMs?: number;
}

const PARTS: Readonly<Record<string, string>> = {
  queueMs: "waiting for its handler",
  handlerMs: "in the handler",
  networkMs: "in calls to the service",
  deferredMs: "deferred",
} satisfies Record<keyof TimeSpent, string>;

/** What was asked of an interaction is not possible any more, or not yet. Nothing was sent. */
export class InteractionClosedError extends AppsError {
  readonly kind = "argument";
  readonly reason: LocalRefusal;
  /** Where the time went, as far as it is known; only with the reason `answer-too-late`. */
  declare readonly spent?: TimeSpent;
  override get name(): string {
    return "InteractionClosedError";
  }

  /** `byApp`: what the App confirmed it with on its own. */
  constructor(action: string, reason: LocalRefusal, more: { byApp?: ConfirmKind | undefined; spent?: TimeSpent } = {}) {
    const instead = (reason === "already-confirmed" && INSTEAD[action]) || "";
    const why = (more.byApp && IN_ITS_STEAD[more.byApp]) ?? SENTENCES[reason];
    const spent = reason === "answer-too-late" && more.spent;
    const where = spent ? ` ${inWords(spent)} extend() still reaches the channel.` : "";
    super(`${action}() is not possible on this interaction. ${why}${instead}${where}`);
    this.reason = reason;
    if (spent) this.spent = spent;
  }
}

/** The largest share first: that is what to look at. */
function inWords(spent: TimeSpent): string {
  const shares = Object.entries(spent).toSorted(([, a], [, b]) => b - a);
  return `Of its time it spent ${shares.map(([part, ms]) => `${(ms / 1_000).toFixed(1)} s ${PARTS[part]}`).join(", ")}.`;
}

/** True for an {@link InteractionClosedError}; with `reason`, only for that one. */
export function isInteractionClosed(error: unknown, reason?: LocalRefusal): error is InteractionClosedError {
  if (kindOf(error) !== "argument" || !(error instanceof Error) || error.name !== "InteractionClosedError")
    return false;
  return reason === undefined || ("reason" in error && error.reason === reason);
}

/** A refusal after our own deadline: the service was too late to be asked, whatever code it chose to say so. */
export function expiredError(error: unknown): unknown {
  if (!isRefusal(error)) return error;
  const { operation, route, status, code, attempts, ambiguous } = error;
  const details = { operation, route, status, code, attempts, ambiguous, cause: error };
  return new InteractionExpiredError("The interaction expired before its confirmation arrived.", details);
}

/** Only an error that says so proves that nothing was done. */
export function maybeCarriedOut(error: unknown): boolean {
  return !isAppsError(error) || error.ambiguous;
}
