import type { KeySet } from "./key-set.js";

/** Where a verifier gets its keys: a store that follows the public route, or a fixed set. */
export interface KeySource {
  /** The set now in force; `undefined` until the first one is had. */
  current(): KeySet | undefined;
  /** Called before a verdict. A promise only when the verdict should wait: no set yet, or one too old. */
  beforeUse(): Promise<void> | undefined;
  /**
   * Called when a delivery names keys that are not in the set. A promise when the set is being asked for again;
   * `undefined` when it was asked for a moment ago.
   */
  renew(): Promise<void> | undefined;
  /** Asks for the set now, so that the first delivery need not wait. Never rejects. */
  prefetch(): Promise<void>;
}
