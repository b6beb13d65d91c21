import { AppsError, isAppsError } from "../base/errors.js";
/**
 * Why a store could not do what it was asked.
 * - `failed`: it rejected; `cause` is what it rejected with.
 * - `timeout`: it did not answer in time. A write may have been carried out.
 * - `aborted`: the caller no longer waits. A write may have been carried out.
 * - `unreadable`: it holds something that this version cannot read. It is left there.
 * - `too-large`: key or value exceed their limit; nothing was sent.
 * - `conflict`: others changed the value each time it was to be changed.
 * - `taken`: another process holds the lease.
 */
export type StoreErrorReason = "failed" | "timeout" | "aborted" | "unreadable" | "too-large" | "conflict" | "taken";

/** What every use of a store rejects with. `kind` says who failed: `argument` for `too-large`, `refusal` for `taken`. */
export class StoreError extends AppsError {
  readonly kind: "no-answer" | "protocol" | "argument" | "refusal";
  readonly reason: StoreErrorReason;
  /** Holder of the lease, for `taken`. */
  declare readonly holder?: string;

  constructor(
    reason: StoreErrorReason,
    message: string,
    { cause, holder }: { readonly cause?: unknown; readonly holder?: string } = {},
  ) {
    super(message, { cause, ambiguous: reason === "failed" || reason === "timeout" || reason === "aborted" });
    this.reason = reason;
    this.kind = KINDS[reason] ?? "no-answer";
    if (holder !== undefined) this.holder = holder;
  }

  override get name(): string {
    return "StoreError";
  }
}

const KINDS: Partial<Record<StoreErrorReason, StoreError["kind"]>> = {
  unreadable: "protocol",
  "too-large": "argument",
  conflict: "refusal",
  taken: "refusal",
};

/** True for a {@link StoreError}, of the given reason when one is given; also for one of another copy of the package. */
export function isStoreError(error: unknown, reason?: StoreErrorReason): error is StoreError {
  if (!isAppsError(error) || error.name !== "StoreError") return false;
  return reason === undefined || ("reason" in error && error.reason === reason);
}
