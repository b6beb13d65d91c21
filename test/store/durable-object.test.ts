import { describe, expect, test } from "vitest";
import { durableObjectStore, type DurableObjectStorage } from "../../runtime/store/index.js";
import { testStore } from "./suite.js";

/** Storage that behaves as that of a Durable Object: values are cloned, transactions run one after the other. */
function fakeStorage(): DurableObjectStorage {
  const entries = new Map<string, unknown>();
  let last: Promise<unknown> = Promise.resolve();
  const storage: DurableObjectStorage = {
    get: async (key) => structuredClone(entries.get(key)),
    put: async (key, value) => void entries.set(key, structuredClone(value)),
    delete: async (key) => entries.delete(key),
    list: async ({ prefix = "", startAfter = "", limit = Infinity }) =>
      new Map(
        [...entries]
          .filter(([key]) => key.startsWith(prefix) && key > startAfter)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .slice(0, limit),
      ),
    transaction: async (work) => {
      const result = last.then(async () => work(storage));
      last = result.catch(() => undefined);
      return result;
    },
  };
  return storage;
}

describe.concurrent("the store in a Durable Object", () => {
  const storage = fakeStorage();
  testStore(() => ({ open: () => durableObjectStore(storage) }));

  test("removes what has expired, a minute later", async () => {
    const own = fakeStorage();
    await own.put("old", { text: new Uint8Array(), etag: "1", untilMs: Date.now() - 1 });
    await durableObjectStore(own).put("a", "v", { expected: null, ttlMs: 1_000 });
    expect([...(await own.list({})).keys()]).toEqual(["a"]);
  });
});

describe.concurrent("a stub of it, as a Worker has one", () => {
  const inside = durableObjectStore(fakeStorage());
  const stub = {
    get: inside.get,
    put: inside.put,
    delete: inside.delete,
    // An iterator does not cross to another process; a list does.
    list: async (prefix: string) => {
      const keys: string[] = [];
      for await (const key of inside.list(prefix) as AsyncIterable<string>) keys.push(key);
      return keys;
    },
  };
  testStore(() => ({ open: () => ({ ...stub, maxValueBytes: 126_000 }) }));
});
