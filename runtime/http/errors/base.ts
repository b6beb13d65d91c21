/**
 * Who failed.
 * - `refusal`: the service said no.
 * - `http`: someone answered with an error status and no readable code.
 * - `no-answer`: no (whole) answer came.
 * - `protocol`: the answer broke the rules of the wire.
 * - `argument`: the call was wrong here; nothing was sent.
 * - `handler`: code of the App threw.
 */
export type ErrorKind = "refusal" | "http" | "no-answer" | "protocol" | "argument" | "handler";

/** What an error knows about the call it ended. Never a header, a token, a request body or a filled path. */
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
  readonly cause?: unknown;
  /** The answer's body: parsed when it is JSON, else text cut to 16 KiB. Kept off every print-out. */
  readonly body?: unknown;
  /** What a refusal said besides its code. Kept off every print-out but for its sentence, which the message quotes. */
  readonly extras?: Readonly<Record<string, unknown>>;
}

/** Marks our errors across realms and duplicate copies of the package; its value is the kind. */
export const KIND = Symbol.for("svc-apps.error");

/** Base of every error that this package throws on purpose. */
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
  /** The answer's body, never printed: not enumerable, and not part of `toJSON()`. */
  declare readonly body?: unknown;

  constructor(message: string, details: ErrorDetails = {}) {
    const { cause, body, extras, attempts = 0, ambiguous = false, ...known } = details;
    super(message, cause === undefined ? undefined : { cause });
    this.attempts = attempts;
    this.ambiguous = ambiguous;
    // Whatever else a subclass adds to the details is shown with the known ones.
    for (const [key, value] of Object.entries({ ...known, body, extras })) {
      const enumerable = key in known;
      if (value !== undefined) Object.defineProperty(this, key, { value, enumerable });
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

/** True for every error of this package, whichever copy of it made the error. */
export function isAppsError(error: unknown): error is AppsError {
  return kindOf(error) !== undefined;
}

/** The kind an error carries, or undefined when it is not ours. */
export function kindOf(error: unknown): ErrorKind | undefined {
  // The mark is ours, so whoever carries it carries one of our kinds; other realms' classes are not `instanceof` ours.
  return (error as { readonly [KIND]?: ErrorKind } | null | undefined)?.[KIND];
}
