import { expectSame, expectSome, type StoreCase, storeCase } from "./kit.js";

/** A lifetime is the least for which an entry stays, and that of its last write counts. */
export const expiryCases: readonly StoreCase[] = [
  storeCase("an entry stays at least as long as its lifetime", async ({ one, key, wait }) => {
    expectSome(await one.put(key("a"), "v", { expected: null, ttlMs: 5_000 }), "put");
    await wait(300);
    expectSame((await one.get(key("a")))?.value, "v", "value");
    expectSame(await one.put(key("a"), "w", { expected: null, ttlMs: 5_000 }), undefined, "another creation");
  }),
  storeCase("an entry written without a lifetime stays", async ({ one, other, key, wait }) => {
    const etag = expectSome(await one.put(key("a"), "v", { expected: null, ttlMs: 1_000 }), "put");
    expectSome(await other.put(key("a"), "w", { expected: etag }), "the write without a lifetime");
    await wait(1_300);
    expectSame((await one.get(key("a")))?.value, "w", "value");
  }),
  storeCase("a longer lifetime replaces a shorter one", async ({ one, key, wait }) => {
    const etag = expectSome(await one.put(key("a"), "v", { expected: null, ttlMs: 1_000 }), "put");
    expectSome(await one.put(key("a"), "w", { expected: etag, ttlMs: 60_000 }), "the longer one");
    await wait(1_300);
    expectSame((await one.get(key("a")))?.value, "w", "value");
  }),
  storeCase("an entry whose lifetime has passed can be created or replaced", async ({ one, other, key, wait }) => {
    expectSome(await one.put(key("a"), "v", { expected: null, ttlMs: 100 }), "put");
    await wait(400);
    // It is gone, or still there, or removed in between: all three are right.
    const write = async () => other.put(key("a"), "w", { expected: (await other.get(key("a")))?.etag ?? null });
    expectSome((await write()) ?? (await write()), "the next write");
    expectSame((await one.get(key("a")))?.value, "w", "value");
  }),
];
