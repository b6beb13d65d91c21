import type { ErrorCode, ErrorExtras, Revision } from "../../../generated/types.js";
import { AppsError, type ErrorDetails, kindOf } from "../../base/errors.js";

/**
 * The service said no. `code` says why; branch on it, never on the message.
 * Codes that this version does not know arrive here as they came.
 */
export class RefusalError extends AppsError {
  readonly kind = "refusal";
  /**
   * The fields beside the code; only the sentence for people is printed. {@link RefusalOf} types those of known codes.
   */
  declare readonly extras?: Readonly<Record<string, unknown>>;
  override get name(): string {
    return "RefusalError";
  }
}

/**
 * The credential does not exist, was revoked, or its owner is sanctioned: the service does not say which. Repeating
 * with the same credential never helps.
 */
export class MissingCredentialError extends RefusalError {
  declare readonly code: "MISSING_CREDENTIAL";
  override get name(): string {
    return "MissingCredentialError";
  }
}

/** The `revision` sent is not the current one. Read again, decide again: see `withRevision()`. */
export class StaleRevisionError extends RefusalError {
  declare readonly code: "STALE_REVISION";
  /** The revision the service holds now; undefined when its answer named none. */
  declare readonly currentRevision: Revision | undefined;
  override get name(): string {
    return "StaleRevisionError";
  }

  constructor(message: string, details: ErrorDetails & { readonly currentRevision?: Revision | undefined }) {
    super(message, details);
  }
}

/** Too many requests. The operation was not carried out. `retryAfterMs` is what the service asked for, if anything. */
export class RateLimitedError extends RefusalError {
  override get name(): string {
    return "RateLimitedError";
  }
}

/** A confirmation or answer came after its window. `code` is whatever the service said, if it was asked at all. */
export class InteractionExpiredError extends RefusalError {
  override get name(): string {
    return "InteractionExpiredError";
  }
}

/** Fields of known codes, undefined on every other refusal, so that they can be read without narrowing. */
type NoExtras = { readonly currentRevision?: undefined };

/**
 * The error of a refusal with `Code`. For an open set of codes, `code` stays comparable with codes that the service
 * adds.
 */
export type RefusalOf<Code extends ErrorCode> = Code extends unknown
  ? string extends Code
    ? (RefusalError & NoExtras & { readonly code: string & {} }) | (RateLimitedError & NoExtras)
    : Code extends "MISSING_CREDENTIAL"
      ? MissingCredentialError & NoExtras
      : Code extends "STALE_REVISION"
        ? StaleRevisionError
        : RefusalError & NoExtras & { readonly code: Code } & ExtrasOf<Code>
  : never;

type ExtrasOf<Code> = Code extends keyof ErrorExtras ? { readonly extras: ErrorExtras[Code] } : unknown;

/** True for a {@link RefusalError}; with `code`, only for that refusal. Works across realms and package copies. */
export function isRefusal(error: unknown): error is RefusalError;
export function isRefusal<Code extends ErrorCode>(error: unknown, code: Code): error is RefusalOf<Code>;
export function isRefusal(error: unknown, code?: string): boolean {
  return kindOf(error) === "refusal" && (code === undefined || (error as RefusalError).code === code);
}

/** True for a {@link MissingCredentialError}. */
export const isMissingCredential = (error: unknown): error is MissingCredentialError =>
  isRefusal(error, "MISSING_CREDENTIAL");

/** True for a {@link StaleRevisionError}. */
export const isStaleRevision = (error: unknown): error is StaleRevisionError => isRefusal(error, "STALE_REVISION");

/** True for a {@link RateLimitedError}. */
export const isRateLimited = (error: unknown): error is RateLimitedError =>
  isRefusal(error) && error.name === "RateLimitedError";
