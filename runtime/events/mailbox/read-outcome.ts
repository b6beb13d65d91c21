import { kindOf } from "../../http/errors/base.js";
import type { AppsError } from "../../http/errors/index.js";
import type { BoxAnswer } from "./answer.js";

/** What reading a mailbox came to. */
export type ReadOutcome =
  | { readonly kind: "batch"; readonly batch: BoxAnswer }
  /** It is gone, and all it held: 409, whatever the code. */
  | { readonly kind: "expired" }
  /** Refused as if the credential were dead. */
  | { readonly kind: "unauthorized" }
  | { readonly kind: "limited"; readonly retryAfterMs: number | undefined }
  /** No clear answer: nothing was accepted, and reading the same again does no harm. */
  | { readonly kind: "failed"; readonly error: AppsError };

/** Sorts what a read ended with. Throws what is not about the wire. */
export function readOutcome(error: unknown): ReadOutcome {
  const kind = kindOf(error);
  if (kind === undefined || kind === "argument" || kind === "handler") throw error;
  // `kindOf` has just recognised one of our errors, whichever copy of the package made it.
  const failure = error as AppsError;
  if (failure.status === 409) return { kind: "expired" };
  if (failure.status === 401 || failure.code === "MISSING_CREDENTIAL") return { kind: "unauthorized" };
  if (failure.status === 429) return { kind: "limited", retryAfterMs: failure.retryAfterMs };
  return { kind: "failed", error: failure };
}
