import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileStore, memoryStore, type KeyValue } from "svc-apps/stores";
import { onTestFinished } from "vitest";
import { systemClock } from "../../../runtime/abi/index.js";
import { Records } from "../../../runtime/store/records.js";

/** Every store that conversations are tested with, by name. */
export const stores: readonly [string, () => Promise<KeyValue>][] = [
  ["memory", async () => Promise.resolve(memoryStore())],
  ["files", async () => watched(fileStore({ folder: await temporary() }))],
];

/** What stores in files are at: it takes a time of its own, in which a virtual clock has to stand still. */
const pending = new Set<Promise<unknown>>();

/** Waits until no store in files has anything to finish. */
export async function storesRest(): Promise<void> {
  while (pending.size > 0) await Promise.allSettled(pending);
}

export function watched(store: KeyValue): KeyValue {
  const watch = async <Value>(promise: Promise<Value>): Promise<Value> => {
    pending.add(promise);
    try {
      return await promise;
    } finally {
      pending.delete(promise);
    }
  };
  return {
    get: async (key) => watch(store.get(key)),
    put: async (...given) => watch(store.put(...given)),
    delete: async (...given) => watch(store.delete(...given)),
    list: async (prefix) => watch(all(store, prefix)),
  };
}

/** All keys of a store. */
export async function all(store: KeyValue, prefix = ""): Promise<readonly string[]> {
  const listed = store.list(prefix);
  const keys: string[] = [];
  for await (const key of Symbol.asyncIterator in listed ? listed : await listed) keys.push(key);
  return keys;
}

/** Reads and writes conversations past the App, as data. */
export function conversationsIn(store: KeyValue) {
  const sink = { wants: () => false, report: () => undefined };
  const read = (value: unknown): unknown => value;
  const records = new Records<unknown>(store, { use: "conversation", read, clock: systemClock, sink });
  return {
    async ids() {
      const ids: string[] = [];
      for await (const id of records.list()) ids.push(id);
      return ids;
    },
    get: async (id: string) => (await records.get(id))?.value,
    set: async (id: string, value: unknown) => {
      const found = await records.get(id);
      await records.put(id, value, { expected: found?.etag ?? null });
    },
  };
}

export async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "state-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return join(folder, "made/when/missing");
}
