import type { Revision } from "../../../generated/types.js";
import type { Clock, TransportAnswer } from "../../abi/index.js";
import { readRefusal, retryAfterOf } from "../answer.js";
import { type Exchange, routeOf } from "../exchange.js";
import { type FailureReason, toFailure, type TransportFailure } from "../transport/failure.js";
import { bareError } from "./bare.js";
import { type AppsError, type ErrorDetails, isAppsError } from "./base.js";
import { hintFor } from "./hints.js";
import { HttpError, ProtocolError } from "./kinds.js";
import { NoAnswerError } from "./no-answer.js";
import { printable, sentenceOf } from "./printable.js";
import { MissingCredentialError, RateLimitedError, RefusalError, StaleRevisionError } from "./refusal.js";

/** What every error of a call says about the call. */
function facts({ operation, attempts, ambiguous }: Exchange): ErrorDetails {
  return {
    operation: operation.id,
    route: routeOf(operation),
    attempts,
    // Reading twice does no harm; the question "was it carried out?" does not arise.
    ambiguous: ambiguous && operation.method !== "GET",
  };
}

const inWords = ({ operation, ambiguous }: ErrorDetails, what: string, ...hints: readonly (string | undefined)[]) => {
  const doubt = ambiguous && "it may have been carried out nevertheless: read again before repeating it";
  const parts = [`${operation}: ${what}`, ...hints, doubt || undefined].filter((part) => part !== undefined);
  // What the service says is a sentence of its own, which may end where this one goes on.
  return parts.map((part, at) => (at < parts.length - 1 ? part.replace(/\.$/, "") : part)).join("; ");
};

/** The error for an answer that is not a success. The class follows the code, and the status only without one. */
export function errorFromAnswer(answer: TransportAnswer, exchange: Exchange, clock: Clock): AppsError {
  const { status } = answer;
  const known = { ...facts(exchange), status };
  if (status < 400) {
    const why = inWords(
      known,
      `answered with a redirect (${status || "status hidden"}), which is never followed`,
      "check baseUrl",
    );
    return new ProtocolError(why, known);
  }
  // An answer may echo what was sent; the secret is taken out before anything is read from it.
  const { code, extras, body } = readRefusal(exchange.credential?.redact(answer.body) ?? answer.body);
  const details = { ...known, code, body, extras, retryAfterMs: retryAfterOf(answer, clock) };
  if (code === undefined && status !== 429) {
    return new HttpError(inWords(details, `answered ${status} without a refusal code`, hintFor(status)), details);
  }
  const { retryAfterMs } = details;
  const wait = retryAfterMs === undefined ? undefined : `asked to wait ${retryAfterMs / 1000} s`;
  const said = sentenceOf(extras["message"]);
  const message = inWords(
    details,
    `refused: ${printable(code ?? "too many requests")} (${status})${said === undefined ? "" : `: ${said}`}`,
    wait,
    hintFor(code) ?? (status === 404 ? NOT_THERE : undefined),
  );
  if (code === "MISSING_CREDENTIAL") return new MissingCredentialError(message, details);
  if (code === "STALE_REVISION")
    return new StaleRevisionError(message, { ...details, currentRevision: revisionIn(extras) });
  return status === 429 ? new RateLimitedError(message, details) : new RefusalError(message, details);
}

/** For a 404 whose code nothing is known about: a wrong address looks like a wrong id. */
const NOT_THERE = "what was asked for is not there: check baseUrl and the ids";

/** Its JSON type is not documented; whatever it is goes back to the service unchanged. */
const revisionIn = (extras: Readonly<Record<string, unknown>>) => extras["currentRevision"] as Revision | undefined;

/** Why a transport failed, as a protocol fault or as "no answer". */
const BROKEN: ReadonlySet<FailureReason> = new Set(["malformed", "too-large", "encoding"]);

/** Whatever ended a call, as one of our errors. */
export const errorFrom = (thrown: unknown, exchange: Exchange): AppsError =>
  isAppsError(thrown) ? thrown : errorFromFailure(toFailure(thrown), exchange);

/** The error for a success that is not what JSON operations answer with. */
export function notJson({ status, body }: TransportAnswer, exchange: Exchange): ProtocolError {
  const what = body === "" ? "nothing" : "something that is not a JSON object";
  // The operation was most likely carried out: the status says so.
  const details = {
    ...facts({ ...exchange, ambiguous: true }),
    status,
    body: exchange.credential?.redact(body) ?? body,
  };
  return new ProtocolError(inWords(details, `answered ${status} with ${what}`), details);
}

/** What came instead of TLS, as the runtimes call it. It may come late as well, so it does not prove that nothing was sent. */
const NO_TLS = /^(?:EPROTO|ERR_SSL_\w+)$/;
const PLAIN_SPOKEN = "the port may speak plain http: check baseUrl";

/** The error for an attempt that brought no answer. */
function errorFromFailure(failure: TransportFailure, exchange: Exchange): AppsError {
  const details = { ...facts(exchange), cause: safeCause(failure, exchange) };
  const redact = (text: string) => exchange.credential?.redact(text) ?? text;
  const { reason } = failure;
  // The three reasons of BROKEN are exactly those that NoAnswerError does not have.
  if (BROKEN.has(reason)) return new ProtocolError(inWords(details, redact(failure.message)), details);
  const plain = { ...details, reason: reason as Exclude<FailureReason, "malformed" | "too-large" | "encoding"> };
  const { origin, protocol } = new URL(exchange.baseUrl);
  const plainSpoken = protocol === "https:" && reason === "connection" && NO_TLS.test(failure.message);
  // Whoever could not be reached is named: by origin, since what follows it is nobody's business.
  const whose = reason === "unreachable" || plainSpoken ? ` from ${origin}` : "";
  const what = `no answer (${reason})${whose}: ${redact(failure.message)}`;
  return new NoAnswerError(inWords(details, what, plainSpoken ? PLAIN_SPOKEN : undefined), plain);
}

/** The error for a token function that was asked outside of a call and gave nothing. */
export function noCredential(thrown: unknown, signal: AbortSignal | undefined): AppsError {
  if (isAppsError(thrown)) return thrown;
  const failure = toFailure(thrown);
  const reason = failure.reason === "aborted" ? "aborted" : "credential";
  return new NoAnswerError(`no credential: ${failure.message}`, {
    reason,
    cause: safeCause(failure, { credential: undefined, signal }),
  });
}

/** The cause as far as it may be shown. What the caller gave its signal as a reason is the caller's, and kept. */
function safeCause(
  { reason, cause }: TransportFailure,
  { credential, signal }: Pick<Exchange, "credential" | "signal">,
): unknown {
  if (reason === "aborted") return signal?.reason;
  return bareError(cause, (text) => credential?.redact(text) ?? text);
}
