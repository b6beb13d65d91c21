import { type Clock, systemClock } from "../../abi/index.js";
import type { ClaimMemory, PrefixStore } from "../../interaction/claims.js";
import { ClaimTable, type Prefix } from "./claim-table.js";

export type { ClaimMemory } from "../../interaction/claims.js";

/** Options of the memory store. */
export interface MemoryDedupeOptions {
  /**
   * Most keys, two per delivery; beyond that the oldest is dropped early. Memory is allocated as needed, about 17 bytes
   * per key. Default 2,000,000, which is some 1,500 deliveries a second for eleven minutes.
   */
  readonly maxKeys?: number;
  readonly clock?: Clock;
  /** Called when a key is dropped before its time, with how long it was remembered. */
  readonly onOverflow?: (overflow: { readonly coveredMs: number }) => void;
}

/**
 * A dedupe store for one process, which forgets upon a restart. Several processes behind one address need a shared store.
 * It keeps 64 bits of each key: the probability of any collision among a million keys is below one in ten million.
 */
export function memoryDedupe(options: MemoryDedupeOptions = {}): ClaimMemory & { readonly size: number } {
  const { maxKeys = 2_000_000, clock = systemClock, onOverflow } = options;
  let table: ClaimTable | undefined; // made at the first use, which most stores of tests and scripts never have
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
