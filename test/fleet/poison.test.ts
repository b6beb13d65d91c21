import { describe, expect, test } from "vitest";
import { Suspects, verdictOn } from "../../runtime/fleet/consume/suspects.js";
import { createVirtualClock } from "../support/virtual-clock.js";
import { World } from "./sim/world.js";

describe("an event", () => {
  test.each([
    ["delivered for the first time is innocent, whatever is recorded", 1, 9, 5, "innocent"],
    ["delivered again is suspected", 2, 0, 5, "suspect"],
    ["that never began is suspected, however often it was delivered", 50, 0, 5, "suspect"],
    ["that began once less than it may is suspected", 9, 3, 5, "suspect"],
    ["that began as often as it may is guilty: the first delivery counts", 9, 4, 5, "guilty"],
    ["that may begin once alone is given a second start, which names it", 2, 0, 1, "suspect"],
    ["that may begin once alone is guilty once it was named", 3, 1, 1, "guilty"],
  ] as const)("%s", (_what, deliveries, starts, maxDeliveries, expected) => {
    expect(verdictOn({ deliveries, starts, maxDeliveries })).toBe(expected);
  });
});

describe("the suspects of a worker", () => {
  function some() {
    const clock = createVirtualClock();
    const begun: string[] = [];
    const suspects = new Suspects<string>({ clock, patienceMs: 10_000, begin: (name) => begun.push(name) });
    for (const name of ["a", "b", "c"]) suspects.add(name);
    return { clock, begun, suspects };
  }

  test("begin one at a time, in order", () => {
    const { begun, suspects } = some();
    expect(begun).toEqual(["a"]);
    suspects.done("a");
    expect(begun).toEqual(["a", "b"]);
    suspects.add("d");
    suspects.done("b");
    suspects.done("c");
    expect(begun).toEqual(["a", "b", "c", "d"]);
  });

  test("pass over one that is not to begin any more", () => {
    const { begun, suspects } = some();
    suspects.done("b");
    suspects.done("a");
    expect(begun).toEqual(["a", "c"]);
  });

  test("wait for one that does not end for so long, and no longer", async () => {
    const { clock, begun, suspects } = some();
    await clock.advance(9_999);
    expect(begun).toEqual(["a"]);
    await clock.advance(1);
    expect(begun).toEqual(["a", "b"]);
    suspects.done("a"); // late: another one runs by now
    expect(begun).toEqual(["a", "b"]);
    suspects.close();
    expect(clock.pending).toBe(0);
  });
});

test.each([2, 3, 5])(
  "of many events in hand when a worker dies, only the one that kills it is put aside: of %i starts",
  async (maxDeliveries) => {
    const POISON = 40;
    const fleet = { partitions: 16, ackWaitMs: 2_000, leaseMs: 2_000, maxDeliveries };
    const world = new World({ fleet, handlerMs: () => 200 });
    let count = 0;
    const keepTwo = async (): Promise<void> => {
      while (world.machines.filter(({ isDead }) => !isDead).length < 2) await world.add(`m${(count += 1)}`);
    };
    await keepTwo();
    await world.run(3_000);
    world.load(60, 24);
    for (let round = 0; round < 600; round += 1) {
      await world.run(50);
      const started = world.starts.findLast(({ number }) => number === POISON);
      const killed = world.machines.find(({ name, isDead }) => name === started?.member && !isDead);
      if (killed !== undefined && world.clock.monotonicMs() - (started?.atMs ?? 0) < 200) world.kill(killed);
      await keepTwo();
      if (round === 300) world.stopLoad();
    }
    await world.settle();
    const letters = world.told("fleet.dead_letter");
    expect(letters).toMatchObject([{ identity: `m-${POISON}` }]);
    expect(world.starts.filter(({ number }) => number === POISON)).toHaveLength(maxDeliveries);
    expect(world.verdict()).toMatchObject({ lost: [], toldLost: 0, outOfOrder: [] });
  },
);

test("a healthy event costs no write of its start, and one that is given back is blamed for nothing", async () => {
  const world = new World({
    fleet: { partitions: 4, ackWaitMs: 2_000, leaseMs: 2_000, maxDeliveries: 2 },
    handlerMs: () => 60_000,
  });
  await world.add("a");
  await world.run(3_000);
  world.platform.emit("c");
  await world.run(500);
  // Each worker that has it leaves: what it gives back begins again elsewhere, as often as that may be.
  for (const name of ["b", "c", "d", "e"]) {
    await world.add(name);
    const holder = world.machines.findLast((machine) => world.starts.at(-1)?.member === machine.name);
    const closed = holder?.fleet.close({ graceMs: 100 });
    await world.run(3_000);
    await closed;
  }
  expect(world.starts).toHaveLength(5);
  expect(world.told("fleet.dead_letter")).toEqual([]);
});
