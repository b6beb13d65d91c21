/**
 * Who failed.
 * - `refusal`: the service said no.
 * - `http`: an answer had an error status and no readable code.
 * - `no-answer`: no (whole) answer came.
 * - `protocol`: the answer broke the protocol.
 * - `argument`: the call had wrong arguments; nothing was sent.
 * - `handler`: code of the App threw.
 */
export type ErrorKind = "refusal" | "http" | "no-answer" | "protocol" | "argument" | "handler";

/** The details of an error about its call. Never a token, a header or a body of the request, or a filled path. */
export interface ErrorDetails {
  /** `operationId`, e.g. `createMessage`. */
  readonly operation?: string | undefined;
  /** Method and path template, e.g. `GET /api/apps/me`. Ids are not filled in. */
  readonly route?: string | undefined;
  /** HTTP status of the last answer. */
  readonly status?: number | undefined;
  /** Refusal code of the last answer. */
  readonly code?: string | undefined;
  /** How many requests were sent. Default 0. */
  readonly attempts?: number | undefined;
  /** True when the service may have carried the operation out although the call failed. Default false. */
  readonly ambiguous?: boolean | undefined;
  /** Milliseconds the service asked to wait. */
  readonly retryAfterMs?: number | undefined;
  /** The id that the service gave the request, from a header of its answer. */
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
  /** Why no answer, or none that could be read, came. */
  readonly reason?: string | undefined;
  /** Headers of the last answer without those that may hold credentials. Kept off every print-out. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The answer's body: parsed when it is JSON, else text cut to 16 KiB. Kept off every print-out. */
  readonly body?: unknown;
  /** The fields of a refusal beside its code. Kept off every print-out, except the sentence that the message quotes. */
  readonly extras?: Readonly<Record<string, unknown>>;
}

/** Marks our errors across realms and duplicate copies of the package; its value is the kind. */
export const KIND = Symbol.for("svc-apps.error");

const UNSHOWN = /^(?:body|extras|headers)$/;

/** Base class of the errors of this package. */
export abstract class AppsError extends Error {
  abstract readonly kind: ErrorKind;
  /** `operationId` of the call that failed. */
  declare readonly operation?: string;
  /** Method and path template; ids are not filled in. */
  declare readonly route?: string;
  /** HTTP status of the last answer. */
  declare readonly status?: number;
  /** Refusal code of the last answer. */
  declare readonly code?: string | undefined;
  /** How many requests were sent. 0: the call never left this process. */
  declare readonly attempts: number;
  /** True when the service may have carried the operation out although the call failed. */
  declare readonly ambiguous: boolean;
  /** Milliseconds the service asked to wait before another try. */
  declare readonly retryAfterMs?: number;
  /** The id that the service gave the request, if its answer named one, to look it up there. */
  declare readonly requestId?: string;
  /**
   * Headers of the last answer by name in lower case, to read the limits of the service or of a proxy. Without cookies and
   * whatever else may hold a credential. Never printed: not enumerable, and not part of `toJSON()`.
   */
  declare readonly headers?: Readonly<Record<string, string>>;
  /** The answer's body, never printed: not enumerable, and not part of `toJSON()`. */
  declare readonly body?: unknown;

  constructor(message: string, details: ErrorDetails = {}) {
    const { cause, ...known } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.attempts = 0;
    this.ambiguous = false;
    // Further details of a subclass are shown like these.
    for (const [key, value] of Object.entries(known)) {
      if (value !== undefined) Object.defineProperty(this, key, { value, enumerable: !UNSHOWN.test(key) });
    }
  }

  get [KIND](): ErrorKind {
    return this.kind;
  }

  /** The fields that are safe to log. */
  toJSON(): Record<string, unknown> {
    const shown: Record<string, unknown> = { name: this.name, message: this.message };
    return Object.assign(shown, this);
  }
}

/** True for every error of this package, also of another copy of it. */
export function isAppsError(error: unknown): error is AppsError {
  return kindOf(error) !== undefined;
}

/** The kind of an error; undefined for one that is not of this package. */
export function kindOf(error: unknown): ErrorKind | undefined {
  // By the mark: classes of other realms and copies are no `instanceof` ours.
  return (error as { readonly [KIND]?: ErrorKind } | null | undefined)?.[KIND];
}

/** An answer had an error status and no refusal code: from a proxy, a load balancer, a crash. */
export class HttpError extends AppsError {
  readonly kind = "http";
  declare readonly code?: undefined;
  override get name(): string {
    return "HttpError";
  }
}

/** The answer broke the protocol: a redirect, no JSON, more bytes than allowed. */
export class ProtocolError extends AppsError {
  readonly kind = "protocol";
  declare readonly code?: undefined;
  /** Why the answer could not be read; undefined for one that was read and is not what was expected. */
  declare readonly reason?: "malformed" | "too-large" | "encoding";
  override get name(): string {
    return "ProtocolError";
  }
}

/**
 * The arguments of a call were wrong; nothing was sent. Where the service refuses the input, that is a `RefusalError`.
 */
export class ArgumentError extends AppsError {
  readonly kind = "argument";
  declare readonly code?: undefined;
  override get name(): string {
    return "ArgumentError";
  }
}

/** True for an {@link HttpError}. */
export const isHttpError = (error: unknown): error is HttpError => kindOf(error) === "http";
/** True for a {@link ProtocolError}. */
export const isProtocolError = (error: unknown): error is ProtocolError => kindOf(error) === "protocol";
/** True for an {@link ArgumentError}. */
export const isArgumentError = (error: unknown): error is ArgumentError => kindOf(error) === "argument";

/**
 * Why no answer came.
 * - `timeout`: an attempt, or the whole call, ran out of time.
 * - `aborted`: the caller's signal fired.
 * - `unreachable`: no connection could be made, so nothing was sent. The message names the origin of `baseUrl`.
 * - `connection`: the connection broke, before or in the middle of the answer.
 * - `queue`: time ran out while the call waited for its turn; nothing was sent.
 * - `credential`: the token provider failed; nothing was sent.
 * - `paused`: the App stopped while a stored conversation waited; the next process goes on with it.
 */
export type NoAnswerReason = "timeout" | "aborted" | "unreachable" | "connection" | "queue" | "credential" | "paused";

/** No (whole) answer came. `ambiguous` says whether the service may have carried the operation out. */
export class NoAnswerError extends AppsError {
  readonly kind = "no-answer";
  declare readonly code?: undefined;
  declare readonly reason: NoAnswerReason;
  override get name(): string {
    return "NoAnswerError";
  }

  constructor(message: string, details: ErrorDetails & { readonly reason: NoAnswerReason }) {
    super(message, details);
  }
}

/** True for a {@link NoAnswerError}, of the given reason when one is given. */
export const isNoAnswer = (error: unknown, reason?: NoAnswerReason): error is NoAnswerError =>
  kindOf(error) === "no-answer" && (reason === undefined || (error as NoAnswerError).reason === reason);
