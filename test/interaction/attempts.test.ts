import fc from "fast-check";
import { expect, test } from "vitest";
import { attemptShareMs, confirmInTime, pauseMs } from "../../runtime/interaction/attempts.js";
import type { ConfirmResult } from "../../runtime/interaction/channel.js";
import { StepClock } from "../app/kit/clock.js";

const lost: ConfirmResult = { was: "ambiguous", error: new Error("reset") };
const unsent: ConfirmResult = { was: "refused", error: new Error("no connection"), repeatAfterMs: 0 };
const no: ConfirmResult = { was: "refused", error: new Error("no") };
const accepted: ConfirmResult = { was: "accepted" };
const already: ConfirmResult = { was: "already", ambiguous: false, error: new Error("twice") };

interface Attempt {
  readonly atMs: number;
  readonly leftMs: number;
}

/** Runs the attempts against `answer`, which gives what comes of each and after how long; `undefined`: it hangs. */
async function attempts(
  answer: (attempt: number, atMs: number) => readonly [ConfirmResult, afterMs: number] | undefined,
  windowMs = 2_850,
  chance = 1,
) {
  const clock = new StepClock();
  const startMs = clock.monotonicMs();
  const made: Attempt[] = [];
  let result: ConfirmResult | undefined;
  let endedMs = NaN;
  const send = (leftMs: number) =>
    new Promise<ConfirmResult>((resolve) => {
      const atMs = clock.monotonicMs() - startMs;
      made.push({ atMs, leftMs });
      const [what, afterMs] = answer(made.length, atMs) ?? [lost, leftMs]; // the transport cuts it off
      clock.schedule(() => resolve(what), Math.min(afterMs, leftMs));
    });
  const settings = { clock, random: () => chance, deadlineMs: startMs + windowMs };
  void confirmInTime(send, settings).then((ended) => {
    result = ended;
    endedMs = clock.monotonicMs() - startMs;
  });
  await clock.advance(windowMs + 1);
  return { made, result, endedMs, starts: made.map(({ atMs }) => Math.round(atMs)), waiting: clock.waiting };
}

test("an attempt is overtaken after a third of the time left, at least 250 ms", () => {
  expect([attemptShareMs(3_000), attemptShareMs(750), attemptShareMs(749), attemptShareMs(10)]).toEqual([
    1_000, 250, 250, 250,
  ]);
});

test("pauses double from 150 ms, half of each by chance", () => {
  expect([1, 2, 3, 4, 5].map((failures) => pauseMs(failures, 1))).toEqual([150, 300, 600, 1_200, 2_400]);
  expect([1, 4].map((failures) => pauseMs(failures, 0))).toEqual([75, 600]);
});

test("INT-08 failed attempts are repeated with growing pauses, and survive an outage of 400 ms", async () => {
  const blip = await attempts((_, atMs) => [atMs < 400 ? lost : accepted, 1]);
  expect(blip.result).toEqual(accepted);
  expect(blip.endedMs).toBeLessThan(1_000);
  expect(blip.starts).toEqual([0, 151, 452]);
});

test.each([0, 1])("in an outage six attempts are spread over the window, whatever the chance: %d", async (chance) => {
  const never = await attempts(() => [lost, 1], 2_850, chance);
  expect(never.starts).toHaveLength(6);
  expect(never.starts.at(-1)).toBeGreaterThan(2_850 * 0.66);
  expect(never.starts.every((atMs) => atMs < 2_850)).toBe(true);
  expect(never.result).toEqual(lost);
  expect(never.waiting).toBe(0);
});

test("INT-08 an attempt that hangs is overtaken; the other one's answer counts, and who won is not known", async () => {
  const overtaken = await attempts((attempt) => (attempt === 1 ? undefined : [already, 5]));
  expect(overtaken.starts).toEqual([0, 950]);
  expect(overtaken.result).toEqual({ ...already, ambiguous: true });
  expect(overtaken.endedMs).toBe(955);
  const taken = await attempts((attempt) => (attempt === 1 ? undefined : [accepted, 5]));
  expect(taken.result).toEqual(accepted);
});

test("an attempt that was overtaken is still listened to: a slow service answers in time", async () => {
  const slow = await attempts((attempt) => (attempt === 1 ? [accepted, 1_500] : undefined));
  expect([slow.result, slow.endedMs]).toEqual([accepted, 1_500]);
});

test("attempts that all hang overtake each other until the deadline", async () => {
  const hanging = await attempts(() => undefined);
  expect(hanging.starts).toEqual([0, 950, 1_583, 2_006, 2_287, 2_537]);
  expect([hanging.result?.was, hanging.endedMs, hanging.waiting]).toEqual(["ambiguous", 2_850, 0]);
});

test("a refusal is not repeated; a pending earlier attempt decides", async () => {
  const once = await attempts(() => [no, 1]);
  expect([once.starts, once.result]).toEqual([[0], no]);
  const first = await attempts((attempt) => (attempt === 1 ? [accepted, 1_200] : [no, 1]));
  expect([first.starts, first.result]).toEqual([[0, 950], accepted]);
});

test("a refusal after an attempt without answer stays ambiguous: the latter may have been carried out", async () => {
  const doubt = await attempts((attempt) => (attempt === 1 ? [lost, 1] : [no, 1]));
  expect(doubt.result).toEqual({ was: "ambiguous", error: no.error });
});

test("an attempt that was never sent is repeated, and `already` then means somebody else", async () => {
  const other = await attempts((attempt) => (attempt === 1 ? [unsent, 1] : [already, 1]));
  expect(other.result).toEqual(already);
  const lostBefore = await attempts((attempt) => (attempt === 1 ? [lost, 1] : [already, 1]));
  expect(lostBefore.result).toEqual({ ...already, ambiguous: true });
});

test("RATE-09 a Retry-After is respected, and one past the deadline ends the attempts", async () => {
  const limited = (repeatAfterMs: number): ConfirmResult => ({
    was: "refused",
    error: new Error("429"),
    repeatAfterMs,
  });
  const waits = await attempts((attempt) => (attempt === 1 ? [limited(1_000), 1] : [accepted, 1]));
  expect([waits.starts, waits.result]).toEqual([[0, 1_001], accepted]);
  const tooLong = await attempts(() => [limited(30_000), 1]);
  expect([tooLong.starts, tooLong.result?.was, tooLong.endedMs]).toEqual([[0], "refused", 1]);
});

test.each([
  ["out, which decides", undefined, { was: "ambiguous", error: lost.error }],
  ["that failed, which is the result", [unsent, 1], unsent],
] as const)(
  "a timer that wakes after the deadline sends nothing: there is an attempt %s",
  async (_, answer, result) => {
    const clock = new StepClock();
    const deadlineMs = clock.monotonicMs() + 2_000;
    const left: number[] = [];
    const late = {
      schedule: (act: () => void, ms: number) => clock.schedule(act, ms + 2_500),
    };
    const send = (leftMs: number) =>
      new Promise<ConfirmResult>((resolve) => {
        left.push(leftMs);
        const [what, afterMs] = answer ?? [lost, 4_000];
        clock.schedule(() => resolve(what), afterMs);
      });
    const ended: ConfirmResult[] = [];
    void confirmInTime(send, { clock, random: () => 1, deadlineMs, timer: late }).then((one) => ended.push(one));
    await clock.advance(5_000);
    expect([left, ended, clock.waiting]).toEqual([[2_000], [result], 0]);
  },
);

test("INT-07 whatever the network does, there is one result, nothing leaves after the deadline, no timer stays", async () => {
  const result = fc.constantFrom(lost, unsent, no, accepted, already);
  const answers = fc.array(fc.option(fc.tuple(result, fc.nat(3_000)), { nil: undefined }), {
    minLength: 1,
    maxLength: 9,
  });
  await fc.assert(
    fc.asyncProperty(answers, fc.integer({ min: 1, max: 3_000 }), async (script, windowMs) => {
      const ran = await attempts((attempt) => script[(attempt - 1) % script.length], windowMs);
      expect(ran.result).toBeDefined();
      expect(ran.endedMs).toBeLessThanOrEqual(windowMs);
      expect(ran.made.every(({ atMs, leftMs }) => atMs < windowMs && atMs + leftMs <= windowMs + 0.001)).toBe(true);
    }),
    { numRuns: 60, seed: 3 },
  );
}, 30_000);
