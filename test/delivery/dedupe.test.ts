import { type ClaimMemory, memoryDedupe } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
import {
  appId,
  autocompleteBody,
  commandBody,
  deliveryId,
  endpoint,
  interactionId,
  keyB,
  otherAppId,
  settle,
  sign,
  startS,
  steppedClock,
  timed,
} from "./support.js";

const otherDelivery = "aaaaaaaa-bbbb-4ccc-8ddd-000000000000";
const otherInteraction = "11111111-2222-4333-8444-000000000000";

/** A store that writes down what it is asked. */
function recording(answer: (key: string) => boolean | Promise<boolean> = () => true) {
  const claims: [string, number][] = [];
  const dedupe: ClaimMemory = {
    claim(key, ttlMs) {
      claims.push([key, ttlMs]);
      return answer(key);
    },
  };
  return { dedupe, claims };
}

describe("what is claimed", () => {
  test("SIG-24 an id is kept for twice the tolerance and a margin, for any tolerance", async () => {
    for (const [toleranceS, leastMs] of [
      [300, 600_000],
      [60, 120_000],
      [1, 2_000],
    ] as const) {
      const { dedupe, claims } = recording();
      await endpoint({ dedupe, toleranceS }).handler.deliver(await sign());
      expect(claims.map(([, ttlMs]) => ttlMs > leastMs && ttlMs <= leastMs + 60_000)).toEqual([true, true]);
    }
  });

  test("SIG-24 a delivery stamped 300 s ahead is still a duplicate 600 s later, at the last moment it is accepted", async () => {
    const { handler, clock, types } = endpoint();
    const early = await sign({ timestampS: startS + 300 });
    expect((await handler.deliver(early)).status).toBe(200);
    await clock.advance(600_000);
    expect((await handler.deliver(early)).status).toBe(204);
    expect(types()).toEqual(["answered", "duplicate"]);
    await clock.advance(1_000);
    expect((await handler.deliver(early)).status).toBe(401);
  });

  test("SIG-25 nothing is claimed for a delivery that does not verify", async () => {
    const { dedupe, claims } = recording();
    const { handler } = endpoint({ dedupe });
    const forged = await sign({ keys: { ...keyB, keyId: "ed25519-2026-a" } });
    expect((await handler.deliver(forged)).status).toBe(401);
    expect(claims).toEqual([]);
    expect((await handler.deliver(await sign())).status).toBe(200);
  });

  test("SIG-25 probes and unknown kinds claim nothing", async () => {
    const { dedupe, claims } = recording();
    const { handler } = endpoint({ dedupe });
    await handler.deliver(await sign({ body: { type: "probe", challenge: "x" } }));
    await handler.deliver(await sign({ body: { type: "news" } }));
    expect(claims).toEqual([]);
  });

  test("SIG-26 of copies that arrive together exactly one runs, in one process and over a shared store", async () => {
    let runs = 0;
    const taken = new Set<string>();
    const shared = recording(async (key) => {
      if (taken.has(key)) return false;
      taken.add(key); // atomic, as SET NX is
      await new Promise((resolve) => setImmediate(resolve));
      return true;
    });
    const handle = () => {
      runs += 1;
      return { type: "reply", content: "once" } as const;
    };
    const signed = await sign();
    const workers = [endpoint({ dedupe: shared.dedupe, handle }), endpoint({ dedupe: shared.dedupe, handle })];
    const answers = await Promise.all([...workers, ...workers].map(({ handler }) => handler.deliver(signed)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 204, 204, 204]);
    expect(runs).toBe(1);

    const alone = endpoint({ handle });
    await Promise.all(Array.from({ length: 8 }, () => alone.handler.deliver(signed)));
    expect(runs).toBe(2);
  });

  test("SIG-27 a new delivery of an old interaction is a duplicate, and so is an old delivery of a new interaction", async () => {
    const { handler, events } = endpoint();
    expect((await handler.deliver(await sign())).status).toBe(200);
    expect((await handler.deliver(await sign({ deliveryId: otherDelivery }))).status).toBe(204);
    const renamed = await sign({ body: commandBody({ id: otherInteraction }) });
    expect((await handler.deliver(renamed)).status).toBe(204);
    expect(events.slice(1)).toMatchObject([
      { type: "delivery.duplicate", of: "interaction", interactionId },
      { type: "delivery.duplicate", of: "delivery", interactionId: otherInteraction },
    ]);
    const fresh = await sign({
      deliveryId: "aaaaaaaa-bbbb-4ccc-8ddd-111111111111",
      body: commandBody({ id: otherInteraction }),
    });
    expect((await handler.deliver(fresh)).status).toBe(200);
  });

  test("SIG-27 ids are claimed per App, and under different keys for deliveries and interactions", async () => {
    const { dedupe, claims } = recording();
    const { handler } = endpoint({ dedupe, apps: [appId, otherAppId] });
    await handler.deliver(await sign({ body: commandBody({ id: deliveryId }) }));
    await handler.deliver(await sign({ appId: otherAppId, body: commandBody({ id: deliveryId }) }));
    expect(new Set(claims.map(([key]) => key)).size).toBe(4);
  });
});

describe("a store that fails", () => {
  const broken = { claim: () => Promise.reject(new Error("redis is away")) };
  const privately = () => ({ type: "reply", content: "secret", private: true }) as const;

  test("END-10 is treated as none: the handler runs, and nothing private goes into the body", async () => {
    const sent: string[] = [];
    const { handler, types } = endpoint({
      dedupe: broken,
      handle: privately,
      answerLater: async (_, reply) => void sent.push(reply.content),
    });
    expect((await handler.deliver(await sign())).body).toBe('{"type":"defer"}');
    await settle();
    expect(sent).toEqual(["secret"]);
    expect(types()).toEqual(["dedupe_failed", "reply_rerouted", "answered"]);
  });

  test("END-05 END-07 counts as failed when it does not answer within half the budget: the handler still runs in time", async () => {
    const silent = { claim: () => new Promise<boolean>(() => {}) };
    for (const [body, halfMs] of [
      [commandBody(), 1_250],
      [autocompleteBody(), 350],
    ] as const) {
      const handle = () =>
        halfMs === 350 ? ({ type: "suggest", choices: [] } as const) : ({ type: "reply", content: "ok" } as const);
      const { status, atMs, types, clock } = await timed({ dedupe: silent, handle }, body);
      expect([status, atMs, types()]).toEqual([200, halfMs, ["dedupe_failed", "answered"]]);
      expect(clock.pending).toBe(0);
    }
    const { status, types } = await timed({ dedupe: silent, onDedupeFailure: "skip" });
    expect([status, types()]).toEqual([204, ["dedupe_failed"]]);
  });

  test("END-05 END-07 leaves the handler half of what a slow body has left", async () => {
    const bench = endpoint({ dedupe: { claim: () => new Promise<boolean>(() => {}) } });
    const signed = await sign();
    const answer = bench.handler.deliver({
      ...signed,
      body: (ticket) =>
        bench.clock.schedule(() => {
          ticket.take(signed.body);
          ticket.end();
        }, 1_500),
    });
    await bench.clock.advance(2_000);
    expect([(await answer).status, bench.types()]).toEqual([200, ["dedupe_failed", "answered"]]);
  });

  test("can be made to skip instead, with a neutral answer", async () => {
    const { handler, types } = endpoint({ dedupe: broken, onDedupeFailure: "skip" });
    expect(await handler.deliver(await sign())).toMatchObject({ status: 204, body: "" });
    expect(types()).toEqual(["dedupe_failed"]);
  });
});

describe("memory store", () => {
  test("SIG-26 a key is claimed once until it expires", async () => {
    const clock = steppedClock();
    const store = memoryDedupe({ clock });
    expect(store.claim("a", 1_000)).toBe(true);
    expect(store.claim("a", 1_000)).toBe(false);
    await clock.advance(999);
    expect(store.claim("a", 1_000)).toBe(false);
    await clock.advance(1);
    expect(store.claim("a", 1_000)).toBe(true);
  });

  test("it drops expired keys, so that its size follows the traffic", async () => {
    const clock = steppedClock();
    const store = memoryDedupe({ clock });
    for (let round = 0; round < 1_000; round += 1) {
      await Promise.resolve(store.claim(`key ${round}`, 10));
      await clock.advance(1);
    }
    expect(store.size).toBeLessThanOrEqual(11);
  });

  test("SIG-24 a thousand deliveries a second are all remembered for as long as one of them could come again", async () => {
    const clock = steppedClock();
    let overflows = 0;
    const store = memoryDedupe({ clock, onOverflow: () => (overflows += 1) });
    const windowMs = 660_000;
    const keys = 300_000; // of the 1,320,000 that the whole window would bring
    for (let n = 0; n < keys; n += 1) await Promise.resolve(store.claim(`delivery:1:${n}`, windowMs));
    await clock.advance(windowMs - 1);
    expect([store.size, overflows, store.claim("delivery:1:0", windowMs)]).toEqual([keys, 0, false]);
    await clock.advance(1);
    expect([store.claim("delivery:1:0", windowMs), store.size]).toEqual([true, 1]);
  });

  test("SIG-24 an endpoint with a full memory store reports that, with the time that is still covered", async () => {
    const told: unknown[] = [];
    const clock = steppedClock();
    const store = memoryDedupe({ clock, maxKeys: 2, onOverflow: (overflow) => told.push(overflow) });
    await Promise.resolve(store.claim("a", 1_000));
    await clock.advance(400);
    await Promise.resolve(store.claim("b", 1_000));
    expect(told).toEqual([]);
    await Promise.resolve(store.claim("c", 1_000));
    expect(told).toEqual([{ coveredMs: 400 }]);
  });

  test("its size is bounded: the oldest key is dropped first, which is reported", () => {
    let overflows = 0;
    const store = memoryDedupe({ maxKeys: 3, clock: steppedClock(), onOverflow: () => (overflows += 1) });
    for (const key of ["a", "b", "c"]) expect(store.claim(key, 1_000)).toBe(true);
    expect(overflows).toBe(0);
    expect(store.claim("d", 1_000)).toBe(true);
    expect([store.size, overflows]).toEqual([3, 1]);
    expect(store.claim("b", 1_000)).toBe(false);
    expect(store.claim("a", 1_000)).toBe(true);
  });
});
