import { type Clock, systemClock } from "../abi/index.js";
import type { KeyValue, StoredValue } from "./contract.js";

interface Held extends StoredValue {
  readonly endMs: number;
}

/** A store in memory: for one process, until it ends. */
export function memoryStore({ clock = systemClock }: { readonly clock?: Clock } = {}): KeyValue {
  const entries = new Map<string, Held>();
  let writes = 0;
  let sweepAt = 1_024;
  const current = (key: string): Held | undefined => {
    const held = entries.get(key);
    return held !== undefined && held.endMs > clock.monotonicMs() ? held : undefined;
  };
  /** Once the number of entries has doubled, those that have expired are removed. */
  const sweep = (): void => {
    if (entries.size < sweepAt) return;
    for (const key of entries.keys()) if (current(key) === undefined) entries.delete(key);
    sweepAt = Math.max(1_024, 2 * entries.size);
  };
  return {
    get: async (key) => {
      const held = current(key);
      return Promise.resolve(held && { value: held.value, etag: held.etag });
    },
    put: async (key, value, { expected, ttlMs = Infinity }) => {
      if ((current(key)?.etag ?? null) !== expected) return Promise.resolve(undefined);
      sweep();
      const etag = String((writes += 1));
      entries.set(key, { value, etag, endMs: clock.monotonicMs() + ttlMs });
      return Promise.resolve(etag);
    },
    delete: async (key, { expected }) => Promise.resolve(current(key)?.etag === expected && entries.delete(key)),
    async *list(prefix) {
      for (const key of entries.keys()) if (key.startsWith(prefix) && current(key)) yield Promise.resolve(key);
    },
  };
}
