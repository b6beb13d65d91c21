import { createVerifier, fixedKeys } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import { outcome, published, route } from "./key-route.js";
import { appId, keyA, keyB, sign, steppedClock, strangerKey } from "./support.js";

test.each([
  ["a good fetch", published(keyA.published), true] as const,
  ["a failed one", "<html>", "keys-unavailable"] as const,
])("a hook that throws at %s changes nothing", async (_name, body, verdict) => {
  const { open, fresh } = route(body);
  const onDiagnostic = () => {
    throw new Error("the hook's own fault");
  };
  const { verifier, store } = open({ onDiagnostic });
  await expect(store.prefetch()).resolves.toBeUndefined();
  expect(await outcome(verifier.verify(await fresh()))).toBe(verdict);
});

describe("membership", () => {
  test("SIG-14 deliveries are refused without a key set, with an empty one, and after a failed fetch", async () => {
    const down = route(undefined);
    down.state.error = new Error("down");
    expect(await outcome(down.open().verifier.verify(await down.fresh()))).toBe("keys-unavailable");
    const empty = route({ keys: [] });
    expect(await outcome(empty.open().verifier.verify(await empty.fresh()))).toBe("unknown-key");
    const odd = route("<html>");
    expect(await outcome(odd.open().verifier.verify(await odd.fresh()))).toBe("keys-unavailable");
    expect(odd.events).toMatchObject([{ type: "keys.fetch_failed", keptCount: 0 }]);
  });

  test("SIG-15 SIG-16 a previous key past its end verifies while published, and a current one that is not, does not", async () => {
    const past = { ...keyA.published, state: "previous", since: "2020-01-01T00:00:00Z", until: "2020-02-01T00:00:00Z" };
    const { open, fresh } = route({ keys: [past] });
    const { verifier } = open();
    expect(await outcome(verifier.verify(await fresh()))).toBe(true);
    expect(await outcome(verifier.verify(await fresh(strangerKey)))).toBe("unknown-key");
  });

  test("SIG-16 state and dates are ignored", async () => {
    const odd = { ...keyA.published, state: 7, since: {}, until: "never" };
    const { open, fresh } = route({ keys: [odd] });
    expect(await outcome(open().verifier.verify(await fresh()))).toBe(true);
  });

  test("SIG-17 a refresh replaces the set: a missing key is revoked", async () => {
    const { open, fresh, state, clock } = route(published(keyA.published, keyB.published));
    const { verifier, store } = open();
    expect(await outcome(verifier.verify(await fresh(keyA)))).toBe(true);
    state.body = published(keyB.published);
    await clock.advance(299_999);
    await store.prefetch(); // fresh enough
    expect(await outcome(verifier.verify(await fresh(keyA)))).toBe(true);
    await clock.advance(1);
    await store.prefetch();
    expect(await outcome(verifier.verify(await fresh(keyA)))).toBe("unknown-key");
    expect(await outcome(verifier.verify(await fresh(keyB)))).toBe(true);
  });

  test("SIG-17 after an emergency rotation, the first delivery by the new key revokes the old one", async () => {
    const { open, fresh, state, clock } = route(published(keyA.published));
    const { verifier } = open();
    expect(await outcome(verifier.verify(await fresh(keyA)))).toBe(true);
    state.body = published(keyB.published);
    await clock.advance(31_000);
    expect(await outcome(verifier.verify(await fresh(keyB)))).toBe(true);
    expect(await outcome(verifier.verify(await fresh(keyA)))).toBe("unknown-key");
  });

  test("SIG-18 malformed entries are skipped with a warning, and the others stay usable", async () => {
    const { key } = keyA.published;
    const entries = [
      null,
      "text",
      {},
      { key_id: "rsa-1", key },
      { key_id: "ed25519-short", key: key.slice(2) },
      { key_id: "ed25519-alphabet", key: `${key.slice(0, -1)}+` },
      { key_id: "ed25519-small-order", key: "AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA" },
      { key_id: "ed25519-foreign", key: `${"_".repeat(42)}8` },
      keyA.published,
      { ...keyB.published, key_id: keyA.keyId },
    ];
    const { open, fresh, events } = route({ keys: entries });
    expect(await outcome(open().verifier.verify(await fresh()))).toBe(true);
    expect(events).toMatchObject([{ type: "keys.replaced", count: 1 }]);
    const [replaced] = events;
    expect(
      replaced?.type === "keys.replaced" && replaced.skipped.map(({ index, reason }) => `${index} ${reason}`),
    ).toEqual([
      "0 not-an-entry",
      "1 not-an-entry",
      "2 key-id",
      "3 key-id",
      "4 key-bytes",
      "5 key-bytes",
      "6 key-bytes",
      "7 key-bytes",
      "9 duplicate-id",
    ]);
  });

  test("SIG-18 padded keys are accepted, and a long list is cut", async () => {
    const padded = { ...keyA.published, key: `${keyA.published.key}=` };
    const { open, fresh, events } = route([
      padded,
      ...Array.from({ length: 200 }, (_, index) => ({ ...keyB.published, key_id: `ed25519-${index}` })),
    ]);
    expect(await outcome(open().verifier.verify(await fresh()))).toBe(true);
    expect(events).toMatchObject([{ count: 64, skipped: [{ index: 64, reason: "too-many" }] }]);
  });
});

describe("fixed keys", () => {
  test("a fixed set fetches nothing and never changes", async () => {
    const keys = fixedKeys([keyA.published]);
    const verifier = createVerifier({ apps: appId, keys, clock: steppedClock() });
    expect(await outcome(verifier.verify(await sign()))).toBe(true);
    expect(await outcome(verifier.verify(await sign({ keys: keyB })))).toBe("unknown-key");
    expect(keys.renew()).toBeUndefined();
  });

  test("a malformed fixed key is an error with its index", async () => {
    const keys = fixedKeys([keyA.published, { key_id: "ed25519-x", key: "AAAA" }]);
    await expect(keys.beforeUse()).rejects.toThrow("fixedKeys: entry 1 is not a usable key (key-bytes)");
    await expect(keys.prefetch()).resolves.toBeUndefined();
  });
});
