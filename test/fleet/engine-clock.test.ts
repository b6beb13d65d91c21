import { expect, test } from "vitest";
import type { EngineTime } from "../../runtime/fleet/engine/contract.js";
import { startEngineClock } from "../../runtime/fleet/engine-clock.js";
import { createVirtualClock } from "../support/virtual-clock.js";

/** The engine's clock as a member reads it: each reading takes `roundTripMs`, and answers once time has passed. */
async function reading() {
  const clock = createVirtualClock();
  const engine = { aheadMs: 0, roundTripMs: 0 };
  const session = {
    time: async (): Promise<EngineTime> => {
      const { roundTripMs } = engine;
      await new Promise<void>((resolve) => void clock.schedule(resolve, roundTripMs));
      const [nowMs, atMs] = [clock.now() + engine.aheadMs, clock.monotonicMs()];
      return { nowMs, errorMs: roundTripMs / 2, roundTripMs, atMs };
    },
  };
  const reported: string[] = [];
  const starting = startEngineClock(session, clock, (type) => void reported.push(type));
  await clock.advance(0);
  return { clock, engine, engineClock: await starting, reported };
}

test("a newer reading that is much less exact than the one before is not taken", async () => {
  const { clock, engine, engineClock } = await reading();
  Object.assign(engine, { aheadMs: 50, roundTripMs: 200 });
  await clock.advance(31_000);
  expect(engineClock.nowMs - clock.now()).toBe(0);
});

test("a newer reading that the one before cannot be true beside is taken, however exact that one was", async () => {
  const { clock, engine, engineClock } = await reading();
  Object.assign(engine, { aheadMs: 10_000, roundTripMs: 40 }); // another server leads, farther away
  await clock.advance(31_000);
  expect(engineClock.nowMs - clock.now()).toBe(10_000);
});

test("stopped while it reads, it reads no more", async () => {
  const { clock, engine, engineClock } = await reading();
  engine.roundTripMs = 100;
  await clock.advance(30_050);
  engineClock.stop();
  await clock.advance(100);
  expect(clock.pending).toBe(0);
});

/** Readings of 2 ms precision, then one that is `moreMs` less exact and 3 ms ahead. */
test.each([
  { moreMs: 5, taken: true },
  { moreMs: 5.5, taken: false },
])("a newer reading that is $moreMs ms less exact than the best is taken: $taken", async ({ moreMs, taken }) => {
  const { clock, engine, engineClock } = await reading();
  Object.assign(engine, { aheadMs: 3, roundTripMs: 2 * moreMs });
  await clock.advance(31_000);
  expect(engineClock.nowMs - clock.now()).toBe(taken ? 3 : 0);
});

test("an offset is reported once, and again after the clock was right in between", async () => {
  const { clock, engine, reported } = await reading();
  const offsets = [2_000, 2_500, 0, 2_000];
  const counts: number[] = [];
  for (const aheadMs of offsets) {
    engine.aheadMs = aheadMs;
    await clock.advance(30_000);
    counts.push(reported.length);
  }
  expect(counts).toEqual([1, 1, 1, 2]);
});
