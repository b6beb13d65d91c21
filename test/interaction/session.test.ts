import { expect, test } from "vitest";
import { assumptionDefaults, limits } from "../../generated/tables.js";
import { RefusalError } from "../../runtime/http/errors/index.js";
import type { ConfirmResult, ResponseChannel } from "../../runtime/interaction/channel.js";
import { Session } from "../../runtime/interaction/session.js";
import { Timers } from "../../runtime/interaction/timers.js";
import { gate, StepClock } from "../app/kit/clock.js";

const refused: ConfirmResult = { was: "refused", error: new RefusalError("no such text") };
const unreachable: ConfirmResult = { ...refused, repeatAfterMs: 0 };

/** A session with 2,850 ms left that defers 400 ms before its end. `confirm` answers each attempt to confirm by REST. */
function deferring(confirm: (type: string) => ConfirmResult | Promise<ConfirmResult>) {
  const clock = new StepClock();
  const timers = new Timers(clock);
  const sent: string[] = [];
  const channel: ResponseChannel = {
    via: "rest",
    takesPrivate: true,
    confirm({ type }) {
      sent.push(type);
      return confirm(type);
    },
    answer: () => Promise.resolve(undefined),
    followUp: () => Promise.resolve(undefined),
  };
  const receivedAtMs = clock.monotonicMs();
  const settings = { clock, timers, random: () => 0, rules: limits, firstReply: assumptionDefaults };
  const report = (): void => undefined;
  const session = new Session(settings, { channel, receivedAtMs, deadlineMs: receivedAtMs + 2_850, report });
  session.confirmBeforeDeadline({ type: "defer" }, 400);
  return { session, clock, timers, sent };
}

/** How a confirmation ended; `undefined` while it is on its way. */
function ending(confirming: Promise<unknown>): () => unknown {
  let ended: unknown;
  confirming.then(
    () => (ended = "confirmed"),
    (error: unknown) => (ended = error),
  );
  return () => ended;
}

test("INT-37 a reply that is refused after the time of the automatic defer is followed by that defer", async () => {
  const answer = gate<ConfirmResult>();
  const { session, clock, sent } = deferring((type) => (type === "reply" ? answer.promise : { was: "accepted" }));
  const replied = ending(session.reply({ content: "x" }));
  await clock.advance(2_600);
  answer.open(refused);
  await clock.advance(0);
  expect([replied(), sent.at(-1), session.state.phase]).toMatchObject([
    refused.was === "refused" && refused.error,
    "defer",
    { at: "confirmed", kind: "defer", auto: true },
  ]);
  await clock.advance(10_000);
  expect(clock.waiting).toBe(0);
});

test("INT-38 what the handler confirms upon the refusal comes before the automatic defer", async () => {
  const answer = gate<ConfirmResult>();
  const { session, clock, sent } = deferring((type) => (type === "reply" ? answer.promise : { was: "accepted" }));
  const declined = ending(session.reply({ content: "x" }).catch(async () => session.confirm({ type: "decline" })));
  await clock.advance(2_600);
  answer.open(refused);
  await clock.advance(10_000);
  expect([declined(), sent.at(-1)]).toEqual(["confirmed", "decline"]);
});

test("a confirmation that fails is repeated until its deadline after the timers were cancelled, and nothing is deferred", async () => {
  for (const cancelledAfterMs of [0, 10]) {
    const { session, clock, timers, sent } = deferring(() => unreachable);
    if (cancelledAfterMs === 0) timers.cancelAll();
    const replied = ending(session.reply({ content: "x" }));
    await clock.advance(cancelledAfterMs);
    timers.cancelAll();
    await clock.advance(1_800 - cancelledAfterMs);
    expect(replied()).toBeUndefined();
    await clock.advance(1_050);
    expect([replied(), new Set(sent), clock.waiting]).toEqual([expect.any(RefusalError), new Set(["reply"]), 0]);
  }
});

test("an attempt that hangs is overtaken after the timers were cancelled", async () => {
  const attempts = [new Promise<ConfirmResult>(() => {}), { was: "accepted" } as const];
  const { session, clock, timers } = deferring(() => attempts.shift() ?? refused);
  const replied = ending(session.reply({ content: "x" }));
  await clock.advance(10);
  timers.cancelAll();
  await clock.advance(940);
  expect([replied(), clock.waiting]).toEqual(["confirmed", 0]);
});
