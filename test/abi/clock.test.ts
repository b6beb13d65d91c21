import { expect, test } from "vitest";
import { systemClock } from "svc-apps/abi";

test("the system clock's monotonic time never goes backward", () => {
  const first = systemClock.monotonicMs();
  const second = systemClock.monotonicMs();
  expect(second).toBeGreaterThanOrEqual(first);
});
