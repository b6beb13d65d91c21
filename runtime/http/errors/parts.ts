import type { Revision } from "../../../generated/types.js";
import { routeOf } from "../../abi/wrong.js";
import { type AppsError, type ErrorDetails, HttpError } from "../../base/errors.js";
import { isRounded } from "../answer.js";
import { answerHeaders, type CallFacts, requestIdOf } from "../call.js";
import { MissingCredentialError, RateLimitedError, RefusalError, StaleRevisionError } from "./index.js";

// What the errors of every client have in common; `build.ts` and `fetch-client/errors.ts` put it into words.

/** The details of a call that each of its errors has. */
export function detailsOf(call: CallFacts, ambiguous = call.progress.ambiguous): ErrorDetails {
  const { operation, progress } = call;
  return {
    operation: operation.id,
    route: routeOf(operation),
    attempts: progress.attempts,
    requestId: requestIdOf(call),
    headers: answerHeaders(call),
    // Whether a read was carried out does not matter.
    ambiguous: ambiguous && !(operation.method === "GET" && operation.retry === "safe"),
  };
}

/** Whether an answer reports success. */
export const isSuccess = (status = 0): boolean => status > 199 && status < 300;

/** The error for an answer with the status of an error. Its class follows the code, and the status only without one. */
export function errorOfStatus(message: string, details: ErrorDetails): AppsError {
  const { code, status, extras } = details;
  if (!code && status !== 429) return new HttpError(message, details);
  if (code === "STALE_REVISION") {
    // Its JSON type is not documented. One that lost digits must not be sent back.
    const { currentRevision } = extras as { readonly currentRevision?: Revision };
    return new StaleRevisionError(message, isRounded(currentRevision) ? details : { ...details, currentRevision });
  }
  const Class =
    code === "MISSING_CREDENTIAL" ? MissingCredentialError : status === 429 ? RateLimitedError : RefusalError;
  return new Class(message, details);
}
