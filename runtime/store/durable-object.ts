import { systemClock } from "../abi/index.js";
import type { KeyValue } from "./contract.js";
import { sweeper, uniqueEtag } from "./database.js";

/** What is used of the storage of a Durable Object, `ctx.storage`. */
export interface DurableObjectStorage {
  get(key: string): Promise<unknown>;
  put(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<boolean>;
  list(options: {
    readonly prefix?: string;
    readonly startAfter?: string;
    readonly limit?: number;
  }): Promise<ReadonlyMap<string, unknown>>;
  transaction<Result>(
    work: (storage: Pick<DurableObjectStorage, "get" | "put" | "delete">) => Promise<Result>,
  ): Promise<Result>;
}

/** An entry as it is stored. Text as bytes: a single character beyond Latin-1 would double the size of a string. */
interface Held {
  readonly text: Uint8Array;
  readonly etag: string;
  readonly untilMs: number;
}

/** Entries read at once. */
const PAGE = 500;

/** Below the 128 KiB that one value of a Durable Object may have, etag included. */
const MAX_VALUE_BYTES = 126_000;

/**
 * A store in a Durable Object, within its class, over `ctx.storage`. A Worker that has a stub of an object whose methods
 * `get`, `put`, `delete` and `list` call this one uses the stub as its store.
 */
export function durableObjectStore(storage: DurableObjectStorage): KeyValue {
  const held = (value: unknown): Held | undefined => value as Held | undefined; // written by `put` below
  const sweep = sweeper(systemClock, async () => {
    const nowMs = systemClock.now();
    for await (const [key, { untilMs }] of entriesOf(storage, "")) if (untilMs < nowMs) await storage.delete(key);
  });
  return {
    maxValueBytes: MAX_VALUE_BYTES,
    async get(key) {
      const found = held(await storage.get(key));
      return found && { value: new TextDecoder().decode(found.text), etag: found.etag };
    },
    async put(key, value, { expected, ttlMs = Infinity }) {
      const etag = uniqueEtag();
      const next: Held = { text: new TextEncoder().encode(value), etag, untilMs: systemClock.now() + ttlMs };
      if (ttlMs !== Infinity) await sweep();
      return storage.transaction(async (within) => {
        if ((held(await within.get(key))?.etag ?? null) !== expected) return undefined;
        await within.put(key, next);
        return etag;
      });
    },
    async delete(key, { expected }) {
      return storage.transaction(async (within) => {
        if (held(await within.get(key))?.etag !== expected) return false;
        return within.delete(key);
      });
    },
    async *list(prefix) {
      for await (const [key] of entriesOf(storage, prefix)) yield key;
    },
  };
}

async function* entriesOf(
  storage: DurableObjectStorage,
  prefix: string,
): AsyncGenerator<readonly [string, Held], void, undefined> {
  for (let startAfter: string | undefined; ;) {
    const page = await storage.list({ prefix, limit: PAGE, ...(startAfter !== undefined && { startAfter }) });
    for (const [key, value] of page) yield [key, value as Held] as const; // written by `put` above
    if (page.size < PAGE) return;
    startAfter = [...page.keys()].at(-1);
  }
}
