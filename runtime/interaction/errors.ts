import { AppsError, isAppsError, kindOf } from "../base/errors.js";
import { InteractionExpiredError, isRefusal } from "../http/errors/index.js";
import type { ConfirmKind, LocalRefusal } from "./machine.js";

const SENTENCES: Readonly<Record<LocalRefusal, string>> = {
  expired: "Its confirmation window has closed, so nothing was sent.",
  "already-confirmed": "It is confirmed already.",
  left: "Another channel confirms it.",
  "not-confirmed": "It is not confirmed yet: reply() or defer() first.",
  "not-deferred": "It was not deferred: answer() only follows defer(); use followUp() for more texts.",
  "already-answered": "It is answered already: use followUp() for more texts.",
  "answer-too-late": "The time for the answer after defer() has passed.",
  "follow-ups-spent": "All follow-ups that the platform allows are spent.",
  "follow-ups-too-late": "The time for follow-ups has passed.",
};

/** What to call instead of a second confirmation. */
const INSTEAD: Readonly<Record<string, string>> = {
  reply: " Use followUp() for more texts.",
  modal: " A form opens in place of reply() or defer(), not after it.",
};

/** What the App did automatically, by the kind of its confirmation. */
const AUTOMATIC: Partial<Record<ConfirmKind, string>> = {
  defer: "deferred it (autoDefer)",
  decline: "declined it",
  suggest: "answered it with an empty list",
};

/** How the time since an interaction's arrival was spent, in milliseconds. After a restart only `deferredMs` is known. */
export interface TimeSpent {
  /** Before its handler began. */
  readonly queueMs?: number;
  readonly handlerMs?: number;
  /** In calls to the service about this interaction. */
  readonly networkMs?: number;
  readonly deferredMs?: number;
}

const PARTS: Readonly<Record<string, string>> = {
  queueMs: "waiting for its handler",
  handlerMs: "in the handler",
  networkMs: "in calls to the service",
  deferredMs: "deferred",
} satisfies Record<keyof TimeSpent, string>;

/** The interaction does not allow this any more, or not yet. Nothing was sent. */
export class InteractionClosedError extends AppsError {
  readonly kind = "argument";
  readonly reason: LocalRefusal;
  /** How the time was spent, as far as known; only with the reason `answer-too-late`. */
  declare readonly spent?: TimeSpent;
  override get name(): string {
    return "InteractionClosedError";
  }

  /** `byApp`: the kind of the App's automatic confirmation, if there was one. */
  constructor(action: string, reason: LocalRefusal, more: { byApp?: ConfirmKind | undefined; spent?: TimeSpent } = {}) {
    const instead = (reason === "already-confirmed" && INSTEAD[action]) || "";
    const automatic = more.byApp && AUTOMATIC[more.byApp];
    const why = automatic ? `The App ${automatic} just before its window closed.` : SENTENCES[reason];
    const spent = reason === "answer-too-late" && more.spent;
    const where = spent ? ` ${inWords(spent)} extend() still reaches the channel.` : "";
    super(`${action}() is not possible on this interaction. ${why}${instead}${where}`);
    this.reason = reason;
    if (spent) this.spent = spent;
  }
}

/** Names the largest share first. */
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

/** Makes a refusal that came after the local deadline an {@link InteractionExpiredError}, whatever its code. */
export function expiredError(error: unknown): unknown {
  if (!isRefusal(error)) return error;
  const { operation, route, status, code, attempts, ambiguous } = error;
  const details = { operation, route, status, code, attempts, ambiguous, cause: error };
  return new InteractionExpiredError("The interaction expired before its confirmation arrived", details);
}

/** Whether a call may have been carried out although it failed: so unless its error excludes that. */
export function maybeCarriedOut(error: unknown): boolean {
  return !isAppsError(error) || error.ambiguous;
}
