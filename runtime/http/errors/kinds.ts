import { AppsError, kindOf } from "./base.js";

/** Someone answered with an error status, but not with a refusal code: a proxy, a front layer, a crash. */
export class HttpError extends AppsError {
  readonly kind = "http";
  declare readonly code?: undefined;
  override get name(): string {
    return "HttpError";
  }
}

/** The answer broke the rules of the wire: a redirect, something that is not JSON, more bytes than allowed. */
export class ProtocolError extends AppsError {
  readonly kind = "protocol";
  declare readonly code?: undefined;
  override get name(): string {
    return "ProtocolError";
  }
}

/** The call was wrong here; nothing was sent. The service's own complaint about input is a refusal instead. */
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
