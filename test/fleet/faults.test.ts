import { describe, expect, test } from "vitest";
import { type Machine, World, type WorldOptions } from "./sim/world.js";

const PARTITIONS = 8;

async function fleetOf(count: number, options: WorldOptions & { readonly perSecond?: number } = {}): Promise<World> {
  const world = new World({
    ...options,
    fleet: { partitions: PARTITIONS, ackWaitMs: 4_000, leaseMs: 4_000, ...options.fleet },
  });
  for (let index = 0; index < count; index += 1) await world.add(`m${index}`);
  world.load(options.perSecond ?? 50, 20);
  await world.run(3_000);
  return world;
}

/** The machine that holds the slot, which must be there. */
function holderOf(world: World, slot = 0): Machine {
  const holder = world.holder(slot);
  if (holder === undefined) throw new Error(`nobody holds slot ${slot}`);
  return holder;
}

const otherThan = (world: World, machine: Machine): Machine => world.machines.find((other) => other !== machine)!;

/** Milliseconds until somebody holds the slot. */
async function untilHeld(world: World, slot = 0): Promise<number> {
  const fromMs = world.clock.monotonicMs();
  while (world.holder(slot) === undefined) {
    if (world.clock.monotonicMs() - fromMs > 60_000) throw new Error(`nobody took slot ${slot} within a minute`);
    await world.run(50);
  }
  return world.clock.monotonicMs() - fromMs;
}

/** Milliseconds from each event that was emitted after that time to the start of its handler, or to now where it has none. */
function waitsSince(world: World, sinceMs: number): readonly number[] {
  const startedAtMs = new Map(world.starts.map(({ number, atMs }) => [number, atMs]));
  const nowMs = world.clock.monotonicMs();
  const emitted = world.platform.emitted.filter(({ atMs }) => atMs > sinceMs);
  return emitted.map(({ number, atMs }) => (startedAtMs.get(number) ?? nowMs) - atMs);
}

const kept = { lost: [], toldLost: 0, outOfOrder: [] };
const clean = { ...kept, twice: [] };

describe("a fleet without faults", () => {
  test("handles every event once, in the order of its channel, at every member", async () => {
    const world = await fleetOf(4);
    await world.run(10_000);
    await world.settle();
    const verdict = world.verdict();
    expect(verdict).toMatchObject(clean);
    expect(verdict.emitted).toBeGreaterThan(600);
    expect(new Set(world.starts.map(({ member }) => member)).size).toBe(4);
  });

  test("reads the stream at one member when warm and at two when hot", async () => {
    const warm = await fleetOf(4);
    expect(warm.machines.filter(({ fleet }) => fleet.state.slots.some(({ isMine }) => isMine))).toHaveLength(1);
    const hot = await fleetOf(4, { fleet: { standby: "hot" } });
    expect(hot.machines.filter(({ fleet }) => fleet.state.slots.some(({ isMine }) => isMine))).toHaveLength(2);
    await hot.settle();
    expect(hot.verdict()).toMatchObject(clean);
  });

  test("of one member alone holds one slot, also when hot", async () => {
    const world = await fleetOf(1, { fleet: { standby: "hot" } });
    expect(world.machines[0]?.fleet.state.slots.map(({ isMine }) => isMine)).toEqual([true, false]);
  });

  test("tells its state", async () => {
    const world = await fleetOf(3);
    const holder = holderOf(world);
    const state = await Promise.race([otherThan(world, holder).fleet.refresh(), world.run(100)]);
    expect(state).toMatchObject({ standby: "warm", isConnected: true, engine: "memory", name: "app" });
    expect(state).toMatchObject({ slots: [{ slot: 0, holder: holder.fleet.member, isMine: false }] });
  });
});

describe("a worker", () => {
  test("that is killed leaves at most what it had in hand to be done twice", async () => {
    const world = await fleetOf(4);
    world.kill(otherThan(world, holderOf(world)));
    await world.run(10_000);
    await world.settle();
    const { twice, ...rest } = world.verdict();
    expect(rest).toMatchObject(kept);
    expect(twice.length).toBeLessThanOrEqual(PARTITIONS);
  });

  test("that stands still for longer than the ack wait does nothing twice but what was already at work", async () => {
    const world = await fleetOf(4, { handlerMs: (number) => 20 + (number % 30) });
    const worker = otherThan(world, holderOf(world));
    worker.clock.pause();
    await world.run(9_000);
    worker.clock.resume();
    const resumedMs = world.clock.monotonicMs();
    await world.run(8_000);
    expect(Math.max(...waitsSince(world, resumedMs))).toBeLessThan(1_000); // nothing is let go that it asked for since
    await world.settle();
    const { twice, ...rest } = world.verdict();
    expect(rest).toMatchObject(kept);
    expect(twice.length).toBeLessThanOrEqual(PARTITIONS);
    expect(world.told("fleet.pause", worker)).toHaveLength(1);
  });

  test("that comes and leaves under load makes nobody wait for an ack timeout", async () => {
    const world = await fleetOf(3, { handlerMs: () => 15 });
    const added = await world.add("late");
    await world.run(5_000);
    const startedMs = world.clock.monotonicMs();
    const leaving = added.fleet.close();
    await world.run(3_000);
    await leaving;
    expect(Math.max(...waitsSince(world, startedMs))).toBeLessThan(500);
    await world.settle();
    expect(world.verdict()).toMatchObject(clean);
  });
});

describe("the holder of the stream", () => {
  test("that is killed is replaced within a lease and half a second, and nothing is lost at a safe rate", async () => {
    const world = await fleetOf(4, { perSecond: 80 });
    world.kill(holderOf(world));
    expect(await untilHeld(world)).toBeLessThanOrEqual(4_000 + 1_300);
    await world.run(5_000);
    await world.settle();
    const { twice, ...rest } = world.verdict();
    expect(rest).toMatchObject(kept);
    expect(twice.length).toBeLessThanOrEqual(PARTITIONS);
  });

  test("that is killed at a rate beyond the safe one leaves a gap, which was warned of", async () => {
    const world = await fleetOf(3, { perSecond: 300 });
    await world.run(12_000);
    expect(world.told("fleet.warm_unsafe").length).toBeGreaterThan(0);
    world.kill(holderOf(world));
    await untilHeld(world);
    await world.run(5_000);
    await world.settle();
    expect(world.verdict()).toMatchObject({ lost: [], outOfOrder: [] });
    expect(world.verdict().toldLost).toBeGreaterThan(0);
  });

  test("that is killed when hot loses nothing at that rate", async () => {
    const world = await fleetOf(4, { perSecond: 300, fleet: { standby: "hot" } });
    world.kill(holderOf(world));
    await untilHeld(world);
    await world.run(3_000);
    await world.settle();
    expect(world.verdict()).toMatchObject(kept);
    expect(world.told("fleet.warm_unsafe")).toEqual([]);
  });

  test("that is killed when hot keeps the order also where the other reader is most of a second behind", async () => {
    const late = new Set<string>();
    const arrivesAfterMs = (machine: string): number => (late.has(machine) ? 900 : 1);
    const world = await fleetOf(4, { perSecond: 300, fleet: { standby: "hot" }, arrivesAfterMs });
    late.add(holderOf(world, 1).name);
    await world.run(2_000);
    world.kill(holderOf(world));
    await untilHeld(world);
    await world.run(5_000);
    await world.settle();
    const { toldLost: _gaps, ...rest } = world.verdict();
    expect(rest).toMatchObject({ lost: [], outOfOrder: [] });
  });

  test("that stands still is replaced, wakes, is told, and writes nothing more", async () => {
    const world = await fleetOf(4);
    const former = holderOf(world);
    former.clock.pause();
    await world.run(9_000);
    const next = holderOf(world);
    expect(next).not.toBe(former);
    former.clock.resume();
    await world.run(1_000);
    expect(world.told("fleet.slot_lost", former)).toHaveLength(1);
    expect(world.holder()).toBe(next);
    await world.settle();
    const { twice, ...rest } = world.verdict();
    expect(rest).toMatchObject(kept);
    expect(twice.length).toBeLessThanOrEqual(PARTITIONS);
  });

  test("that leaves hands over at once", async () => {
    const world = await fleetOf(3);
    const leaving = holderOf(world);
    const closing = leaving.fleet.close();
    leaving.isDead = true;
    expect(await untilHeld(world)).toBeLessThanOrEqual(100);
    await closing;
    await world.settle();
    expect(world.verdict()).toMatchObject(clean);
  });

  test("that is cut off while others see the engine is replaced, and both sides are told", async () => {
    const world = await fleetOf(4);
    const former = holderOf(world);
    world.engine.faults.cut(former.fleet.member);
    await world.run(12_000);
    world.engine.faults.heal(former.fleet.member);
    await world.run(3_000);
    expect(world.told("fleet.suspended", former).length).toBeGreaterThan(0);
    expect(world.told("fleet.slot_lost", former)).toHaveLength(1);
    expect(world.told("fleet.slot_taken")).toHaveLength(2);
    await world.settle();
    expect(world.verdict()).toMatchObject(kept);
  });

  test("both of them killed, events go on from their places", async () => {
    const world = await fleetOf(4, { fleet: { standby: "hot" } });
    const [one, other] = [holderOf(world, 0), holderOf(world, 1)];
    world.kill(one);
    world.kill(other);
    await untilHeld(world);
    await world.run(4_000);
    await world.settle();
    expect(world.verdict()).toMatchObject(kept);
  });
});

describe("the engine", () => {
  test("that restarts at once loses nothing", async () => {
    const world = await fleetOf(4, { perSecond: 300 });
    world.engine.faults.stop();
    await world.run(300);
    world.engine.faults.start();
    await world.run(6_000);
    await world.settle();
    expect(world.verdict()).toMatchObject(kept);
  });

  test.each(["warm", "hot"] as const)("that is away for ten seconds loses nothing: %s", async (standby) => {
    const world = await fleetOf(4, { perSecond: 300, fleet: { standby } });
    const holder = holderOf(world);
    world.engine.faults.stop();
    await world.run(10_000);
    expect(holder.fleet.state.slots[0]).toMatchObject({ isMine: true, isSuspended: true });
    world.engine.faults.start();
    await world.run(8_000);
    await world.settle();
    expect(world.verdict()).toMatchObject(kept);
    expect(world.holder()).toBe(holder);
    expect(world.told("fleet.suspended", holder)).toHaveLength(1);
    expect(world.told("fleet.resumed", holder)).toHaveLength(1);
  });

  test("that loses its disk says so, and loses what was in the log at most", async () => {
    const world = await fleetOf(4);
    world.engine.faults.stop();
    await world.run(1_000);
    world.engine.faults.start({ withoutDisk: true });
    await world.run(8_000);
    await world.settle(10_000);
    expect(world.told("fleet.log_lost").length).toBe(4);
    const { lost, outOfOrder } = world.verdict();
    expect(lost.length).toBeLessThan(10);
    expect(outOfOrder).toEqual([]);
  });

  test("whose log is full holds events back, in order, until there is room", async () => {
    const world = await fleetOf(2, { handlerMs: () => 60, concurrency: 4, fleet: { maxLagEvents: 40 } });
    world.load(200, 20);
    await world.run(4_000);
    expect(world.told("fleet.log_full").length).toBeGreaterThan(0);
    world.stopLoad();
    await world.settle();
    expect(world.verdict()).toMatchObject(clean);
    expect(world.told("fleet.log_has_room").length).toBeGreaterThan(0);
  });

  test("whose log has just got room is not told of by a reader that has left", async () => {
    const world = await fleetOf(2, { handlerMs: () => 60, concurrency: 4, fleet: { maxLagEvents: 40 } });
    world.load(200, 20);
    await world.run(4_000);
    const holder = holderOf(world);
    world.stopLoad();
    await world.run(2_500);
    const closing = holder.fleet.close();
    await world.run(20_000);
    await closing;
    expect(world.told("fleet.log_full", holder).length).toBeGreaterThan(0);
    expect(world.told("fleet.log_has_room", holder)).toEqual([]);
  });
});

test("a machine whose clock is wrong by an hour is told, and nothing else comes of it", async () => {
  const world = await fleetOf(2);
  const wrong = await world.add("wrong", { skewMs: 3_600_000 });
  await world.run(5_000);
  world.kill(holderOf(world));
  await world.run(10_000);
  await world.settle();
  expect(world.verdict()).toMatchObject(kept);
  expect(world.told("fleet.clock_offset", wrong)).toMatchObject([{ offsetMs: expect.closeTo(3_600_000, -2) }]);
});
