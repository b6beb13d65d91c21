import { memoryEngine, openFleet } from "svc-apps/fleet";
import { expect, test } from "vitest";
import { createVirtualClock } from "../support/virtual-clock.js";

test("a lease that was out of touch is there for whoever waits for it, once it is this member's again", async () => {
  const clock = createVirtualClock();
  const engine = memoryEngine({ clock });
  const fleet = await openFleet({ engine, clock });
  const lease = fleet.lease("report");
  await clock.runUntil(() => lease.isHeld);
  engine.faults.stop();
  await clock.runUntil(() => !lease.isHeld);
  let acquired: boolean | undefined;
  void lease.acquired().then((is) => (acquired = is));
  engine.faults.start();
  await clock.runUntil(() => lease.isHeld);
  await clock.settle();
  expect(acquired).toBe(true);
  await fleet.close();
});
