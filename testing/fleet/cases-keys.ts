import { together, alone, caseSettings, type EngineCase, expectSame, expectSome, expectTrue, until } from "./kit.js";

/** Values with compare-and-set, and what stands on them: leases, claims, cursors. */
export const keyCases: readonly EngineCase[] = [
  alone("a key that was never written does not exist", async ({ state }) => {
    expectSame(await state.get("nothing"), undefined, "get");
  }),
  together("what is written is read back, by another member too", async ([one, other]) => {
    const revision = expectSome(await one.state.put("key", '{"a":"é"}'), "put");
    expectSame(await other.state.get("key"), { key: "key", value: '{"a":"é"}', revision }, "get");
  }),
  alone("a key is created once", async ({ state }) => {
    expectTrue((await state.put("key", "first")) !== undefined, "the first write was refused");
    expectSame(await state.put("key", "second"), undefined, "the second");
    expectSame((await state.get("key"))?.value, "first", "value");
  }),
  {
    name: "of many that race for a key one wins",
    async run(kit) {
      const members = await Promise.all(Array.from({ length: 4 }, () => kit.open()));
      const keys = Array.from({ length: 25 }, (_, index) => `key ${index}`);
      const wins = await Promise.all(
        keys.flatMap((key) => members.map(async ({ claims }) => (await claims.put(key, "mine")) !== undefined)),
      );
      expectSame(wins.filter(Boolean).length, keys.length, "winners");
    },
  },
  alone("a write with the revision last read goes through and has a larger one", async ({ state }) => {
    const first = expectSome(await state.put("key", "1"), "first");
    const second = expectSome(await state.put("key", "2", first), "second");
    expectTrue(second > first, `revision ${second} is not above ${first}`);
  }),
  alone("a write with an old revision is refused and changes nothing", async ({ state }) => {
    const first = expectSome(await state.put("key", "1"), "first");
    await state.put("key", "2", first);
    expectSame(await state.put("key", "3", first), undefined, "the stale write");
    expectSame((await state.get("key"))?.value, "2", "value");
  }),
  alone("a write with a revision of a key that is gone is refused", async ({ state }) => {
    const revision = expectSome(await state.put("key", "1"), "put");
    expectSame(await state.delete("key", revision), true, "delete");
    expectSame(await state.put("key", "2", revision), undefined, "the write");
    expectSame(await state.get("key"), undefined, "get");
  }),
  alone("a deleted key can be created again, with a larger revision", async ({ state }) => {
    const first = expectSome(await state.put("key", "1"), "first");
    await state.delete("key", first);
    const second = expectSome(await state.put("key", "2"), "second");
    expectTrue(second > first, `revision ${second} is not above ${first}`);
  }),
  alone("a delete with an old revision is refused", async ({ state }) => {
    const first = expectSome(await state.put("key", "1"), "first");
    await state.put("key", "2", first);
    expectSame(await state.delete("key", first), false, "delete");
    expectSame((await state.get("key"))?.value, "2", "value");
  }),
  alone("keys may be any text of any length, and are kept apart", async ({ claims }) => {
    const keys = ["a", "b"].map((end) => "x".repeat(5_000) + end);
    for (const key of keys) expectTrue((await claims.put(key, key.slice(-1))) !== undefined, "a long key was refused");
    for (const key of keys) expectSame((await claims.get(key))?.value, key.slice(-1), "value");
    expectSame((await claims.entries()).length, keys.length, "entries");
  }),
  alone("keys may be any text", async ({ deadLetters }) => {
    const keys = ["with space", "ünï/cödé", "a.b.*.>", "=", "x".repeat(200)];
    for (const key of keys) expectTrue((await deadLetters.put(key, key)) !== undefined, `"${key}" was refused`);
    for (const key of keys) expectSame((await deadLetters.get(key))?.key, key, "key");
    expectSame((await deadLetters.entries()).map(({ key }) => key).toSorted(), keys.toSorted(), "entries");
  }),
  alone("the buckets know nothing of each other", async ({ state, leases, claims, deadLetters }) => {
    for (const bucket of [state, leases, claims, deadLetters]) {
      expectTrue((await bucket.put("key", "value")) !== undefined, "a bucket saw the key of another");
    }
  }),
  alone("entries of a bucket are listed without those that were deleted", async ({ deadLetters }) => {
    expectSame(await deadLetters.entries(), [], "an empty bucket");
    const gone = expectSome(await deadLetters.put("gone", "1"), "put");
    await deadLetters.put("kept", "2");
    await deadLetters.delete("gone", gone);
    expectSame(
      (await deadLetters.entries()).map(({ key, value }) => [key, value]),
      [["kept", "2"]],
      "entries",
    );
  }),
  together("a lease that is not renewed is gone after its time, and not before", async ([one, other], kit) => {
    await one.leases.put("slot", "one");
    await kit.wait(caseSettings.leaseMs * 0.6);
    expectSame(await other.leases.put("slot", "other"), undefined, "an early taker");
    await until(kit, async () => (await other.leases.put("slot", "other")) !== undefined);
  }),
  alone("a lease that is renewed stays", async ({ leases }, kit) => {
    let revision = expectSome(await leases.put("slot", "one"), "put");
    for (let round = 0; round < 6; round += 1) {
      await kit.wait(caseSettings.leaseMs * 0.4);
      revision = expectSome(await leases.put("slot", "one", revision), `renewal ${round}`);
    }
  }),
  together("a holder that comes late learns it by the refusal of its renewal", async ([one, other], kit) => {
    const stale = expectSome(await one.leases.put("slot", "one"), "put");
    let fence: number | undefined;
    await until(kit, async () => (fence = await other.leases.put("slot", "other")) !== undefined);
    expectSame(await one.leases.put("slot", "one", stale), undefined, "the late renewal");
    expectTrue(expectSome(fence, "fence") > stale, "the fencing token did not grow");
    expectSame((await one.leases.get("slot"))?.value, "other", "holder");
  }),
  together("a lease that is given back is free at once", async ([one, other]) => {
    const revision = expectSome(await one.leases.put("slot", "one"), "put");
    expectSame(await one.leases.delete("slot", revision), true, "release");
    expectTrue((await other.leases.put("slot", "other")) !== undefined, "the next taker was refused");
  }),
  alone("a former holder cannot give back the lease of the next", async ({ leases }) => {
    const first = expectSome(await leases.put("slot", "one"), "put");
    await leases.put("slot", "other", first);
    expectSame(await leases.delete("slot", first), false, "release");
  }),
  alone("claims are forgotten after their time", async ({ claims }, kit) => {
    await claims.put("i-1", "one");
    await kit.wait(caseSettings.claimMs * 0.5);
    expectSame(await claims.put("i-1", "two"), undefined, "an early claim");
    await until(kit, async () => (await claims.put("i-1", "two")) !== undefined);
  }),
  alone("what is state stays longer than leases and claims", async ({ state }, kit) => {
    await state.put("cursor", "1");
    await kit.wait(caseSettings.claimMs + caseSettings.leaseMs);
    expectSame((await state.get("cursor"))?.value, "1", "value");
  }),
];
