import type { Clock, TransportAnswer } from "../../abi/index.js";
import { isRecord } from "../../base/values.js";
import { readRefusal, retryAfterOf, tryParse } from "../answer.js";
import { type CallFacts, redactedFor } from "../call.js";
import { blamed } from "../guard.js";
import { isBroken, toFailure, type TransportFailure } from "../transport/failure.js";
import { type AppsError, type ErrorDetails, isAppsError, NoAnswerError, ProtocolError } from "../../base/errors.js";
import { detailsOf, errorOfStatus, isSuccess } from "./parts.js";
import { tokenPrefix } from "../../../generated/tables.js";

const inWords = ({ operation, ambiguous }: ErrorDetails, what: string, ...hints: readonly (string | undefined)[]) => {
  const warning = ambiguous && "it may have been carried out nevertheless: read again before repeating it";
  const parts = [`${operation}: ${what}`, ...hints, warning || undefined].filter((part) => part !== undefined);
  // The sentence of the service may end with a full stop where this one goes on.
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
  // Redacted before anything is read: an answer may echo what was sent.
  const { code, extras, body } = readRefusal(redactedFor(call, answer.body));
  const details = { ...known, code, body, extras, retryAfterMs: retryAfterOf(answer, clock) };
  if (code === undefined && status !== 429) {
    return errorOfStatus(inWords(details, `answered ${status} without a refusal code`, hintFor(status)), details);
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
  return errorOfStatus(message, details);
}

/** The hint for a 404 with an unknown code: a wrong address looks like a wrong id. */
const NOT_THERE = "what was asked for is not there: check baseUrl and the ids";

/** The AppsError for whatever ended a call. */
export const errorFrom = (thrown: unknown, call: CallFacts): AppsError =>
  isAppsError(thrown) ? thrown : errorFromFailure(toFailure(thrown), call);

/** What code of the user threw in a call. */
export const blamedFor = (call: CallFacts, thrown: unknown): unknown =>
  blamed(thrown, detailsOf(call, call.progress.ambiguous || isSuccess(call.progress.answer?.status)));

/** The error for a success that is not what its operation answers with. */
export function unfit({ status, body }: TransportAnswer, call: CallFacts, what: string): ProtocolError {
  // Ambiguous: the status says that the operation was carried out.
  const text = redactedFor(call, body);
  const parsed = tryParse(text);
  const details = { ...detailsOf(call, true), status, body: isRecord(parsed) ? parsed : text };
  return new ProtocolError(inWords(details, `answered ${status} with ${what}`), details);
}

/** Error codes for an answer that is not TLS. It may also come late, so it does not prove that nothing was sent. */
const NOT_TLS = /^(?:EPROTO|ERR_SSL_\w+)$/;
const PLAIN_HTTP = "the port may speak plain http: check baseUrl";

/** The error for an attempt that brought no answer. */
function errorFromFailure(failure: TransportFailure, call: CallFacts): AppsError {
  const redact = (text: string) => redactedFor(call, text);
  const details = { ...detailsOf(call), cause: safeCause(failure, call.signal, redact) };
  const { reason } = failure;
  if (isBroken(reason)) return new ProtocolError(inWords(details, redact(failure.message)), { ...details, reason });
  const { origin, protocol } = new URL(call.baseUrl);
  const isPlainHttp = protocol === "https:" && reason === "connection" && NOT_TLS.test(failure.message);
  // Names the origin that could not be reached; the path may be private.
  const whose = reason === "unreachable" || isPlainHttp ? ` from ${origin}` : "";
  const what = `no answer (${reason})${whose}: ${redact(failure.message)}`;
  return new NoAnswerError(inWords(details, what, isPlainHttp ? PLAIN_HTTP : undefined), { ...details, reason });
}

/** The error for a token function that failed outside of a call. */
export function noCredential(thrown: unknown, signal: AbortSignal | undefined): AppsError {
  if (isAppsError(thrown)) return thrown;
  const failure = toFailure(thrown);
  const reason = failure.reason === "aborted" ? "aborted" : "credential";
  return new NoAnswerError(`no credential: ${failure.message}`, {
    reason,
    cause: safeCause(failure, signal),
  });
}

/** The cause without secrets. The reason of a signal is the caller's own, and kept. */
const safeCause = (
  { reason, cause }: TransportFailure,
  signal: AbortSignal | undefined,
  redact?: (text: string) => string,
): unknown => (reason === "aborted" ? signal?.reason : bareError(cause, redact));

/** Hints for a refusal code or, where no code could be read, for a status. */
const HINTS: Readonly<Record<string, string>> = {
  MISSING_CREDENTIAL: "it does not exist, was revoked, or its owner is sanctioned; issue another in the portal",
  STALE_REVISION: "read the server again and decide again",
  APP_MISSING_SCOPE: "the App's roles and the scopes of its installation must both allow this",
  APP_NOT_FOUND: "it does not exist, or is not open for installation",
  401: "the credential is dead, or this route takes no Bearer: verifyCredential() reports which",
  404: "check baseUrl",
};

const hintFor = (key: string | number = ""): string | undefined => (Object.hasOwn(HINTS, key) ? HINTS[key] : undefined);

/** A credential in a text, of any App. It ends where visible characters do. */
const CREDENTIAL = new RegExp(`(${tokenPrefix}\\.\\d+\\.)[!-~]+`, "g");

/** The text without credentials. */
export const withoutCredentials = (text: string): string => text.replace(CREDENTIAL, "$1***");

/**
 * A copy of a foreign error without what errors of transports and vaults may hold (requests, headers, sockets): name,
 * message, stack and code, redacted. Undefined for what is not an error.
 * @param redact takes out known secrets. Whole credentials are taken out in any case.
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

/** One line of visible ASCII, so that what came over the wire cannot forge lines of a log. */
export const printable = (text: string, length = 100): string => text.slice(0, length).replace(/[^\x20-\x7e]/g, "?");

/** The form of interaction ids. An id is a secret: it is enough to answer the interaction. */
const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;

/** The sentence of the service for people, in any script, on one line, without credentials and ids of interactions. */
export function sentenceOf(said: unknown, length = 200): string | undefined {
  if (typeof said !== "string" || said.trim() === "") return undefined;
  const clean = withoutCredentials(said)
    .replace(UUID, "***")
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, " ");
  return clean.length > length ? `${clean.slice(0, length).replace(/\p{Cs}$/u, "")}…` : clean;
}
