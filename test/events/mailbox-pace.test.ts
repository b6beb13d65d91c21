import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "../../generated/tables.js";
import { limitedReadMs, longestMs, nextReadMs, shortestMs } from "../../runtime/events/mailbox/pace.js";
import { Reread } from "../../runtime/events/mailbox/reread.js";

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

describe("reading from one position more than once", () => {
  test("BOX-06 what is repeated is left out, what is new is not", () => {
    const reread = new Reread();
    const first = reread.compare(["a", "b"], "2");
    expect(first).toEqual({ known: 0, lost: 0 });
    reread.took(["a", "b"], first, 2, "2");
    const again = reread.compare(["a", "b", "c"], "3");
    expect(again).toEqual({ known: 2, lost: 0 });
    reread.took(["a", "b", "c"], again, 1, "3");
    expect(reread.compare(["a", "b", "c"], "3")).toEqual({ known: 3, lost: 0 });
  });

  test("BOX-06 a service that does not repeat is recognised, even when an event looks like the last one", () => {
    const reread = new Reread();
    reread.took(["same"], reread.compare(["same"], "1"), 1, "1");
    expect(reread.compare(["other"], "2")).toEqual({ known: 0, lost: 0 });
    expect(reread.compare(["same"], "2"), "the position has moved, so it is another one").toEqual({
      known: 0,
      lost: 0,
    });
  });

  test("BOX-05 once a position is handled, what lies before it is forgotten", () => {
    const reread = new Reread();
    reread.took(["a"], reread.compare(["a"], "1"), 1, "1");
    reread.took(["a", "b"], reread.compare(["a", "b"], "2"), 1, "2");
    expect(reread.pending).toBe(2);
    reread.advanceTo("1");
    expect(reread.pending).toBe(1);
    expect(reread.compare(["b", "c"], "3")).toEqual({ known: 1, lost: 0 });
    reread.advanceTo("unknown");
    expect(reread.pending).toBe(1);
  });

  test("BOX-08 events that were left there and are gone count as lost", () => {
    const reread = new Reread();
    reread.took(["a", "b", "c"], reread.compare(["a", "b", "c"], "3"), 1, "3");
    expect(reread.compare(["a", "b", "c", "d"], "4"), "still there").toEqual({ known: 1, lost: 0 });
    expect(reread.compare(["d"], "4")).toEqual({ known: 0, lost: 2 });
  });

  test("BOX-06 whichever way the service works, no event is taken for known before it came", () => {
    fc.assert(
      fc.property(fc.boolean(), fc.array(fc.nat(3), { maxLength: 12 }), (repeats, arrivals) => {
        const reread = new Reread();
        const box: string[] = [];
        let made = 0;
        const handedOut: string[] = [];
        for (const count of arrivals) {
          for (let n = 0; n < count; n += 1) box.push(`event ${(made += 1)}`);
          const answer = [...box];
          const next = String(made);
          const fresh = reread.compare(answer, next);
          handedOut.push(...answer.slice(fresh.known));
          reread.took(answer, fresh, answer.length - fresh.known, next);
          if (!repeats) box.length = 0;
        }
        expect(handedOut).toEqual(Array.from({ length: made }, (_, n) => `event ${n + 1}`));
      }),
    );
  });
});
