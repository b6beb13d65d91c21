import {
  createKeyStore,
  createVerifier,
  fixedKeys,
  type KeyStoreEvent,
  type KeyStoreOptions,
  type PublishedKey,
} from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import { appId, keyA, keyB, names, settle, sign, startS, steppedClock, strangerKey, withHeaders } from "./support.js";

/** A key route whose answer, delay and failures can be set. */
function route(first: unknown) {
  const clock = steppedClock();
  const state: { body: unknown; delayMs: number; error?: Error } = { body: first, delayMs: 0 };
  const signals: AbortSignal[] = [];
  const events: KeyStoreEvent[] = [];
  const fetchKeys: KeyStoreOptions["fetchKeys"] = async ({ signal }) => {
    signals.push(signal);
    if (state.delayMs > 0) await new Promise<void>((resolve) => clock.schedule(resolve, state.delayMs));
    if (state.error !== undefined) throw state.error;
    return state.body;
  };
  const open = (options: Partial<KeyStoreOptions> = {}) => {
    const store = createKeyStore({ fetchKeys, clock, onEvent: (event) => events.push(event), ...options });
    const verifier = createVerifier({ apps: appId, keys: store, clock });
    return { store, verifier };
  };
  /** Signs at the present moment of the stepped clock. */
  const fresh = (key = keyA) =>
    sign({ keys: key, timestampS: Math.floor(clock.now() / 1_000), deliveryId: crypto.randomUUID() });
  return { clock, state, signals, events, open, fresh };
}

const published = (...keys: readonly PublishedKey[]) => ({ keys: keys.map((key) => ({ ...key, state: "current" })) });

async function outcome(verdict: Promise<{ ok: boolean | "malformed"; reason?: string }>) {
  const { ok, reason } = await verdict;
  return reason ?? ok;
}

test.each([
  ["a good fetch", published(keyA.published), true] as const,
  ["a failed one", "<html>", "keys-unavailable"] as const,
])("a hook that throws at %s changes nothing", async (_name, body, verdict) => {
  const { open, fresh } = route(body);
  const onEvent = () => {
    throw new Error("the hook's own fault");
  };
  const { verifier, store } = open({ onEvent });
  await expect(store.prefetch()).resolves.toBeUndefined();
  expect(await outcome(verifier.verify(await fresh()))).toBe(verdict);
});

describe("membership", () => {
  test("SIG-14 no key set at all, an empty one, and a fetch that fails all refuse", async () => {
    const down = route(undefined);
    down.state.error = new Error("down");
    expect(await outcome(down.open().verifier.verify(await down.fresh()))).toBe("keys-unavailable");
    const empty = route({ keys: [] });
    expect(await outcome(empty.open().verifier.verify(await empty.fresh()))).toBe("unknown-key");
    const odd = route("<html>");
    expect(await outcome(odd.open().verifier.verify(await odd.fresh()))).toBe("keys-unavailable");
    expect(odd.events).toMatchObject([{ type: "keys-fetch-failed", keptCount: 0 }]);
  });

  test("SIG-15 SIG-16 a previous key past its end verifies while published, and a current one that is not, does not", async () => {
    const past = { ...keyA.published, state: "previous", since: "2020-01-01T00:00:00Z", until: "2020-02-01T00:00:00Z" };
    const { open, fresh } = route({ keys: [past] });
    const { verifier } = open();
    expect(await outcome(verifier.verify(await fresh()))).toBe(true);
    expect(await outcome(verifier.verify(await fresh(strangerKey)))).toBe("unknown-key");
  });

  test("SIG-16 state and dates are not even read", async () => {
    const odd = { ...keyA.published, state: 7, since: {}, until: "never" };
    const { open, fresh } = route({ keys: [odd] });
    expect(await outcome(open().verifier.verify(await fresh()))).toBe(true);
  });

  test("SIG-17 a refresh replaces the set: a key that is gone is revoked", async () => {
    const { open, fresh, state, clock } = route(published(keyA.published, keyB.published));
    const { verifier, store } = open();
    expect(await outcome(verifier.verify(await fresh(keyA)))).toBe(true);
    state.body = published(keyB.published);
    await clock.advance(31_000);
    await store.prefetch();
    expect(await outcome(verifier.verify(await fresh(keyA)))).toBe("unknown-key");
    expect(await outcome(verifier.verify(await fresh(keyB)))).toBe(true);
  });

  test("SIG-17 an emergency rotation needs one delivery by the new key to take the old one out", async () => {
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
    expect(events).toMatchObject([{ type: "keys-replaced", count: 1 }]);
    const [replaced] = events;
    expect(
      replaced?.type === "keys-replaced" && replaced.skipped.map(({ index, reason }) => `${index} ${reason}`),
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

  test("SIG-18 padded keys are taken, and a list without end is cut", async () => {
    const padded = { ...keyA.published, key: `${keyA.published.key}=` };
    const { open, fresh, events } = route([
      padded,
      ...Array.from({ length: 200 }, (_, index) => ({ ...keyB.published, key_id: `ed25519-${index}` })),
    ]);
    expect(await outcome(open().verifier.verify(await fresh()))).toBe(true);
    expect(events).toMatchObject([{ count: 64, skipped: [{ index: 64, reason: "too-many" }] }]);
  });
});

describe("fetching", () => {
  test("SIG-20 a flood of forged key ids causes one fetch per cool-down", async () => {
    const { open, fresh, clock } = route(published(keyA.published));
    const { store, verifier } = open();
    await store.prefetch();
    const forged = await fresh(strangerKey);
    for (let round = 0; round < 50; round += 1) expect(await outcome(verifier.verify(forged))).toBe("unknown-key");
    expect(store.fetchCount).toBe(1);
    await clock.advance(29_999);
    await verifier.verify(forged);
    expect(store.fetchCount).toBe(1);
    await clock.advance(1);
    await Promise.all(Array.from({ length: 50 }, () => verifier.verify(forged)));
    expect(store.fetchCount).toBe(2);
  });

  test("SIG-20 deliveries that arrive together before the first set share one fetch", async () => {
    const { open, fresh, state, clock } = route(published(keyA.published));
    state.delayMs = 100;
    const { store, verifier } = open();
    const deliveries = await Promise.all(Array.from({ length: 20 }, () => fresh()));
    const verdicts = Promise.all(deliveries.map((one) => outcome(verifier.verify(one))));
    await clock.advance(100);
    expect(new Set(await verdicts)).toEqual(new Set([true]));
    expect(store.fetchCount).toBe(1);
  });

  test("SIG-20 a good entry beside an unknown one asks for nothing", async () => {
    const { open, fresh } = route(published(keyA.published));
    const { store, verifier } = open({ cooldownMs: 0 });
    await store.prefetch();
    const good = await fresh();
    const beside = `ed25519-unknown=${"A".repeat(86)}, ${good.headers[names.signature]}`;
    expect(await outcome(verifier.verify(withHeaders(good, { [names.signature]: beside })))).toBe(true);
    expect(store.fetchCount).toBe(1);
  });

  test("SIG-21 a set that is old is refreshed behind the delivery's back, a very old one before it", async () => {
    const { open, fresh, state, clock } = route(published(keyA.published));
    const { store, verifier } = open();
    await store.prefetch();
    await clock.advance(299_999);
    await verifier.verify(await fresh());
    expect(store.fetchCount).toBe(1);
    await clock.advance(1);
    state.delayMs = 50;
    state.body = published(keyB.published);
    expect(await outcome(verifier.verify(await fresh(keyA)))).toBe(true);
    expect(store.fetchCount).toBe(2);
    await clock.advance(50);
    expect(await outcome(verifier.verify(await fresh(keyA)))).toBe("unknown-key");

    await clock.advance(600_000);
    state.body = published(keyA.published);
    const waiting = outcome(verifier.verify(await fresh(keyB)));
    await clock.advance(50);
    expect(await waiting).toBe("unknown-key");
  });

  test("SIG-21 a slow key route holds a delivery for 400 ms and no longer, and still serves the next", async () => {
    const { open, fresh, state, clock } = route(published(keyA.published));
    state.delayMs = 1_000;
    const { verifier } = open();
    const first = outcome(verifier.verify(await fresh()));
    let settled = false;
    void first.then(() => (settled = true));
    await clock.advance(399);
    expect(settled).toBe(false);
    await clock.advance(1);
    expect(await first).toBe("keys-unavailable");
    await clock.advance(600);
    expect(await outcome(verifier.verify(await fresh()))).toBe(true);
  });

  test("SIG-21 a fetch that never ends is given up after its own timeout, and the next one may start", async () => {
    const { open, state, clock, events, signals } = route(published(keyA.published));
    state.delayMs = 60_000;
    const { store } = open();
    const first = store.prefetch();
    await clock.advance(4_999);
    expect(signals[0]?.aborted).toBe(false);
    await clock.advance(1);
    await first;
    expect(signals[0]?.aborted).toBe(true);
    expect(events).toMatchObject([{ type: "keys-fetch-failed", keptCount: 0 }]);
    state.delayMs = 0;
    await store.prefetch();
    expect(store.current()?.size).toBe(1);
  });

  test("SIG-21 the last good set serves while the route is down, and the failure is told", async () => {
    const { open, fresh, state, clock, events } = route(published(keyA.published));
    const { store, verifier } = open();
    await store.prefetch();
    state.error = new Error("down");
    await clock.advance(3_600_000);
    expect(await outcome(verifier.verify(await fresh()))).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: "keys-fetch-failed", keptCount: 1, error: state.error });
    expect(await outcome(verifier.verify(await fresh(strangerKey)))).toBe("unknown-key");
  });

  test("SIG-21 while there is no set, a delivery a second is enough to ask again", async () => {
    const { open, fresh, state, clock } = route(published(keyA.published));
    state.error = new Error("down");
    const { store, verifier } = open();
    expect(await outcome(verifier.verify(await fresh()))).toBe("keys-unavailable");
    delete state.error;
    expect(await outcome(verifier.verify(await fresh()))).toBe("keys-unavailable");
    expect(store.fetchCount).toBe(1);
    await clock.advance(1_000);
    expect(await outcome(verifier.verify(await fresh()))).toBe(true);
  });

  test("SIG-30 verifiers of several Apps share one store and one fetch", async () => {
    const { open, fresh, clock } = route(published(keyA.published));
    const { store, verifier } = open();
    const other = createVerifier({ apps: "99", keys: store, clock });
    const elsewhere = await sign({ appId: "99", timestampS: startS });
    expect(await Promise.all([outcome(verifier.verify(await fresh())), outcome(other.verify(elsewhere))])).toEqual([
      true,
      true,
    ]);
    expect(store.fetchCount).toBe(1);
  });

  test("options that are undefined keep their defaults", async () => {
    const { open, clock } = route(published(keyA.published));
    const { store } = open({ cooldownMs: undefined, waitMs: undefined } as unknown as Partial<KeyStoreOptions>); // as from plain JavaScript
    await store.prefetch();
    expect(store.renew()).toBeUndefined();
    await clock.advance(30_000);
    expect(store.renew()).toBeInstanceOf(Promise);
    await settle();
  });
});

describe("fixed keys", () => {
  test("a fixed set asks nobody and never changes", async () => {
    const keys = fixedKeys([keyA.published]);
    const verifier = createVerifier({ apps: appId, keys, clock: steppedClock() });
    expect(await outcome(verifier.verify(await sign()))).toBe(true);
    expect(await outcome(verifier.verify(await sign({ keys: keyB })))).toBe("unknown-key");
    expect(keys.renew()).toBeUndefined();
  });

  test("a malformed fixed key is an error that names its place", async () => {
    const keys = fixedKeys([keyA.published, { key_id: "ed25519-x", key: "AAAA" }]);
    await expect(keys.beforeUse()).rejects.toThrow("fixedKeys: entry 1 is not a usable key (key-bytes)");
    await expect(keys.prefetch()).resolves.toBeUndefined();
  });
});
