import { AppsError, kindOf } from "../http/errors/base.js";
import type { ErrorDetails } from "../http/errors/base.js";
import type { ConfirmKind, LocalRefusal } from "./interaction/machine.js";

/** Code of the App threw. `cause` is what it threw; `handler` says which one. */
export class HandlerError extends AppsError {
  readonly kind = "handler";
  /** What was being handled, e.g. `command roll`. */
  readonly handler: string;
  override get name(): string {
    return "HandlerError";
  }

  constructor(handler: string, cause: unknown) {
    super(`The handler of ${handler} threw: ${reasonOf(cause)}`, { cause });
    this.handler = handler;
  }
}

const SENTENCES: Readonly<Record<LocalRefusal, string>> = {
  expired: "Its confirmation window is past, so nothing was sent.",
  "already-confirmed": "It is confirmed already, and an interaction is confirmed once.",
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
  suggest: "Its second was nearly up, so the App answered with an empty list in the handler's stead.",
};

/** What was asked of an interaction is not possible any more, or not yet. Nothing was sent. */
export class InteractionClosedError extends AppsError {
  readonly kind = "argument";
  readonly reason: LocalRefusal;
  override get name(): string {
    return "InteractionClosedError";
  }

  /** `byApp`: what the App confirmed it with on its own. */
  constructor(action: string, reason: LocalRefusal, byApp?: ConfirmKind) {
    const instead = reason === "already-confirmed" ? (INSTEAD[action] ?? "") : "";
    const why = (byApp && IN_ITS_STEAD[byApp]) ?? SENTENCES[reason];
    super(`${action}() is not possible on this interaction. ${why}${instead}`);
    this.reason = reason;
  }
}

/** What came does not fit the definition: a required argument is missing, of another type, or out of bounds. */
export class ArgumentsMismatchError extends AppsError {
  readonly kind = "protocol";
  /** Name of the option or field. */
  readonly argument: string;
  override get name(): string {
    return "ArgumentsMismatchError";
  }

  constructor(message: string, argument: string, details?: ErrorDetails) {
    super(message, details);
    this.argument = argument;
  }
}

/** True for a {@link HandlerError}, across realms and package copies. */
export const isHandlerError = (error: unknown): error is HandlerError => kindOf(error) === "handler";

/** True for an {@link InteractionClosedError}; with `reason`, only for that one. */
export function isInteractionClosed(error: unknown, reason?: LocalRefusal): error is InteractionClosedError {
  if (kindOf(error) !== "argument" || !(error instanceof Error) || error.name !== "InteractionClosedError")
    return false;
  return reason === undefined || ("reason" in error && error.reason === reason);
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause);
}
