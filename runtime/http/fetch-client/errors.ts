import type { Clock, TransportAnswer } from "../../abi/index.js";
import { NoAnswerError, ProtocolError } from "../../base/errors.js";
import { readRefusal, retryAfterOf } from "../answer.js";
import { type CallFacts, redactedFor } from "../call.js";
import { detailsOf, errorOfStatus, isSuccess } from "../errors/parts.js";
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
  const { progress, signal } = call;
  const isThrown = "thrown" in ended;
  const status = isThrown ? (progress.answer?.status ?? 0) : ended.status;
  const known = detailsOf(call, progress.ambiguous || isSuccess(status));
  const say = (what: string) =>
    `${known.operation}: ${redactedFor(call, what)}${known.ambiguous ? "; it may have been carried out" : ""}`;
  if (isThrown) {
    // Middleware of the user threw it: every transport fails with a TransportFailure.
    if (!(ended.thrown instanceof TransportFailure)) return blamed(ended.thrown, known);
    const { reason, message, cause } = ended.thrown;
    // Names the origin, since the path may be private. Takes only texts of the cause, which may hold requests.
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
    return new ProtocolError(say(`answered ${status}: ${isSuccess(status) ? misfit : "a redirect"}`), details);
  }
  if (!code && status !== 429) return errorOfStatus(say(`answered ${status} without a code`), details);
  const named = code?.slice(0, 100).replace(/[^ -~]/g, "?") ?? "too many requests";
  return errorOfStatus(say(`refused: ${named} (${status})`), { ...details, code, extras });
}
