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
  const starting = startEngineClock(session, clock, () => undefined);
  await clock.advance(0);
  return { clock, engine, engineClock: await starting };
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
