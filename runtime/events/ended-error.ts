import { getMe } from "../../generated/routes.js";
import { AppsError, isAppsError } from "../base/errors.js";
import { printable } from "../http/errors/build.js";
import type { EventsClient } from "./options.js";
import type { EndReason } from "./reconnect.js";

/** Fields of an {@link EventsEndedError}. */
export interface EndedDetails {
  readonly reason: EndReason;
  readonly remedy: string;
  readonly meaning: string;
  readonly closeCode?: string | undefined;
  readonly status?: number | undefined;
  readonly code?: string | undefined;
  readonly cause?: unknown;
}

/** What to do, for each remedy. A remedy that is not listed is shown by its name. */
const advice: Readonly<Record<string, string>> = {
  "new-credential": "Generate another credential in the portal and start again with it.",
  "owner-account": "The account that owns the App has to be in good standing again; nothing here can change that.",
  "wait-or-appeal": "A suspension ends by itself: a later start may succeed. A ban does not.",
  "fix-request": "Asking again with the same request will be refused again: see `code`.",
  "check-base-url": "Check the base URL, the API version and any proxy between here and the service.",
  "one-consumer":
    "Run one consumer per `cursorKey`, and use a separate key for each stream of an App; see docs/scaling.md for more than one process.",
  "update-package": "A newer version of this package may know more.",
  "fix-code": "`cause` is what was thrown.",
  report: "Report it to the platform; trying again will not help.",
  none: "There is nothing to go on with.",
};

/** The events have ended for good, because a retry cannot help. `remedy` says what can. */
export class EventsEndedError extends AppsError {
  /**
   * `refusal` when the service refused, in a close frame or an answer; `protocol` when something other than the service
   * answered; `handler` when code of the App threw a value that is not an error.
   */
  readonly kind: "refusal" | "protocol" | "handler";
  /** Why the events ended. */
  readonly reason: EndReason;
  /** What helps, by a name of the description: `new-credential`, `wait-or-appeal`, … */
  readonly remedy: string;
  /** Code of the close frame, if there was one. Close codes are another vocabulary than `code`. */
  readonly closeCode: string | undefined;
  override get name(): string {
    return "EventsEndedError";
  }

  constructor({ reason, remedy, meaning, closeCode, status, code, cause }: EndedDetails) {
    const what = printable(closeCode ?? code ?? reason);
    super(`Events ended (${what}): ${meaning} ${advice[remedy] ?? `Remedy: ${remedy}.`}`, { status, code, cause });
    this.kind = reason === "protocol" ? reason : reason === "thrown" ? "handler" : "refusal";
    this.reason = reason;
    this.remedy = remedy;
    this.closeCode = closeCode;
  }
}

/** True for an {@link EventsEndedError}, whichever copy of the package made it. */
export function isEventsEnded(error: unknown): error is EventsEndedError {
  return isAppsError(error) && error.name === "EventsEndedError";
}

/**
 * Asks the service whether the credential is valid: `valid`, or `unknown` without a clear answer. A 401 of another
 * route proves nothing, since some routes take no credential.
 * @throws EventsEndedError when the credential is not valid
 */
export async function checkCredential(client: EventsClient, signal: AbortSignal): Promise<"valid" | "unknown"> {
  try {
    await getMe(client, {}, { signal });
    return "valid";
  } catch (error) {
    if (signal.aborted || !isAppsError(error)) return "unknown";
    if (error.code === "MISSING_CREDENTIAL" || error.status === 401) throw notValid(error);
    return "unknown";
  }
}

const notValid = (cause: AppsError): EventsEndedError =>
  new EventsEndedError({
    reason: "credential",
    remedy: "new-credential",
    meaning: "The credential does not exist, was revoked, or its owner is sanctioned.",
    status: cause.status,
    code: cause.code,
    cause,
  });
