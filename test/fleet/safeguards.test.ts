import { describe, expect, test } from "vitest";
import type { Safeguards } from "../../runtime/fleet/safeguards.js";
import { World } from "./sim/world.js";

/**
 * Each safeguard of a fleet, seen to matter: the same story with it holds what is promised, and without it does not.
 */
interface Story {
  readonly safeguard: keyof Safeguards;
  readonly says: string;
  /** How much is broken. Zero with the safeguard. */
  readonly broken: (safeguards: Partial<Safeguards>) => Promise<number>;
}

const short = { partitions: 8, ackWaitMs: 4_000, leaseMs: 4_000 };

const stories: readonly Story[] = [
  {
    safeguard: "chain",
    says: "a full log breaks the order of a channel",
    async broken(safeguards) {
      const fleet = { ...short, partitions: 2, maxLagEvents: 12 };
      const world = new World({ safeguards, fleet, handlerMs: (n) => 3 + ((n * 7) % 11), latencyMs: 8, spacingMs: 1 });
      for (const name of ["a", "b"]) await world.add(name);
      world.load(1_000, 4);
      await world.run(1_000);
      await world.settle();
      return world.verdict().outOfOrder.length;
    },
  },
  {
    safeguard: "pauseGuard",
    says: "a machine that stood still does again what others have done",
    async broken(safeguards) {
      const world = new World({ safeguards, fleet: short, handlerMs: () => 0 });
      for (const name of ["a", "b", "c"]) await world.add(name);
      world.load(60, 20);
      await world.run(3_000);
      const worker = world.machines.find((machine) => machine !== world.holder());
      worker?.clock.pause();
      await world.run(9_000);
      worker?.clock.resume();
      await world.run(6_000);
      await world.settle();
      return world.verdict().twice.length;
    },
  },
  {
    safeguard: "hold",
    says: "an outage of the engine loses what came meanwhile",
    async broken(safeguards) {
      const world = new World({ safeguards, fleet: short });
      for (const name of ["a", "b", "c", "d"]) await world.add(name);
      world.load(200, 20);
      await world.run(3_000);
      world.engine.faults.stop();
      await world.run(10_000);
      world.engine.faults.start();
      await world.run(8_000);
      await world.settle();
      return world.verdict().toldLost;
    },
  },
  {
    safeguard: "drain",
    says: "what a leaving worker had in hand waits for its ack wait",
    async broken(safeguards) {
      const world = new World({ safeguards, fleet: short, handlerMs: (n) => (n % 11 === 0 ? 60_000 : 10) });
      for (const name of ["a", "b", "c"]) await world.add(name);
      world.load(60, 20);
      await world.run(1_000);
      const longest = world.starts.find(({ number }) => number % 11 === 0);
      const leaving = world.machines.find(({ name }) => name === longest?.member);
      const closed = leaving?.fleet.close({ graceMs: 100 });
      await world.run(200);
      await closed;
      const mine = new Set(world.starts.filter(({ member }) => member === leaving?.name).map(({ number }) => number));
      await world.run(1_500);
      const again = world.starts.filter(({ number, member }) => mine.has(number) && member !== leaving?.name);
      return again.length > 0 ? 0 : 1;
    },
  },
  {
    safeguard: "fence",
    says: "a former holder moves the place of the slot back",
    async broken(safeguards) {
      const world = new World({ safeguards, fleet: short });
      for (const name of ["a", "b", "c"]) await world.add(name);
      world.load(50, 20);
      await world.run(3_000);
      const former = world.holder();
      former?.clock.pause();
      await world.run(9_000);
      const before = await place(world);
      former?.clock.resume();
      await world.run(30);
      return (await place(world)) < before ? 1 : 0;
    },
  },
];

/** The number up to which slot 0 is handled, as the engine has it. */
async function place(world: World): Promise<number> {
  const text = await world.peek("cursor.0");
  return Number(/"lastEventId":"(\d+)"/.exec(text ?? "")?.[1] ?? -1);
}

describe.each(stories)("$says", ({ safeguard, broken }) => {
  test(`without the safeguard ${safeguard}`, async () => {
    expect(await broken({ [safeguard]: false })).toBeGreaterThan(0);
  });

  test(`and not with the safeguard ${safeguard}`, async () => {
    expect(await broken({})).toBe(0);
  });
});
