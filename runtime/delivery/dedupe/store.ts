import { type Clock, systemClock } from "../../abi/index.js";
import { ClaimTable } from "./claim-table.js";

/**
 * Remembers ids for a while. The one operation is atomic, so that of two workers only one wins: with Redis it is
 * `SET key 1 NX PX ttlMs`, with SQL an insert that fails on the second row.
 */
export interface DedupeStore {
  /** True when nobody claimed `key` within the last `ttlMs`; the claim is then ours. */
  claim(key: string, ttlMs: number): boolean | Promise<boolean>;
}

/** Bounds of the memory store. */
export interface MemoryDedupeOptions {
  /** Most keys held, two per delivery; beyond it the oldest is forgotten early. Default 100 000, about 3 MB. */
  readonly maxKeys?: number;
  readonly clock?: Clock;
  /** Told each time a key had to be forgotten before its time. */
  readonly onOverflow?: () => void;
}

/**
 * A store for one process. Several processes behind one address need a shared one. It keeps 64 bits of each key: that
 * one is taken for another among 100 000 has a chance below one in ten million million.
 */
export function memoryDedupe(options: MemoryDedupeOptions = {}): DedupeStore & { readonly size: number } {
  const { maxKeys = 100_000, clock = systemClock, onOverflow } = options;
  let table: ClaimTable | undefined; // made when it is needed: most stores of a test or a script never are
  return {
    get size() {
      return table?.size ?? 0;
    },
    claim(key, ttlMs) {
      const nowMs = clock.monotonicMs();
      table ??= new ClaimTable();
      while (table.oldestEndMs <= nowMs) table.dropOldest();
      if (!table.claim(key, nowMs, nowMs + ttlMs)) return false;
      if (table.size > maxKeys) {
        table.dropOldest();
        onOverflow?.();
      }
      return true;
    },
  };
}
