import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileState, memoryState } from "svc-apps";
import type { StateStore } from "svc-apps";
import { onTestFinished } from "vitest";

/** Every store of state that there is, by name. */
export const stores: readonly [string, () => Promise<StateStore>][] = [
  ["memory", async () => Promise.resolve(memoryState())],
  ["files", async () => watched(fileState({ folder: await temporary() }))],
];

/** What stores in files are at: it takes a time of its own, in which a virtual clock has to stand still. */
const pending = new Set<Promise<unknown>>();

/** Waits until no store in files has anything to finish. */
export async function storesRest(): Promise<void> {
  while (pending.size > 0) await Promise.allSettled(pending);
}

export function watched({ get, set, delete: remove, keys }: StateStore): StateStore {
  const watch = async <Value>(promise: Promise<Value>): Promise<Value> => {
    pending.add(promise);
    try {
      return await promise;
    } finally {
      pending.delete(promise);
    }
  };
  return {
    get: async (key) => watch(get(key)),
    set: async (key, value) => watch(set(key, value)),
    delete: async (key) => watch(remove(key)),
    keys: async (prefix) => watch(keys(prefix)),
  };
}

export async function temporary(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "state-"));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return join(folder, "made/when/missing");
}
