import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "../../generated/tables.js";
import { limitedReadMs, longestMs, nextReadMs, shortestMs } from "../../runtime/events/transports/mailbox.js";

const input = fc.record({
  events: fc.nat(400),
  lastWaitMs: fc.integer({ min: 0, max: 60_000 }),
  interactions: fc.boolean(),
  full: fc.boolean(),
});

describe("the pace", () => {
  test("BOX-11 never allows more reads in a minute than the service does", () => {
    expect(60_000 / shortestMs).toBeLessThan(limits.mailboxReadsPerMinute);
    fc.assert(
      fc.property(input, (each) => {
        expect(nextReadMs(each)).toBeGreaterThanOrEqual(shortestMs);
      }),
    );
  });

  test("BOX-07 never comes near the time after which a mailbox expires", () => {
    expect(longestMs).toBeLessThanOrEqual(limits.mailboxIdleMs - 15_000);
    fc.assert(
      fc.property(input, (each) => {
        expect(nextReadMs(each)).toBeLessThanOrEqual(longestMs);
      }),
    );
  });

  test("BOX-08 is as fast as allowed while events come", () => {
    expect(nextReadMs({ events: 1, lastWaitMs: 5000, interactions: false, full: false })).toBe(shortestMs);
  });

  test("slows down by and by while none do", () => {
    const waits: number[] = [shortestMs];
    for (let read = 0; read < 8; read += 1) {
      waits.push(nextReadMs({ events: 0, lastWaitMs: waits.at(-1)!, interactions: false, full: false }));
    }
    expect(waits[1]).toBeGreaterThan(shortestMs);
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBe(5000);
  });

  test("INT-42 does not slow down where interactions are wanted", () => {
    expect(nextReadMs({ events: 0, lastWaitMs: 5000, interactions: true, full: false })).toBe(shortestMs);
  });

  test("BOX-11 RATE-02 after a 429 waits at least as long as asked and as the pace is, but not past the mailbox's life", () => {
    const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(fc.option(fc.nat(120_000), { nil: undefined }), fc.nat(45_000), random, (asked, lifeLeft, chance) => {
        const ms = limitedReadMs(asked, lifeLeft, chance);
        expect(ms).toBeLessThanOrEqual(lifeLeft);
        expect(ms).toBeGreaterThanOrEqual(Math.min(Math.max(asked ?? 0, shortestMs), lifeLeft));
      }),
    );
  });
});
