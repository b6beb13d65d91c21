import { routeOf } from "../abi/wrong.js";
import type {
  Call,
  CallOptions,
  Clock,
  Coded,
  Operation,
  TransportAnswer,
  TransportRequest,
  WithResponse,
} from "../abi/index.js";
import type { ErrorCode } from "../../generated/types.js";
import {
  ArgumentError,
  type HttpError,
  isAppsError,
  isArgumentError,
  type NoAnswerError,
  type ProtocolError,
} from "../base/errors.js";
import { type RefusalOf } from "./errors/index.js";

/** What is known of the credential that an attempt was sent with. */
export interface SentCredential {
  /** Value of the `authorization` header; undefined where the credential stands elsewhere. */
  readonly header: string | undefined;
  /** Tells two credentials apart without showing either. */
  readonly id: symbol;
  /** `text` without the secret. */
  redact(text: string): string;
}

/** A credential of which no print-out shows the header, not even one with hidden properties. */
export const sentCredential = (header: string | undefined, redact: SentCredential["redact"]): SentCredential =>
  Object.defineProperty({ id: Symbol(), redact } as SentCredential, "header", { get: () => header }); // complete with it

/**
 * Takes a secret out of texts, in each spelling in which an answer or an error could echo it: in letters of either case,
 * encoded for an address once or twice, within a string of JSON, and in base64 of something that contains it.
 */
export function redactorOf(secret: string): (text: string) => string {
  let pattern: RegExp | undefined;
  return (text) => {
    if (pattern === undefined) {
      const bytes = String.fromCharCode(...new TextEncoder().encode(secret));
      // Characters of base64 that hold nothing but the secret, wherever in three bytes it begins.
      const inBase64 = [0, 1, 2].map((at) =>
        btoa("a".repeat(at) + bytes).slice(at && at + 1, ((at + bytes.length) * 8) / 6),
      );
      const all = [secret, encodeURIComponent(secret), ...inBase64.filter(({ length }) => length > 7)];
      // JSON has backslashes before some signs, and base64 for addresses has - and _ in place of + and /.
      const escaped = all.map((one) => one.replace(/\W/g, "\\\\{0,3}\\$&(25)?").replace(/\\[+/]/g, "[+/_-]"));
      pattern = new RegExp(escaped.join("|"), secret.length > 5 ? "gi" : "g"); // shorter: part of words
    }
    return text.replace(pattern, "***");
  };
}

/** What the pipeline notes about a call, for its error, its diagnostics and `withResponse()`. */
export interface CallProgress {
  /** Requests sent so far. */
  attempts: number;
  /** Whether the service may have carried out an attempt that failed. */
  ambiguous: boolean;
  /** The credential of the latest attempt: to send, to redact, and to tell whether another is at hand. */
  credential: SentCredential | undefined;
  /** Whether the latest attempt carried its idempotency key. */
  keyed: boolean;
  /** The answer of the latest attempt, if it brought one. */
  answer: Pick<TransportAnswer, "status" | "headers"> | undefined;
  /** Milliseconds until the call ended well. */
  durationMs: number;
}

/** The facts of a call that its middleware cannot change. */
export interface CallFacts {
  readonly operation: Operation;
  /** The address of the service. */
  readonly baseUrl: string;
  /** Tells the calls of a client apart in its diagnostics. */
  readonly id: number;
  /** Cancels the call, its retries and their waits. */
  readonly signal: AbortSignal | undefined;
  /** Milliseconds for one attempt. */
  readonly timeoutMs: number;
  /** When the call began, on the monotonic clock. */
  readonly startedMs: number;
  /** The deadline, on the same clock. */
  readonly deadlineAtMs: number;
  /** Whether a failed attempt may be repeated at all. */
  readonly repeats: boolean;
  /** Whether it asks for a new connection. */
  readonly urgent?: boolean | undefined;
  /** The header in which the service names its request, in lower case. */
  readonly requestIdHeader: string | undefined;
  readonly progress: CallProgress;
}

/** A text from an answer or an error, which may echo what was sent, without the secret of the latest attempt. */
export const redactedFor = ({ progress }: CallFacts, text: string): string => progress.credential?.redact(text) ?? text;

/** The id that the service gave the latest attempt, if its answer names one. */
export function requestIdOf(call: CallFacts): string | undefined {
  const id = call.progress.answer?.headers[call.requestIdHeader ?? ""];
  return id && redactedFor(call, id);
}

/** Names of headers that may hold a credential, of this service or another. */
const HIDDEN = /cook|auth|token|key|secret|sess|pass|cred|sign/;

/** Headers of the answer of the latest attempt, if it brought one, without those that may hold a credential. */
export function answerHeaders(call: CallFacts): Readonly<Record<string, string>> | undefined {
  const { answer } = call.progress;
  const shown = Object.entries(answer?.headers ?? {}).filter(([name]) => !HIDDEN.test(name));
  return answer && Object.fromEntries(shown.map(([name, value]) => [name, redactedFor(call, value)]));
}

/**
 * One call on its way through the pipeline: an immutable record. Middleware that changes the request hands on a new
 * one: see {@link withHeaders}.
 */
export interface HttpCall extends CallFacts {
  readonly request: TransportRequest;
  /** The body as it was written, where it carries its idempotency key: what replaces it must carry the same one. */
  readonly keyed: string | undefined;
  /**
   * Set by middleware that sends the request to another origin than that of `baseUrl`, where it gets no credential.
   * Without it such a request is refused.
   */
  readonly otherOrigin?: true;
}

/** A record while it is made. */
export type Writable<Record> = { -readonly [Name in keyof Record]: Record[Name] };

/** What came back: status, headers, and the body as text. */
export type Answer = TransportAnswer;

/** The facts of the call in diagnostics. */
export const factsOf = ({ id, operation }: CallFacts) => ({
  callId: id,
  operation: operation.id,
  route: routeOf(operation),
});

/**
 * The call with another request. Field by field: a spread that replaces a field costs Node some microseconds each time,
 * which is a tenth of a call.
 */
export const withRequest = (call: HttpCall, request: TransportRequest): HttpCall => ({
  operation: call.operation,
  baseUrl: call.baseUrl,
  id: call.id,
  signal: call.signal,
  timeoutMs: call.timeoutMs,
  startedMs: call.startedMs,
  deadlineAtMs: call.deadlineAtMs,
  repeats: call.repeats,
  requestIdHeader: call.requestIdHeader,
  progress: call.progress,
  request,
  keyed: call.keyed,
});

/** The call with further headers. The version cannot be replaced; an `authorization` replaces the credential. */
export const withHeaders = (call: HttpCall, headers: Readonly<Record<string, string>>): HttpCall => {
  const all = { ...call.request.headers };
  for (const [name, value] of Object.entries(headers)) all[name.toLowerCase()] = value;
  return { ...call, request: { ...call.request, headers: all } };
};

/** What every call of a client has from it. */
export interface ClientFacts {
  readonly baseUrl: string;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
  /** False: no failed attempt is repeated. */
  readonly retry: unknown;
  readonly requestIdHeader: string | undefined;
  /** How many calls were begun. */
  calls: number;
}

/**
 * The record of a call before its request is built. `request` and `keyed` are there from the beginning: filling them
 * costs less than adding them or copying the record.
 */
export function beginCall(
  client: ClientFacts,
  operation: Operation,
  { signal, urgent, timeoutMs, deadlineMs, retry }: CallOptions,
): HttpCall {
  const startedMs = client.clock.monotonicMs();
  return {
    operation,
    baseUrl: client.baseUrl,
    id: (client.calls += 1),
    signal,
    urgent,
    timeoutMs: timeoutMs ?? client.timeoutMs,
    startedMs,
    deadlineAtMs: startedMs + Math.min(deadlineMs ?? client.deadlineMs, operation.withinMs ?? Infinity),
    repeats: client.retry !== false && retry !== false,
    requestIdHeader: client.requestIdHeader,
    progress: {
      attempts: 0,
      ambiguous: false,
      credential: undefined,
      keyed: false,
      answer: undefined,
      durationMs: 0,
    },
    request: NO_REQUEST,
    keyed: undefined,
  };
}

const NO_REQUEST: TransportRequest = { method: "GET", url: "", headers: {} };

/** Adds `withResponse()` to the promise of a result. `call` is read once the promise has resolved. */
export function withResponse<Result>(
  result: Promise<Result>,
  call: () => CallFacts | undefined,
): Call<Result, never, never> {
  const ask = async (): Promise<WithResponse<Result>> => {
    const data = await result;
    const facts = call() as CallFacts; // it began, and has ended well
    const { attempts, durationMs, answer } = facts.progress;
    const { status, headers } = answer as Answer; // noted before the promise resolved
    return { data, status, headers, requestId: requestIdOf(facts), attempts, durationMs };
  };
  return Object.assign(result, { withResponse: ask });
}

/** What a call can fail with, narrowed to the codes of its operation; `code` tells the refusals apart. */
export type CallError<Code extends ErrorCode> = RefusalOf<Code> | HttpError | NoAnswerError | ProtocolError;

/** How a call ended: `ok` tells which. */
export type Settled<Result, Code extends ErrorCode = ErrorCode> =
  { readonly ok: true; readonly value: Result } | { readonly ok: false; readonly error: CallError<Code> };

/**
 * Waits for a call and returns its failure instead of throwing it. Still throws an `ArgumentError`, and whatever is no
 * error of this package: these are bugs, not outcomes.
 *
 * @example
 * const result = await settle(deleteChannel(client, { serverId, channelId, revision }));
 * if (!result.ok && result.error.code === "STALE_REVISION") result.error.currentRevision;
 */
export async function settle<Result, Code extends string = ErrorCode>(
  call: Coded<Result, Code>,
): Promise<Settled<Result, Code>> {
  // Untyped code may pass the route function, or a result that it has awaited.
  if (typeof (call as Partial<Call<Result, Code>> | undefined)?.then !== "function") {
    throw new ArgumentError(`settle() takes the promise that a route function returns, got ${typeof call}`);
  }
  try {
    return { ok: true, value: await call };
  } catch (error) {
    // A call rejects with no other AppsErrors.
    if (isAppsError(error) && !isArgumentError(error)) return { ok: false, error: error as CallError<Code> };
    throw error;
  }
}
