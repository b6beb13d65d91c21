import { afterEach, expect, test, vi } from "vitest";
import { systemClock } from "svc-apps/rest";

afterEach(() => void vi.useRealTimers());

test("the system clock's monotonic time never goes backward", () => {
  const first = systemClock.monotonicMs();
  const second = systemClock.monotonicMs();
  expect(second).toBeGreaterThanOrEqual(first);
});

test("RATE-11 a wait longer than the machine's timers can hold is waited out, and can be called off at any time", () => {
  vi.useFakeTimers();
  const longestMs = 2 ** 31 - 1;
  for (const delayMs of [0, 1, longestMs, longestMs + 1, 3 * longestMs]) {
    const ring = vi.fn<() => void>();
    systemClock.schedule(ring, delayMs);
    if (delayMs > 0) vi.advanceTimersByTime(delayMs - 1);
    expect(ring, String(delayMs)).toHaveBeenCalledTimes(0);
    vi.advanceTimersByTime(1);
    expect(ring, String(delayMs)).toHaveBeenCalledTimes(1);
  }
  const never = vi.fn<() => void>();
  const cancel = systemClock.schedule(never, Infinity);
  vi.advanceTimersByTime(5 * longestMs);
  cancel();
  expect(vi.getTimerCount()).toBe(0);
  expect(never).toHaveBeenCalledTimes(0);
});
