import { type Clock, systemClock } from "../../abi/index.js";
import type { DedupeStore, PrefixStore } from "../../interaction/claims.js";
import { ClaimTable, type Prefix } from "./claim-table.js";

export type { DedupeStore } from "../../interaction/claims.js";

/** Bounds of the memory store. */
export interface MemoryDedupeOptions {
  /**
   * Most keys held, two per delivery; beyond it the oldest is forgotten early. Room is taken as it is needed, about 17
   * bytes for each key. Default 2,000,000: some 1,500 deliveries a second, remembered for eleven minutes.
   */
  readonly maxKeys?: number;
  readonly clock?: Clock;
  /** Told each time a key had to be forgotten before its time, with how long it had been remembered. */
  readonly onOverflow?: (overflow: { readonly coveredMs: number }) => void;
}

/**
 * A store for one process. Several processes behind one address need a shared one, and a restart forgets. It keeps 64
 * bits of each key: that one is taken for another among a million has a chance below one in ten million.
 */
export function memoryDedupe(options: MemoryDedupeOptions = {}): DedupeStore & { readonly size: number } {
  const { maxKeys = 2_000_000, clock = systemClock, onOverflow } = options;
  let table: ClaimTable | undefined; // made when it is needed: most stores of a test or a script never are
  const made = (): ClaimTable => (table ??= new ClaimTable());
  const claim = (key: string, ttlMs: number, prefix?: Prefix): boolean => {
    const nowMs = clock.monotonicMs();
    const claims = made();
    while (claims.oldestEndMs <= nowMs) claims.dropOldest();
    if (!claims.claim(key, nowMs, nowMs + ttlMs, prefix)) return false;
    if (claims.size > maxKeys) {
      const coveredMs = Math.max(0, nowMs + ttlMs - claims.oldestEndMs);
      claims.dropOldest();
      onOverflow?.({ coveredMs });
    }
    return true;
  };
  const store: PrefixStore & { readonly size: number } = {
    get size() {
      return table?.size ?? 0;
    },
    claim,
    claimsOf(text) {
      let prefix: Prefix | undefined;
      return (id, ttlMs) => claim(id, ttlMs, (prefix ??= made().prefix(text)));
    },
  };
  return store;
}
