import { AppsError, isAppsError } from "../base/errors.js";
/**
 * Why a fleet cannot go on.
 * - `unavailable`: the engine did not answer in time; trying again may help.
 * - `forbidden`: the engine answered that these credentials may not do that.
 * - `mismatch`: something of that name exists on the engine and is different.
 * - `argument`: an option cannot be.
 * - `closed`: the fleet was closed.
 * - `ended`: the connection to the engine is closed for good, and the fleet has no way to make another.
 */
export type FleetErrorReason = "unavailable" | "forbidden" | "mismatch" | "argument" | "closed" | "ended";

/** What a fleet throws. `reason` says why; `kind` is `no-answer` for `unavailable`, else `argument`. */
export class FleetError extends AppsError {
  readonly kind: "no-answer" | "argument";
  readonly reason: FleetErrorReason;
  override get name(): string {
    return "FleetError";
  }

  constructor(reason: FleetErrorReason, message: string, options: { readonly cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.kind = reason === "unavailable" ? "no-answer" : "argument";
  }
}

/** True for a {@link FleetError}, of the given reason when one is given. */
export function isFleetError(error: unknown, reason?: FleetErrorReason): error is FleetError {
  if (!isAppsError(error) || error.name !== "FleetError") return false;
  return reason === undefined || ("reason" in error && error.reason === reason);
}
