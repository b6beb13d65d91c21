import type { DiagnosticOf } from "./base.js";

/** What is asked of a store. */
export type StoreOperation = "get" | "put" | "delete" | "list";

/** Which use of a store it is about, such as `cursor` or `session`. Never a key or a value. */
export interface StoreRef {
  readonly use: string;
}

/** What each diagnostic of a store says besides its level and message. At most one report a minute for each. */
export interface StoreFacts {
  /** The store answered, and took longer than a second. */
  slow: { readonly operation: StoreOperation; readonly tookMs: number };
  /** The store rejected. */
  failed: { readonly operation: StoreOperation; readonly error: unknown };
  /** The store did not answer within the limit. `pending`: operations that are over their limit and still open. */
  no_answer: { readonly operation: StoreOperation; readonly timeoutMs: number; readonly pending: number };
}

/** What happens to a store, as it happens. */
export type StoreDiagnostic = DiagnosticOf<"store", StoreFacts, StoreRef>;
