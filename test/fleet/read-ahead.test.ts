import { describe, expect, test } from "vitest";
import { READ_AHEAD_EVENTS, READ_AHEAD_MS, ReadAhead } from "../../runtime/fleet/intake/read-ahead.js";

/** So many events read at once. */
function reading(count: number, atMs = 0) {
  const ahead = new ReadAhead();
  const events = Array.from({ length: count }, () => ahead.take(atMs));
  const done = (from: number, to: number) => {
    for (const event of events.slice(from, to)) ahead.done(event);
  };
  const mayAppend = (number: number, nowMs = 0) => {
    const event = events[number];
    if (event === undefined) throw new Error(`there is no event ${number}`);
    return ahead.mayAppend(event, nowMs);
  };
  return { ahead, done, mayAppend };
}

describe("how far a reader may be ahead of the log", () => {
  test("is so far that a successor could resume", () => {
    expect([READ_AHEAD_EVENTS, READ_AHEAD_MS]).toEqual([400, 110_000]);
    const { mayAppend } = reading(500);
    expect([mayAppend(399), mayAppend(400)]).toEqual([true, false]);
  });

  test("counts from the first event that is not in the log, whatever came in behind it", () => {
    const { ahead, done, mayAppend } = reading(500);
    done(1, 399);
    expect([ahead.events, mayAppend(399), mayAppend(400)]).toEqual([500, true, false]);
    done(0, 1);
    expect([ahead.events, mayAppend(499)]).toEqual([101, true]);
  });

  test("ends after the time for which the service keeps events", () => {
    const { ahead, done, mayAppend } = reading(3);
    expect([mayAppend(1, READ_AHEAD_MS - 1), mayAppend(1, READ_AHEAD_MS)]).toEqual([true, false]);
    expect(mayAppend(0, 10 * READ_AHEAD_MS)).toBe(true); // it is what the others wait for
    expect(ahead.ageMs(5_000)).toBe(5_000);
    done(0, 3);
    expect([ahead.events, ahead.ageMs(5_000)]).toEqual([0, 0]);
  });

  test("is reported before it is reached, once, until the log has caught up", () => {
    const { ahead, done } = reading(279);
    expect(ahead.turn(0)).toBeUndefined();
    ahead.take(0);
    expect([ahead.turn(0), ahead.turn(0)]).toEqual(["behind", undefined]);
    done(0, 139);
    expect([ahead.events, ahead.turn(0)]).toEqual([141, undefined]);
    done(139, 140);
    expect([ahead.turn(0), ahead.turn(0)]).toEqual(["caught-up", undefined]);
  });

  test("is reported for its age, too", () => {
    const { ahead } = reading(1);
    expect([ahead.turn(76_999), ahead.turn(77_000)]).toEqual([undefined, "behind"]);
  });
});
