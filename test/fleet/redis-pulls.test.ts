import { expect, test } from "vitest";
import { resolveFleetOptions } from "../../runtime/fleet/resolve-options.js";
import type { RedisAccess } from "../../runtime/fleet/redis/access.js";
import { RedisLog } from "../../runtime/fleet/redis/log.js";
import { createVirtualClock } from "../support/virtual-clock.js";

const LIMITS = { ackWaitMs: 10_000, maxInHand: 1, maxEntries: 10, duplicateWindowMs: 1_000, lifeMs: 0 };

test("a pull whose time is up takes nothing more: on a machine that stood still nobody would handle it", async () => {
  const clock = createVirtualClock();
  let asked = 0;
  const access = {
    settings: resolveFleetOptions({ clock }).settings,
    key: (...parts: readonly string[]) => parts.join(":"),
    run: async () => Promise.resolve([(asked += 1) === 1 ? -1 : 0]),
  };
  // The little of the access that a pull uses.
  const log = new RedisLog(access as unknown as RedisAccess, { name: "events", parts: ["000"], ...LIMITS });
  const pulled = log.pull(0, { waitMs: 5_000, signal: new AbortController().signal });
  await clock.advance(4_999);
  expect(asked).toBe(1);
  await clock.advance(1);
  expect([await pulled, asked]).toEqual([undefined, 1]);
});
