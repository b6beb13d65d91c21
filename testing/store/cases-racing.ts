import { expectSame, expectSome, type StoreCase, storeCase } from "./kit.js";

/** Compare-and-set, alone and of many at once. */
export const racingCases: readonly StoreCase[] = [
  storeCase("a key is created once", async ({ one, other, key }) => {
    expectSome(await one.put(key("a"), "first", { expected: null }), "the first");
    expectSame(await other.put(key("a"), "second", { expected: null }), undefined, "the second");
    expectSame((await one.get(key("a")))?.value, "first", "value");
  }),
  storeCase("a write with the current etag replaces, and has another etag", async ({ one, other, key }) => {
    const first = expectSome(await one.put(key("a"), "same", { expected: null }), "first");
    const second = expectSome(await other.put(key("a"), "same", { expected: first }), "second");
    expectSame(second === first, false, "the etags are the same");
    expectSame((await one.get(key("a")))?.etag, second, "etag");
  }),
  storeCase("a write with an old etag is refused and changes nothing", async ({ one, other, key }) => {
    const first = expectSome(await one.put(key("a"), "1", { expected: null }), "first");
    await other.put(key("a"), "2", { expected: first });
    expectSame(await one.put(key("a"), "3", { expected: first }), undefined, "the stale write");
    expectSame((await one.get(key("a")))?.value, "2", "value");
  }),
  storeCase("a write with an etag creates nothing", async ({ one, key }) => {
    const etag = expectSome(await one.put(key("a"), "1", { expected: null }), "put");
    expectSame(await one.put(key("b"), "1", { expected: etag }), undefined, "an etag of another key");
    await one.delete(key("a"), { expected: etag });
    expectSame(await one.put(key("a"), "2", { expected: etag }), undefined, "an etag of a deleted key");
    expectSame([await one.get(key("a")), await one.get(key("b"))], [undefined, undefined], "values");
  }),
  storeCase("a deleted key can be created again, and its former etags stay invalid", async ({ one, other, key }) => {
    const first = expectSome(await one.put(key("a"), "same", { expected: null }), "first");
    expectSame(await one.delete(key("a"), { expected: first }), true, "delete");
    const second = expectSome(await other.put(key("a"), "same", { expected: null }), "second");
    expectSame(second === first, false, "the etags are the same");
    expectSame(await one.put(key("a"), "3", { expected: first }), undefined, "the stale write");
    expectSame(await one.delete(key("a"), { expected: first }), false, "the stale delete");
    expectSame((await other.get(key("a")))?.etag, second, "etag");
  }),
  storeCase("a delete with an old etag is refused", async ({ one, other, key }) => {
    const first = expectSome(await one.put(key("a"), "1", { expected: null }), "first");
    await other.put(key("a"), "2", { expected: first });
    expectSame(await one.delete(key("a"), { expected: first }), false, "delete");
    expectSame((await one.get(key("a")))?.value, "2", "value");
  }),
  storeCase("one of two deletes succeeds", async ({ one, other, key }) => {
    const etag = expectSome(await one.put(key("a"), "1", { expected: null }), "put");
    const deleted = await Promise.all([one, other].map((store) => store.delete(key("a"), { expected: etag })));
    expectSame(deleted.filter(Boolean).length, 1, "successful deletes");
    expectSame(await one.delete(key("a"), { expected: etag }), false, "a delete of what is gone");
  }),
  storeCase("one of many racing creations succeeds", async ({ one, other, key }) => {
    const names = Array.from({ length: 20 }, (_, index) => key(`r${index}`));
    const writers = [one, other, one, other];
    const won = await Promise.all(
      names.flatMap((name) => writers.map((store, by) => store.put(name, `${by}`, { expected: null }))),
    );
    expectSame(won.filter((etag) => etag !== undefined).length, names.length, "winners");
  }),
  storeCase("one of many racing replacements succeeds, and its value stays", async ({ one, other, key }) => {
    for (let round = 0; round < 10; round += 1) {
      const name = key(`r${round}`);
      const first = expectSome(await one.put(name, "start", { expected: null }), "put");
      const writers = [one, other, one, other, one, other];
      const etags = await Promise.all(writers.map((store, by) => store.put(name, `${by}`, { expected: first })));
      const winner = etags.findIndex((etag) => etag !== undefined);
      expectSame(etags.filter((etag) => etag !== undefined).length, 1, "winners");
      expectSame((await other.get(name))?.value, `${winner}`, "value");
    }
  }),
  storeCase("no increment of two connections is lost", async ({ one, other, key }) => {
    expectSome(await one.put(key("n"), "0", { expected: null }), "put");
    const count = async (store: typeof one): Promise<void> => {
      for (let done = 0; done < 20;) {
        const found = expectSome(await store.get(key("n")), "get");
        const etag = await store.put(key("n"), `${Number(found.value) + 1}`, { expected: found.etag });
        if (etag !== undefined) done += 1;
      }
    };
    await Promise.all([count(one), count(other)]);
    expectSame((await one.get(key("n")))?.value, "40", "value");
  }),
];
