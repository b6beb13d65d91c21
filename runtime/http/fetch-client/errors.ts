import type { Revision } from "../../../generated/types.js";
import type { Clock, TransportAnswer } from "../../abi/index.js";
import { isRounded, readRefusal, retryAfterOf } from "../answer.js";
import { routeOf } from "../../abi/wrong.js";
import { answerHeaders, type CallFacts, redactedFor, requestIdOf } from "../call.js";
import { HttpError, NoAnswerError, ProtocolError } from "../../base/errors.js";
import { MissingCredentialError, RateLimitedError, RefusalError, StaleRevisionError } from "../errors/index.js";
import { blamed } from "../guard.js";
import { isBroken, TransportFailure } from "../transport/failure.js";

/**
 * The error for what ended a call, an answer or something thrown: of the same classes as those of `createClient()`, in
 * fewer words. `misfit` says what is wrong with a success.
 */
export function errorOf(
  call: CallFacts,
  ended: TransportAnswer | { readonly thrown: unknown },
  clock: Clock,
  misfit = "not as described",
): unknown {
  const { operation, progress, signal } = call;
  const { id, method, retry } = operation;
  const isThrown = "thrown" in ended;
  const status = isThrown ? (progress.answer?.status ?? 0) : ended.status;
  const isSuccess = status > 199 && status < 300;
  const ambiguous = (progress.ambiguous || isSuccess) && !(method === "GET" && retry === "safe");
  const known = {
    operation: id,
    route: routeOf(operation),
    attempts: progress.attempts,
    requestId: requestIdOf(call),
    headers: answerHeaders(call),
    ambiguous,
  };
  const say = (what: string) => `${id}: ${redactedFor(call, what)}${ambiguous ? "; it may have been carried out" : ""}`;
  if (isThrown) {
    // Middleware of the user threw it: every transport fails with a TransportFailure.
    if (!(ended.thrown instanceof TransportFailure)) return blamed(ended.thrown, known);
    const { reason, message, cause } = ended.thrown;
    // Names the origin, since the path is nobody's business. Takes only texts of the cause, which may hold requests.
    const { message: more, cause: deeper } = Object(cause) as { message?: string; cause?: { message?: string } };
    const detail = more ? `${more} ${deeper?.message ?? ""}` : message;
    const why = say(`no answer (${reason}) from ${new URL(call.baseUrl).origin}: ${detail}`);
    if (isBroken(reason)) return new ProtocolError(why, { ...known, reason });
    const given: unknown = reason === "aborted" ? signal?.reason : undefined;
    return new NoAnswerError(why, { ...known, reason, cause: given });
  }
  const { code, extras, body } = readRefusal(redactedFor(call, ended.body));
  const details = { ...known, status, body, retryAfterMs: retryAfterOf(ended, clock) };
  if (status < 400) {
    return new ProtocolError(say(`answered ${status}: ${isSuccess ? misfit : "a redirect"}`), details);
  }
  const isLimit = status === 429;
  if (!code && !isLimit) return new HttpError(say(`answered ${status} without a code`), details);
  const refusal = { ...details, code, extras };
  const message = say(`refused: ${code?.slice(0, 100).replace(/[^ -~]/g, "?") ?? "too many requests"} (${status})`);
  if (code === "STALE_REVISION") {
    const { currentRevision } = extras as { readonly currentRevision?: Revision }; // opaque
    // A revision that lost digits must not be sent back.
    return new StaleRevisionError(message, isRounded(currentRevision) ? refusal : { ...refusal, currentRevision });
  }
  const Class = code === "MISSING_CREDENTIAL" ? MissingCredentialError : isLimit ? RateLimitedError : RefusalError;
  return new Class(message, refusal);
}
