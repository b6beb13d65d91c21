import { AppsError, type ErrorDetails, kindOf } from "./base.js";

/**
 * Why no answer came.
 * - `timeout`: an attempt, or the whole call, ran out of time.
 * - `aborted`: the caller's signal fired.
 * - `unreachable`: no connection could be made, so nothing was sent. The message names the origin of `baseUrl`.
 * - `connection`: the connection broke, before or in the middle of the answer.
 * - `queue`: time ran out while the call waited for its turn; nothing was sent.
 * - `credential`: the token provider failed; nothing was sent.
 */
export type NoAnswerReason = "timeout" | "aborted" | "unreachable" | "connection" | "queue" | "credential";

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
