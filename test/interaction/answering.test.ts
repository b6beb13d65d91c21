import { HttpError, NoAnswerError, RateLimitedError, RefusalError } from "svc-apps";
import { expect, test } from "vitest";
import { answersInTime, type AnswerTwice } from "../../runtime/interaction/answering.js";
import { StepClock } from "../app/kit/clock.js";
import { outcome } from "../app/kit/bench-app.js";

const unclear = new HttpError("502", { operation: "answerInteraction", status: 502, attempts: 1, ambiguous: true });
const refusal = (status = 409) =>
  new RefusalError("no", { operation: "answerInteraction", status, code: "SOME_CODE", attempts: 1 });
const unreachable = new NoAnswerError("nobody is there", { reason: "unreachable" });
const limited = (retryAfterMs: number) => new RateLimitedError("429", { status: 429, retryAfterMs });

/** Answers of a service, in their order; the last one stays. */
async function answered(script: readonly unknown[], twice: AnswerTwice, leftMs = 60_000) {
  const clock = new StepClock();
  const startMs = clock.monotonicMs();
  const triedAtMs: number[] = [];
  const left: number[] = [];
  const send = async (ms: number) => {
    const next = script[Math.min(triedAtMs.length, script.length - 1)];
    triedAtMs.push(clock.monotonicMs() - startMs);
    left.push(ms);
    if (next instanceof Error) throw next;
    return outcome("9");
  };
  const result = answersInTime(twice)(send, { clock, random: () => 1, on: "answered", leftMs });
  for (let at = 0; at < 120; at += 1) await clock.advance(500);
  return { result: await result, triedAtMs, left, waiting: clock.waiting };
}

test.each(["refused", "replaces"] as const)(
  "INT-43 answerTwice %s: an answer that gets no answer is sent six times, the last time after 45 s",
  async (twice) => {
    const { result, triedAtMs, waiting } = await answered([unclear], twice);
    expect(triedAtMs).toEqual([0, 1_000, 3_500, 9_000, 21_000, 45_000]);
    expect(result).toEqual({ was: "lost", error: unclear, ambiguous: true, attempts: 6 });
    expect(waiting).toBe(0);
  },
);

test("INT-43 the first success ends it", async () => {
  const { result, triedAtMs } = await answered([unclear, unclear, "sent"], "refused");
  expect(triedAtMs).toHaveLength(3);
  expect(result).toMatchObject({ was: "sent", outcome: { messageId: "9" } });
});

test.each([400, 404, 409, 410, 422, 499])(
  "INT-43 after an unclear attempt a %d counts as sent, whatever its code",
  async (status) => {
    const { result, triedAtMs } = await answered([unclear, refusal(status)], "refused");
    expect(triedAtMs).toHaveLength(2);
    expect(result).toEqual({ was: "sent", outcome: undefined });
  },
);

test("INT-43 a refusal of the first attempt is one, and is not repeated", async () => {
  const no = refusal();
  expect(await answered([no], "refused")).toMatchObject({
    result: { was: "refused", error: no, ambiguous: false },
    triedAtMs: [0],
  });
});

test("INT-43 what could not be sent proves nothing about a refusal after it", async () => {
  const no = refusal();
  const { result, triedAtMs } = await answered([unreachable, no], "refused");
  expect(triedAtMs).toHaveLength(2);
  expect(result).toEqual({ was: "refused", error: no, ambiguous: false });
});

test("INT-43 a 429 is waited out, and says nothing about an earlier attempt", async () => {
  const { result, triedAtMs } = await answered([unclear, limited(7_000), "sent"], "refused");
  expect(triedAtMs).toEqual([0, 1_000, 8_000]);
  expect(result).toMatchObject({ was: "sent" });
});

test("INT-43 answerTwice appends: only what was certainly not carried out is repeated", async () => {
  const once = await answered([unclear], "appends");
  expect(once).toMatchObject({ triedAtMs: [0], result: { was: "lost", ambiguous: true, attempts: 1 } });
  const more = await answered([unreachable, limited(0), "sent"], "appends");
  expect(more).toMatchObject({ triedAtMs: [0, 1_000, 3_500], result: { was: "sent" } });
});

test("INT-43 in less than a minute the attempts are closer, and none begins after the window", async () => {
  const { triedAtMs, left } = await answered([unclear], "refused", 6_000);
  expect(triedAtMs).toEqual([0, 100, 350, 900, 2_100, 4_500]);
  expect(left.at(-1)).toBe(1_500);
  expect((await answered([limited(9_000)], "refused", 6_000)).triedAtMs).toEqual([0]);
});
