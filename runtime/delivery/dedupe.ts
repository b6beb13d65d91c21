import { type Clock, systemClock } from "../abi/index.js";

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
  /** Most keys held, two per delivery; beyond it the oldest is forgotten early. Default 100 000, about 15 MB. */
  readonly maxKeys?: number;
  readonly clock?: Clock;
  /** Told each time a key had to be forgotten before its time. */
  readonly onOverflow?: () => void;
}

/** A store for one process. Several processes behind one address need a shared one. */
export function memoryDedupe(options: MemoryDedupeOptions = {}): DedupeStore & { readonly size: number } {
  const { maxKeys = 100_000, clock = systemClock } = options;
  /** In order of claiming. All claims of a handler have the same lifetime, so the first ones are the first to expire. */
  const expiries = new Map<string, number>();
  let nextExpiryMs = 0;
  const forgetExpired = (nowMs: number): void => {
    for (const [key, expiresAtMs] of expiries) {
      nextExpiryMs = expiresAtMs;
      if (expiresAtMs > nowMs) return;
      expiries.delete(key);
    }
  };
  const makeRoom = (): void => {
    const oldest = expiries.keys().next().value;
    if (oldest === undefined) return;
    expiries.delete(oldest);
    options.onOverflow?.();
  };
  return {
    get size() {
      return expiries.size;
    },
    claim(key, ttlMs) {
      const nowMs = clock.monotonicMs();
      if (nowMs >= nextExpiryMs) forgetExpired(nowMs);
      const expiresAtMs = expiries.get(key);
      if (expiresAtMs !== undefined) {
        if (expiresAtMs > nowMs) return false;
        expiries.delete(key);
      }
      if (expiries.size >= maxKeys) makeRoom();
      expiries.set(key, Math.ceil(nowMs + ttlMs)); // a whole number: it costs the map no object of its own
      return true;
    },
  };
}
