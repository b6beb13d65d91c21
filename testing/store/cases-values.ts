import { expectSame, expectSome, listed, type StoreCase, storeCase } from "./kit.js";

const KEYS = ["a", "a.b", "a_3a", "a-b.c_20d", `${"x".repeat(60)}-_.09`];

/** What is written is read, listed and deleted. */
export const valueCases: readonly StoreCase[] = [
  storeCase("a key that was never written is not there", async ({ one, key }) => {
    expectSame(await one.get(key("nothing")), undefined, "get");
  }),
  storeCase("a value is read back by every connection, with its etag", async ({ one, other, key }) => {
    const etag = expectSome(await one.put(key("a"), '{"a":"é"}', { expected: null }), "put");
    const found = expectSome(await other.get(key("a")), "get");
    expectSame({ value: found.value, etag: found.etag }, { value: '{"a":"é"}', etag }, "get");
  }),
  storeCase("values are kept to the letter", async ({ one, key }) => {
    const values = ["", " ", "\n\r\t", `'"\`;--\\`, "{}", "null", "0", "\u{1f600}é\u2028", "%_*?[a]$1"];
    for (const [index, value] of values.entries()) {
      await one.put(key(`v${index}`), value, { expected: null });
      expectSame((await one.get(key(`v${index}`)))?.value, value, `value ${index}`);
    }
  }),
  storeCase("a value of the largest size is taken", async ({ one, other, key }) => {
    const value = "é".repeat(Math.min(1_000_000, one.maxValueBytes ?? 1_000_000) / 2);
    expectSome(await one.put(key("large"), value, { expected: null }), "put");
    expectSame((await other.get(key("large")))?.value === value, true, "the value is unchanged");
  }),
  storeCase("keys of every character and length are distinguished", async ({ one, key }) => {
    const all = [...KEYS.map(key), key("").padEnd(200, "k")];
    for (const name of all) expectSome(await one.put(name, name, { expected: null }), name);
    for (const name of all) expectSame((await one.get(name))?.value, name, name);
  }),
  storeCase("keys are listed by their prefix, and no others", async ({ one, other, key }) => {
    expectSame(await listed(one, key("")), [], "an empty store");
    for (const name of KEYS) await one.put(key(name), "v", { expected: null });
    expectSame(await listed(other, key("")), KEYS.map(key).sort(), "all");
    expectSame(await listed(other, key("a_")), [key("a_3a")], "the prefix a_");
    expectSame(await listed(other, key("a.")), [key("a.b")], "the prefix a.");
  }),
  storeCase("many keys are listed", async ({ one, other, key }) => {
    const names = Array.from({ length: 120 }, (_, index) => key(`n${index}`));
    await Promise.all(names.map((name) => one.put(name, "v", { expected: null })));
    expectSame(await listed(other, key("n")), names.sort(), "all");
  }),
  storeCase("a deleted key is not there and not listed", async ({ one, other, key }) => {
    const etag = expectSome(await one.put(key("a"), "v", { expected: null }), "put");
    expectSame(await other.delete(key("a"), { expected: etag }), true, "delete");
    expectSame(await one.get(key("a")), undefined, "get");
    expectSame(await listed(one, key("")), [], "list");
  }),
];
