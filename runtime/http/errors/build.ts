import type { Revision } from "../../../generated/types.js";
import type { Clock, TransportAnswer } from "../../abi/index.js";
import { isRecord, isRounded, readRefusal, retryAfterOf, tryParse } from "../answer.js";
import { type CallFacts, redactedFor, requestIdOf, routeOf } from "../call.js";
import { isBroken, toFailure, type TransportFailure } from "../transport/failure.js";
import {
  type AppsError,
  type ErrorDetails,
  HttpError,
  isAppsError,
  MissingCredentialError,
  NoAnswerError,
  ProtocolError,
  RateLimitedError,
  RefusalError,
  StaleRevisionError,
} from "./index.js";
import { tokenPrefix } from "../../../generated/tables.js";

/** What every error of a call says about the call. */
export function detailsOf(call: CallFacts, ambiguous = call.progress.ambiguous): ErrorDetails {
  const { operation, progress } = call;
  return {
    operation: operation.id,
    route: routeOf(operation),
    attempts: progress.attempts,
    requestId: requestIdOf(call),
    // Reading twice does no harm; the question "was it carried out?" does not arise.
    ambiguous: ambiguous && !(operation.method === "GET" && operation.retry === "safe"),
  };
}

const inWords = ({ operation, ambiguous }: ErrorDetails, what: string, ...hints: readonly (string | undefined)[]) => {
  const doubt = ambiguous && "it may have been carried out nevertheless: read again before repeating it";
  const parts = [`${operation}: ${what}`, ...hints, doubt || undefined].filter((part) => part !== undefined);
  // What the service says is a sentence of its own, which may end where this one goes on.
  return parts.map((part, at) => (at < parts.length - 1 ? part.replace(/\.$/, "") : part)).join("; ");
};

/** The error for an answer that is not a success. The class follows the code, and the status only without one. */
export function errorFromAnswer(answer: TransportAnswer, call: CallFacts, clock: Clock): AppsError {
  const { status } = answer;
  const known = { ...detailsOf(call), status };
  if (status < 400) {
    const what = `answered with a redirect (${status || "status hidden"}), which is never followed`;
    return new ProtocolError(inWords(known, what, hintFor(404)), known);
  }
  // An answer may echo what was sent; the secret is taken out before anything is read from it.
  const { code, extras, body } = readRefusal(redactedFor(call, answer.body));
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

/** Its JSON type is not documented; whatever it is goes back to the service unchanged, or not at all. */
const revisionIn = ({ currentRevision }: Readonly<Record<string, unknown>>) =>
  isRounded(currentRevision) ? undefined : (currentRevision as Revision | undefined);

/** Whatever ended a call, as one of our errors. */
export const errorFrom = (thrown: unknown, call: CallFacts): AppsError =>
  isAppsError(thrown) ? thrown : errorFromFailure(toFailure(thrown), call);

/** The error for a success that is not what its operation answers with. */
export function unfit({ status, body }: TransportAnswer, call: CallFacts, what: string): ProtocolError {
  // The operation was most likely carried out: the status says so.
  const text = redactedFor(call, body);
  const parsed = tryParse(text);
  const details = { ...detailsOf(call, true), status, body: isRecord(parsed) ? parsed : text };
  return new ProtocolError(inWords(details, `answered ${status} with ${what}`), details);
}

/** What came instead of TLS, as the runtimes call it. It may come late as well, so it does not prove that nothing was sent. */
const NO_TLS = /^(?:EPROTO|ERR_SSL_\w+)$/;
const PLAIN_SPOKEN = "the port may speak plain http: check baseUrl";

/** The error for an attempt that brought no answer. */
function errorFromFailure(failure: TransportFailure, call: CallFacts): AppsError {
  const redact = (text: string) => redactedFor(call, text);
  const details = { ...detailsOf(call), cause: safeCause(failure, call.signal, redact) };
  const { reason } = failure;
  if (isBroken(reason)) return new ProtocolError(inWords(details, redact(failure.message)), details);
  const { origin, protocol } = new URL(call.baseUrl);
  const plainSpoken = protocol === "https:" && reason === "connection" && NO_TLS.test(failure.message);
  // Whoever could not be reached is named: by origin, since what follows it is nobody's business.
  const whose = reason === "unreachable" || plainSpoken ? ` from ${origin}` : "";
  const what = `no answer (${reason})${whose}: ${redact(failure.message)}`;
  return new NoAnswerError(inWords(details, what, plainSpoken ? PLAIN_SPOKEN : undefined), { ...details, reason });
}

/** The error for a token function that was asked outside of a call and gave nothing. */
export function noCredential(thrown: unknown, signal: AbortSignal | undefined): AppsError {
  if (isAppsError(thrown)) return thrown;
  const failure = toFailure(thrown);
  const reason = failure.reason === "aborted" ? "aborted" : "credential";
  return new NoAnswerError(`no credential: ${failure.message}`, {
    reason,
    cause: safeCause(failure, signal),
  });
}

/** The cause as far as it may be shown. What the caller gave its signal as a reason is the caller's, and kept. */
const safeCause = (
  { reason, cause }: TransportFailure,
  signal: AbortSignal | undefined,
  redact?: (text: string) => string,
): unknown => (reason === "aborted" ? signal?.reason : bareError(cause, redact));

/** What to do about a refusal code or, where no code could be read, about a status. */
const HINTS: Readonly<Record<string, string>> = {
  MISSING_CREDENTIAL: "it does not exist, was revoked, or its owner is sanctioned; issue another in the portal",
  STALE_REVISION: "read the server again and decide again",
  APP_MISSING_SCOPE: "the App's roles and the scopes of its installation must both allow this",
  APP_NOT_FOUND: "it does not exist, or is not open for installation",
  401: "the credential is dead, or this route takes no Bearer: verifyCredential() tells which",
  404: "check baseUrl",
};

/** A sentence that helps, if there is one. */
const hintFor = (key: string | number = ""): string | undefined => (Object.hasOwn(HINTS, key) ? HINTS[key] : undefined);

/** Any credential in a text, whoever's it is: it ends where visible characters do. */
const CREDENTIAL = new RegExp(`(${tokenPrefix}\\.\\d+\\.)[!-~]+`, "g");

/** The text without credentials. */
export const withoutCredentials = (text: string): string => text.replace(CREDENTIAL, "$1***");

/**
 * An error that came from elsewhere, without the things that errors of transports and vaults may carry along (requests,
 * headers, sockets): name, message, stack and code, with the secret taken out. Undefined for what is no error.
 * @param redact takes out what is known to be secret here. Credentials in full are taken out in any case.
 */
export function bareError(error: unknown, redact: (text: string) => string = (text) => text): Error | undefined {
  if (!(error instanceof Error)) return undefined;
  const clean = (text: string) => withoutCredentials(redact(text));
  const copy = new Error(clean(error.message));
  Object.defineProperty(copy, "name", { value: clean(error.name) });
  if (error.stack !== undefined) copy.stack = clean(error.stack);
  if ("code" in error && typeof error.code === "string") Object.assign(copy, { code: clean(error.code) });
  return copy;
}

/** One line of visible text, so that what came over the wire cannot write into a log what it likes. */
export const printable = (text: string, length = 100): string => text.slice(0, length).replace(/[^\x20-\x7e]/g, "?");

/** The ids of interactions are of this form: whoever knows one may answer it. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** What the service says for people, in any script, on one line: without credentials and ids of interactions. */
export function sentenceOf(said: unknown, length = 200): string | undefined {
  if (typeof said !== "string" || said.trim() === "") return undefined;
  const clean = withoutCredentials(said)
    .replace(UUID, "***")
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
  return clean.length > length ? `${clean.slice(0, length).replace(/\p{Cs}$/u, "")}…` : clean;
}
