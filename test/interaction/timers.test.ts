import { expect, test } from "vitest";
import { SessionTimer, Timers } from "../../runtime/interaction/timers.js";
import { VirtualClock } from "../events/kit/virtual-clock.js";

test("cancelled together, no timer runs and none stays armed on the clock", async () => {
  const clock = new VirtualClock();
  const timers = new Timers(clock);
  const ran: string[] = [];
  timers.schedule(() => ran.push("first"), 10);
  timers.schedule(() => ran.push("second"), 20);
  await clock.advance(10);
  expect(ran).toEqual(["first"]);
  expect(clock.pending).toBe(1);
  timers.cancelAll();
  expect(clock.pending).toBe(0);
  await clock.advance(100);
  expect(ran).toEqual(["first"]);
});

test("cancelled alone, a timer leaves the others armed", async () => {
  const clock = new VirtualClock();
  const timers = new Timers(clock);
  const ran: string[] = [];
  const cancel = timers.schedule(() => ran.push("first"), 10);
  timers.schedule(() => ran.push("second"), 10);
  cancel();
  await clock.advance(10);
  expect(ran).toEqual(["second"]);
});

test("a cancelled timer is let go: neither the clock nor the set that cancels all touches it again", () => {
  let cancelled = 0;
  const clock = { now: () => 0, monotonicMs: () => 0, schedule: () => () => void (cancelled += 1) };
  const timers = new Timers(clock);
  for (let index = 0; index < 3; index += 1) timers.schedule(() => undefined, 10)();
  expect(cancelled).toBe(3);
  timers.cancelAll();
  expect(cancelled).toBe(3);
});

/** A timer for what falls due at 2,450 ms, which wakes early enough for an attempt that is overtaken at 1,000. */
function shared(clock = new VirtualClock()) {
  const ran: [what: string, atMs: number][] = [];
  const startMs = clock.monotonicMs();
  const note = (what: string) => () => void ran.push([what, clock.monotonicMs() - startMs]);
  const timer = new SessionTimer(new Timers(clock), note("at last"), startMs + 2_450);
  timer.wakeIn(950, startMs);
  return { clock, timer, ran, note, startMs };
}

test("the attempt that overtakes another shares the timer of the automatic confirmation", async () => {
  const { clock, timer, ran, note, startMs } = shared();
  timer.schedule(note("overtaken"), 1_000, startMs);
  expect(clock.pending).toBe(1);
  await clock.advance(3_000);
  expect(ran).toEqual([
    ["overtaken", 1_000],
    ["at last", 2_450],
  ]);
  expect(clock.pending).toBe(0);
});

test("an attempt that is due before the shared timer wakes, or after its end, has a timer of its own", async () => {
  const { clock, timer, ran, note, startMs } = shared();
  timer.schedule(note("soon"), 50, startMs);
  expect(clock.pending).toBe(2);
  await clock.advance(2_500);
  timer.schedule(note("later"), 100, clock.monotonicMs());
  await clock.advance(100);
  expect(ran).toEqual([
    ["soon", 50],
    ["at last", 2_450],
    ["later", 2_600],
  ]);
});

test("cleared, the shared timer is cancelled and nothing runs", async () => {
  const { clock, timer, ran, note, startMs } = shared();
  timer.schedule(note("overtaken"), 1_000, startMs)();
  timer.clear();
  expect(clock.pending).toBe(0);
  await clock.advance(5_000);
  expect(ran).toEqual([]);
});
