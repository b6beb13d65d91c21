import { expect, test } from "vitest";
import { App, type Clock, silentLogger } from "svc-apps";
import { type Fleet, memoryEngine, openFleet } from "svc-apps/fleet";
import { claimInteraction, sharedDedupe } from "../../runtime/fleet/claims.js";
import { startEngineClock } from "../../runtime/fleet/engine-clock.js";
import type { Bucket, LogDelivery } from "../../runtime/fleet/engine/contract.js";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import { createVirtualClock } from "../support/virtual-clock.js";
import { encodeEnvelope } from "../../runtime/fleet/envelope.js";
import { World } from "./sim/world.js";
import { FakeService, settle } from "../events/kit/fake-service.js";
import { start } from "../events/kit/start.js";
import { cursorsIn } from "../events/kit/cursors.js";

const timeOf = (clock: Clock) =>
  Promise.resolve({ nowMs: clock.now(), errorMs: 0, roundTripMs: 0, atMs: clock.monotonicMs() });

async function two(): Promise<readonly [Fleet, Fleet]> {
  const engine = memoryEngine();
  return [await openFleet({ engine }), await openFleet({ engine })];
}

test("a limit that one member was told of is known to all, and to who comes later", async () => {
  const engine = memoryEngine();
  const [one, other] = [await openFleet({ engine }), await openFleet({ engine })];
  one.pace.rateLimits.limited("app", 5_000);
  expect(other.pace.rateLimits.remainingMs("app")).toBeGreaterThan(4_000);
  expect(other.pace.rateLimits.remainingMs("other")).toBe(0);
  const late = await openFleet({ engine });
  await new Promise((resolve) => setImmediate(resolve));
  expect(late.pace.rateLimits.remainingMs("app")).toBeGreaterThan(4_000);
  await Promise.all([one.close(), other.close(), late.close()]);
});

test("repetitions of all members are paid from one budget: what one takes or gives back, the other knows within 500 ms", async () => {
  const clock = createVirtualClock();
  const engine = memoryEngine({ clock });
  const [one, other] = [await openFleet({ engine, clock }), await openFleet({ engine, clock })];
  const spent = (fleet: Fleet) => !fleet.pace.retryBudget.take(1);
  expect(one.pace.retryBudget.take(150)).toBe(true);
  await clock.advance(499);
  expect([spent(one), spent(other)]).toEqual([true, false]);
  await clock.advance(1);
  expect([spent(one), spent(other)]).toEqual([true, true]);
  one.pace.retryBudget.give(10);
  await clock.advance(500);
  expect(other.pace.retryBudget.take(10)).toBe(true);
  expect(spent(other)).toBe(true);
  await Promise.all([one.close(), other.close()]);
});

test("Apps of a fleet wait for a limit that one of them was told of", async () => {
  const clock = createVirtualClock();
  const engine = memoryEngine({ clock });
  const fleets = [await openFleet({ engine, clock }), await openFleet({ engine, clock })] as const;
  const sentAtMs: number[] = [];
  const options = { baseUrl: "https://chat.example", token: "svc_app.71.s3cr3t", events: false, clock } as const;
  const [one, other] = fleets.map((fleet, at) => {
    const transport = async () => {
      sentAtMs.push(clock.monotonicMs());
      return Promise.resolve(
        at === 0
          ? { status: 429, headers: { "retry-after": "5" }, body: "" }
          : { status: 200, headers: {}, body: '{"app":{}}' },
      );
    };
    return new App({ ...options, fleet, transport, logger: silentLogger, retry: { rateLimitRetries: 0 } });
  });
  const limited = one?.api.getMe().catch((error: unknown) => error);
  await clock.advance(10);
  expect(await limited).toMatchObject({ status: 429 });
  const answer = other?.api.getMe();
  await clock.advance(10_000);
  await answer;
  expect(sentAtMs).toHaveLength(2);
  expect((sentAtMs[1] ?? 0) - (sentAtMs[0] ?? 0)).toBeGreaterThanOrEqual(5_000);
  await Promise.all(fleets.map((fleet) => fleet.close()));
});

test("an id is claimed once over all members", async () => {
  const [one, other] = await two();
  expect(await one.dedupe.claim("delivery:1", 60_000)).toBe(true);
  expect(await other.dedupe.claim("delivery:1", 60_000)).toBe(false);
  await Promise.all([one.close(), other.close()]);
});

/** Claims of a fleet of one member, on a virtual clock. */
async function someClaims() {
  const clock = createVirtualClock();
  const { claims } = await memoryEngine({ clock }).open(resolveFleetOptions({ clock }).settings);
  const claim = async (key: string, deliveries: number, from = claims): Promise<boolean> =>
    claimInteraction(from, { key, member: "me", delivery: { deliveries } as LogDelivery }); // all that is asked of it
  return { clock, claims, claim };
}

test("a redelivered interaction is taken over from a member, and not from an endpoint that claimed it", async () => {
  const { clock, claims, claim } = await someClaims();
  await claims.put("i-1", "member-that-died");
  expect(await claim("i-1", 2)).toBe(true);
  await claims.put("i-2", JSON.stringify({ untilMs: clock.now() + 60_000 }));
  expect(await claim("i-2", 2)).toBe(false);
});

test("an interaction that is in the log a second time, as after a restart of the engine, runs once at a member", async () => {
  const { claim } = await someClaims();
  expect([await claim("i-1", 1), await claim("i-1", 1)]).toEqual([true, false]);
});

test("a claim that the engine's client sent twice by itself, after a lost connection, is this member's", async () => {
  const { clock, claims, claim } = await someClaims();
  const twice: Bucket = {
    ...claims,
    put: async (...write) => claims.put(...write).then(async () => claims.put(...write)),
  };
  const dedupe = sharedDedupe(twice, await startEngineClock({ time: async () => timeOf(clock) }, clock, () => {}));
  expect([await claim("i-1", 1, twice), await dedupe.claim("delivery", 60_000)]).toEqual([true, true]);
  expect([await claim("i-1", 2, twice), await dedupe.claim("delivery", 60_000)]).toEqual([true, false]);
});

test("a lease is one member's at a time, and its fence grows", async () => {
  const [one, other] = await two();
  const first = one.lease("report");
  expect(await first.acquired(AbortSignal.timeout(2_000))).toBe(true);
  const fence = first.fence;
  const second = other.lease("report");
  expect(second.isHeld).toBe(false);
  await first.release();
  expect(await second.acquired(AbortSignal.timeout(3_000))).toBe(true);
  expect(second.fence).toBeGreaterThan(fence ?? Infinity);
  await Promise.all([one.close(), other.close()]);
});

test("an event that ends every process that begins it is put aside, and its partition goes on", async () => {
  const world = new World({
    fleet: { partitions: 1, ackWaitMs: 2_000, leaseMs: 2_000, maxDeliveries: 3 },
    handlerMs: (n) => (n === 5 ? 1e9 : 1),
  });
  for (let n = 0; n < 6; n += 1) await world.add(`m${n}`);
  world.load(4, 3);
  for (let n = 0; n < 400; n += 1) {
    await world.run(100);
    const begun = world.starts.filter(({ number }) => number === 5).at(-1);
    const machine = world.machines.find(({ name, isDead }) => name === begun?.member && !isDead);
    if (machine !== undefined && world.machines.filter(({ isDead }) => !isDead).length > 1) world.kill(machine);
  }
  expect(world.told("fleet.dead_letter")).toMatchObject([{ identity: "m-5" }]);
  expect(world.starts.some(({ number }) => number > 20)).toBe(true);
});

test("an event written by a newer version is left to a newer member", async () => {
  const world = new World({ fleet: { partitions: 1 } });
  const machine = await world.add("old");
  const session = world.engine;
  expect(session.kind).toBe("memory");
  const body = encodeEnvelope({
    event: { type: "unknown", wireType: "x", reason: "type", payload: {} },
    identity: "e-1",
    heldMs: 0,
    source: "gateway",
    backfilled: false,
  });
  await world.append("e-1", body.replace('"v":1', '"v":2'));
  await world.run(1_000);
  expect(world.told("fleet.newer_version", machine)).toMatchObject([{ version: 2 }]);
});

test("a slot that was taken over from a killed holder is read at once, and that holder is fenced off", async () => {
  const service = new FakeService();
  const { clock } = service;
  const engine = memoryEngine({ clock });
  const [killed, next] = [await openFleet({ engine, clock }), await openFleet({ engine, clock })];
  const store = cursorsIn(killed.cursorStore(0));
  await store.load("slot");
  const left = { transport: "gateway", lastEventId: "1", writer: "other", savedAtMs: clock.now() - 2_000 } as const;
  await store.save("slot", left);
  const { told, stream } = start(service, { cursorStore: next.cursorStore(0), cursorKey: "slot" });
  await settle(3);
  expect([told("lock_broken"), service.streams.length, service.stream.lastEventId]).toEqual([[], 1, "1"]);
  await expect(store.save("slot", left)).rejects.toThrow(/Another member holds slot 0/);
  await stream.close();
  await Promise.all([killed.close(), next.close()]);
});
