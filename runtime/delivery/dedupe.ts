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
  /** Most keys held, two per delivery; beyond it the oldest is forgotten early. Default 100 000, about 20 MB. */
  readonly maxKeys?: number;
  readonly clock?: Clock;
  /** Told each time a key had to be forgotten before its time. */
  readonly onOverflow?: () => void;
}

/** A store for one process. Several processes behind one address need a shared one. */
export function memoryDedupe(options: MemoryDedupeOptions = {}): DedupeStore & { readonly size: number } {
  const { maxKeys = 100_000, clock = systemClock } = options;
  const expiries = new Map<string, number>();
  const claims = new Claims();
  /** Forgets the oldest claim if it has ended by then. Tells whether there was one. */
  const forgetOldest = (nowMs: number): boolean => {
    const { oldestKey, oldestEndMs } = claims;
    if (oldestKey === undefined || oldestEndMs === undefined || oldestEndMs > nowMs) return false;
    claims.drop();
    // A key that was claimed anew has a younger place in the queue, and that one counts.
    if (expiries.get(oldestKey) === oldestEndMs) expiries.delete(oldestKey);
    return true;
  };
  const makeRoom = (): void => {
    const before = expiries.size;
    while (expiries.size === before && forgetOldest(Infinity));
    options.onOverflow?.();
  };
  return {
    get size() {
      return expiries.size;
    },
    claim(key, ttlMs) {
      const nowMs = clock.monotonicMs();
      while (forgetOldest(nowMs));
      const known = expiries.get(key);
      if (known !== undefined && known > nowMs) return false;
      if (expiries.size >= maxKeys) makeRoom();
      const endMs = Math.ceil(nowMs + ttlMs); // a whole number: it costs the map no object of its own
      expiries.set(key, endMs);
      claims.add(key, endMs);
      return true;
    },
  };
}

/**
 * Claims in the order in which they were made, in two lists, so that a claim costs no object. Claims of a handler live
 * equally long, so the first is the first to end. Not read off the map, whose first entry is found by walking past all
 * that were deleted before it.
 */
class Claims {
  #keys: string[] = [];
  #endsMs: number[] = [];
  #head = 0;

  get oldestKey(): string | undefined {
    return this.#keys[this.#head];
  }

  /** When the oldest claim ends, on the monotonic clock. */
  get oldestEndMs(): number | undefined {
    return this.#endsMs[this.#head];
  }

  add(key: string, endMs: number): void {
    this.#keys.push(key);
    this.#endsMs.push(endMs);
  }

  drop(): void {
    this.#head += 1;
    if (this.#head < 1_024 || this.#head * 2 < this.#keys.length) return;
    this.#keys = this.#keys.slice(this.#head);
    this.#endsMs = this.#endsMs.slice(this.#head);
    this.#head = 0;
  }
}
