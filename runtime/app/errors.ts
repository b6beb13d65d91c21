import { wordsOf } from "../events/dispatch/words.js";
import { AppsError, type ErrorDetails, kindOf } from "../base/errors.js";

/** Code of the App threw. `cause` is what it threw; `handler` says which one. */
export class HandlerError extends AppsError {
  readonly kind = "handler";
  /** What was being handled, e.g. `command roll`. */
  readonly handler: string;
  override get name(): string {
    return "HandlerError";
  }

  constructor(handler: string, cause: unknown) {
    super(`The handler of ${handler} threw: ${reasonOf(cause)}`, { cause });
    this.handler = handler;
  }
}

/** What came does not fit the definition: a required argument is missing, of another type, or out of bounds. */
export class ArgumentsMismatchError extends AppsError {
  readonly kind = "protocol";
  /** Name of the option or field. */
  readonly argument: string;
  override get name(): string {
    return "ArgumentsMismatchError";
  }

  constructor(message: string, argument: string, details?: ErrorDetails) {
    super(message, details);
    this.argument = argument;
  }
}

/** True for a {@link HandlerError}, across realms and package copies. */
export const isHandlerError = (error: unknown): error is HandlerError => kindOf(error) === "handler";

function reasonOf(cause: unknown): string {
  const { name, message } = wordsOf(cause);
  return cause instanceof Error ? `${name}: ${message}` : message;
}
