import { createKeyStore, createVerifier, type KeyStoreOptions } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import { outcome, published, route } from "./key-route.js";
import {
  appId,
  autocompleteBody,
  commandBody,
  keyA,
  keyB,
  names,
  settle,
  sign,
  startS,
  strangerKey,
  withHeaders,
} from "./support.js";

describe("fetching", () => {
  test("SIG-20 a flood of forged key ids causes one fetch per cool-down", async () => {
    const { open, fresh, clock } = route(published(keyA.published));
    const { store, verifier } = open();
    await store.prefetch();
    const forged = await fresh(strangerKey);
    for (let round = 0; round < 50; round += 1) expect(await outcome(verifier.verify(forged))).toBe("unknown-key");
    expect(store.fetchCount).toBe(2);
    await clock.advance(29_999);
    await verifier.verify(forged);
    expect(store.fetchCount).toBe(2);
    await clock.advance(1);
    await Promise.all(Array.from({ length: 50 }, () => verifier.verify(forged)));
    expect(store.fetchCount).toBe(3);
  });

  test("SIG-20 fetches for unknown ids delay neither the refresh of an old set nor an announced key", async () => {
    const { open, fresh, clock, state } = route(published(keyA.published));
    const { store, verifier } = open();
    await store.prefetch();
    await clock.advance(299_999);
    await verifier.verify(await fresh(strangerKey));
    await settle();
    expect(store.fetchCount).toBe(2);
    state.error = new Error("down");
    await clock.advance(290_000);
    await verifier.verify(await fresh(strangerKey)); // the budget of unknown ids is spent now, and the set stays old
    await settle();
    expect(store.fetchCount).toBe(3);
    delete state.error;
    state.body = published(keyA.published, keyB.published);
    await clock.advance(10_000);
    const forged = await fresh(strangerKey);
    expect(await outcome(verifier.verify(forged))).toBe("unknown-key"); // old enough, so it is refreshed behind its back
    await settle();
    expect([...(store.current()?.keys() ?? [])]).toEqual([keyA.keyId, keyB.keyId]);
  });

  test("SIG-20 no more is fetched for unknown ids than their budget while a route is slow", async () => {
    const { open, fresh, state, clock } = route(published(keyA.published));
    const { store, verifier } = open();
    await store.prefetch();
    state.delayMs = 4_000;
    const forged = await fresh(strangerKey);
    const verdicts = Promise.all(Array.from({ length: 20 }, () => outcome(verifier.verify(forged))));
    await clock.advance(2_000);
    expect(new Set(await verdicts)).toEqual(new Set(["unknown-key"]));
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

  test("SIG-20 a valid entry beside an unknown one is accepted at once, and the unknown key is fetched in the background, once", async () => {
    const { open, fresh, state } = route(published(keyA.published));
    const { store, verifier } = open();
    await store.prefetch();
    state.body = published(keyA.published, keyB.published);
    const good = await fresh();
    const beside = `ed25519-unknown=${"A".repeat(86)}, ${good.headers[names.signature]}`;
    for (let round = 0; round < 5; round += 1) {
      expect(await outcome(verifier.verify(withHeaders(good, { [names.signature]: beside })))).toBe(true);
    }
    await settle();
    expect(store.fetchCount).toBe(2);
    expect(await outcome(verifier.verify(await fresh(keyB)))).toBe(true);
    expect(store.fetchCount).toBe(2);
  });

  test("SIG-21 an old set is refreshed in the background, a very old one before the verdict", async () => {
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
    state.delayMs = 0;
    expect(await outcome(verifier.verify(await fresh(keyA)))).toBe("unknown-key");

    state.delayMs = 50;
    await clock.advance(600_000);
    state.body = published(keyA.published);
    const waiting = outcome(verifier.verify(await fresh(keyB)));
    await clock.advance(50);
    expect(await waiting).toBe("unknown-key"); // waited for the new set, without the key
  });

  test("SIG-21 a forged delivery that waited for a new set leaves the fetch for unknown ids to a rotation", async () => {
    const { open, fresh, state, clock } = route(published(keyA.published));
    const { store, verifier } = open();
    await store.prefetch();
    await clock.advance(600_000);
    expect([await outcome(verifier.verify(await fresh(keyB))), store.fetchCount]).toEqual(["unknown-key", 2]);
    state.body = published(keyB.published);
    expect([await outcome(verifier.verify(await fresh(keyB))), store.fetchCount]).toEqual([true, 3]);
  });

  test.each([
    ["a command", commandBody(), 2_000],
    ["an autocomplete", autocompleteBody(), 450],
    ["a command with half its window left", commandBody({ expiresInMs: 1_500 }), 500],
    ["a command that says it has a day", commandBody({ expiresInMs: 86_400_000 }), 2_000],
    ["a body that nobody can read", "{", 2_000],
  ])("SIG-21 without a set, %s waits as long as its window allows", async (_name, body, waitMs) => {
    const { open, state, clock } = route(published(keyA.published));
    state.delayMs = 2_500;
    const { verifier } = open();
    const first = outcome(verifier.verify(await sign({ body, timestampS: startS, deliveryId: crypto.randomUUID() })));
    let settled = false;
    void first.then(() => (settled = true));
    await clock.advance(waitMs - 1);
    expect(settled).toBe(false);
    await clock.advance(1);
    expect(await first).toBe("keys-unavailable");
  });

  test("SIG-21 a key route that takes nearly two seconds loses no first delivery, and the next ones share its answer", async () => {
    const { open, fresh, state, clock } = route(published(keyA.published));
    state.delayMs = 1_900;
    const { verifier, store } = open();
    const deliveries = await Promise.all(Array.from({ length: 20 }, () => fresh()));
    const verdicts = Promise.all(deliveries.map((one) => outcome(verifier.verify(one))));
    await clock.advance(1_900);
    expect(new Set(await verdicts)).toEqual(new Set([true]));
    expect(store.fetchCount).toBe(4); // one more in each half second, should the first hang
  });

  test("SIG-21 while an old set can serve, a stalled key route holds a delivery for 400 ms and no longer", async () => {
    const { open, fresh, state, clock } = route(published(keyA.published));
    const { verifier, store } = open();
    await store.prefetch();
    await clock.advance(600_000);
    state.delayMs = 60_000;
    const first = outcome(verifier.verify(await fresh()));
    let settled = false;
    void first.then(() => (settled = true));
    await clock.advance(399);
    expect(settled).toBe(false);
    await clock.advance(1);
    expect(await first).toBe(true);
  });

  test.each([
    ["a command", 1_900, true, commandBody()],
    ["a command", 2_100, "unknown-key", commandBody()],
    ["an autocomplete", 440, true, autocompleteBody()],
    ["an autocomplete", 460, "unknown-key", autocompleteBody()],
  ] as const)(
    "SIG-21 after a rotation that an old set has missed, %s whose new key arrives after %i ms is judged in its window",
    async (_name, delayMs, verdict, body) => {
      const { open, state, clock } = route(published(keyA.published));
      const { store, verifier } = open();
      await store.prefetch();
      await clock.advance(600_000);
      state.delayMs = delayMs;
      state.body = published(keyB.published);
      const delivery = await sign({ keys: keyB, body, timestampS: startS + 600 });
      const first = outcome(verifier.verify(delivery));
      await clock.advance(3_000);
      expect([await first, store.fetchCount]).toEqual([verdict, 2]);
    },
  );

  test("SIG-21 a fetch whose request is gone never settles, and loses no delivery: the next one fetches for itself", async () => {
    const { clock, fresh } = route(undefined);
    let asked = 0;
    const fetchKeys = async () =>
      (asked += 1) === 1 ? new Promise<never>(() => undefined) : published(keyA.published);
    const store = createKeyStore({ fetchKeys, clock });
    const verifier = createVerifier({ apps: appId, keys: store, clock });
    void store.prefetch();
    await clock.advance(10);
    const kept: Promise<unknown>[] = [];
    const delivery = await fresh();
    const planned = verifier.plan(delivery.headers);
    if (!planned.ok) throw new Error(planned.reason);
    const verdict = outcome(
      Promise.resolve(verifier.finish(planned, delivery.body, { waitUntil: (work) => void kept.push(work) })),
    );
    await clock.advance(490);
    expect(await verdict).toBe(true);
    expect(kept).toHaveLength(1);
    expect(asked).toBe(2);
  });

  test("SIG-17 an answer that comes late does not bring a revoked key back", async () => {
    const { clock, fresh } = route(undefined);
    const answers = [
      { delayMs: 900, body: published(keyA.published) },
      { delayMs: 100, body: published(keyB.published) },
    ];
    let asked = 0;
    const fetchKeys = async () => {
      const answer = answers[asked];
      asked += 1;
      await new Promise<void>((resolve) => clock.schedule(resolve, answer?.delayMs ?? 0));
      return answer?.body;
    };
    const store = createKeyStore({ fetchKeys, clock });
    const verifier = createVerifier({ apps: appId, keys: store, clock });
    const verdict = outcome(verifier.verify(await fresh(keyB)));
    await clock.advance(1_000);
    expect(await verdict).toBe(true);
    expect([...(store.current()?.keys() ?? [])]).toEqual([keyB.keyId]);
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
    expect(events).toMatchObject([{ type: "keys.fetch_failed", keptCount: 0 }]);
    state.delayMs = 0;
    await store.prefetch();
    expect(store.current()?.size).toBe(1);
  });

  test("SIG-21 the last good set serves while the route is down, and the failure is reported", async () => {
    const { open, fresh, state, clock, events } = route(published(keyA.published));
    const { store, verifier } = open();
    await store.prefetch();
    state.error = new Error("down");
    await clock.advance(3_600_000);
    expect(await outcome(verifier.verify(await fresh()))).toBe(true);
    expect(events.at(-1)).toMatchObject({ type: "keys.fetch_failed", keptCount: 1, error: state.error });
    expect(await outcome(verifier.verify(await fresh(strangerKey)))).toBe("unknown-key");
  });

  test("SIG-21 without a set, keys are fetched again after a second", async () => {
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
    expect(store.renew()).toBeInstanceOf(Promise);
    await settle();
    expect(store.renew()).toBeUndefined();
    await clock.advance(30_000);
    expect(store.renew()).toBeInstanceOf(Promise);
    await settle();
  });
});
