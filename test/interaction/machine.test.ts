import fc from "fast-check";
import { expect, test } from "vitest";
import { opened, step } from "../../runtime/interaction/machine.js";
import type {
  ConfirmKind,
  ConfirmOutcome,
  Effect,
  Input,
  InteractionState,
  MachineRules,
  Step,
} from "../../runtime/interaction/machine.js";

const limits = { deferredAnswerMs: 60_000, followUps: 5, followUpWindowMs: 600_000 };
const early = { nowMs: 0 };
const initialState = opened(3_000);

interface Decision {
  readonly do: Effect["do"];
  readonly reason?: string;
  readonly state: InteractionState;
}

const decided = ([state, effect]: Step): Decision => ({ ...effect, state });
const beginConfirm = (state: InteractionState, kind: ConfirmKind, { nowMs }: { nowMs: number }, auto = false) =>
  decided(step(state, { on: "confirm", kind, auto, nowMs }, limits));
const endConfirm = (state: InteractionState, outcome: ConfirmOutcome, { nowMs }: { nowMs: number }) =>
  step(state, { on: "confirmed", outcome, nowMs }, limits)[0];
const beginAnswer = (state: InteractionState, nowMs: number, rules: MachineRules) =>
  decided(step(state, { on: "answer", nowMs }, rules));
const endAnswer = (state: InteractionState, carriedOut: boolean) =>
  step(state, { on: "answered", carriedOut }, limits)[0];
const beginFollowUp = (state: InteractionState, nowMs: number, rules: MachineRules) =>
  decided(step(state, { on: "follow-up", nowMs }, rules));
const endFollowUp = (state: InteractionState, carriedOut: boolean) =>
  step(state, { on: "followed-up", carriedOut }, limits)[0];
const afterFailure = (state: InteractionState, nowMs = 1) => step(state, { on: "failed", nowMs }, limits)[1].do;

function sent(decision: Decision): InteractionState {
  if (decision.do !== "send") throw new Error(`not sent: ${JSON.stringify(decision)}`);
  return decision.state;
}

function confirmed(kind: ConfirmKind, atMs = 0): InteractionState {
  return endConfirm(sent(beginConfirm(initialState, kind, early)), { was: "accepted" }, { nowMs: atMs });
}

test("INT-07 a second confirmation is refused locally, whatever the two kinds", () => {
  const kinds: readonly ConfirmKind[] = ["reply", "defer", "decline", "modal", "suggest"];
  for (const first of kinds) {
    for (const second of kinds) {
      const decision = beginConfirm(confirmed(first), second, early);
      if (first === "defer" && second === "reply") expect(decision.do).toBe("answer");
      else expect(decision).toMatchObject({ do: "refuse", reason: "already-confirmed" });
    }
  }
});

test("INT-07 losing the race counts as confirmed, not as a failure", () => {
  const state = endConfirm(
    sent(beginConfirm(initialState, "reply", early)),
    { was: "already", ambiguous: false },
    early,
  );
  expect(state.phase).toMatchObject({ at: "confirmed", by: "other" });
});

test("INT-08 already confirmed after an attempt without answer: who confirmed is unknown", () => {
  const lost = endConfirm(sent(beginConfirm(initialState, "reply", early)), { was: "ambiguous" }, early);
  expect(lost.phase).toEqual({ at: "open", afterAmbiguity: true });
  const again = endConfirm(sent(beginConfirm(lost, "reply", early)), { was: "already", ambiguous: false }, early);
  expect(again.phase).toMatchObject({ at: "confirmed", by: "unknown" });
  const within = endConfirm(
    sent(beginConfirm(initialState, "reply", early)),
    { was: "already", ambiguous: true },
    early,
  );
  expect(within.phase).toMatchObject({ at: "confirmed", by: "unknown" });
});

test("INT-08 the ambiguity survives a refusal in between", () => {
  let state = endConfirm(sent(beginConfirm(initialState, "reply", early)), { was: "ambiguous" }, early);
  state = endConfirm(sent(beginConfirm(state, "reply", early)), { was: "refused" }, early);
  state = endConfirm(sent(beginConfirm(state, "reply", early)), { was: "already", ambiguous: false }, early);
  expect(state.phase).toMatchObject({ by: "unknown" });
});

test("a refusal that proves nothing was done leaves the interaction open until the deadline", () => {
  const sending = sent(beginConfirm(initialState, "reply", early));
  expect(endConfirm(sending, { was: "refused" }, { nowMs: 2_999 }).phase.at).toBe("open");
  expect(endConfirm(sending, { was: "refused" }, { nowMs: 3_000 }).phase.at).toBe("expired");
});

test("INT-04 at the deadline nothing is sent any more; one millisecond before it is", () => {
  expect(beginConfirm(initialState, "reply", { nowMs: 2_999 }).do).toBe("send");
  expect(beginConfirm(initialState, "reply", { nowMs: 3_000 })).toMatchObject({
    do: "refuse",
    reason: "expired",
    state: { phase: { at: "expired" } },
  });
});

test("INT-38 a reply that meets a defer under way waits for it, and becomes the answer once it stands", () => {
  const deferring = sent(beginConfirm(initialState, "defer", early, true));
  expect(beginConfirm(deferring, "reply", early).do).toBe("wait");
  const deferred = endConfirm(deferring, { was: "accepted" }, early);
  expect(beginConfirm(deferred, "reply", early).do).toBe("answer");
});

test("INT-38 the App's own defer does not win over a confirmation of the handler", () => {
  const replying = sent(beginConfirm(initialState, "reply", early));
  expect(beginConfirm(replying, "defer", early, true)).toMatchObject({ do: "refuse", reason: "already-confirmed" });
});

test("INT-20 the answer may come until 60 s after the defer, not after", () => {
  const deferred = confirmed("defer", 1_000);
  expect(beginAnswer(deferred, 61_000, limits).do).toBe("send");
  expect(beginAnswer(deferred, 61_001, limits)).toMatchObject({ do: "refuse", reason: "answer-too-late" });
});

test("INT-21 one answer for each interaction, given back only when it certainly was not carried out", () => {
  const sending = sent(beginAnswer(confirmed("defer"), 10, limits));
  expect(beginAnswer(sending, 11, limits)).toMatchObject({ reason: "already-answered" });
  expect(beginAnswer(endAnswer(sending, true), 12, limits)).toMatchObject({ reason: "already-answered" });
  expect(beginAnswer(endAnswer(sending, false), 12, limits).do).toBe("send");
});

test("an answer needs a defer before it", () => {
  expect(beginAnswer(initialState, 0, limits)).toMatchObject({ reason: "not-confirmed" });
  expect(beginAnswer(confirmed("reply"), 0, limits)).toMatchObject({ reason: "not-deferred" });
});

test("INT-22 five follow-ups pass, the sixth is refused before the network", () => {
  let state = confirmed("reply");
  for (let count = 0; count < 5; count += 1) state = endFollowUp(sent(beginFollowUp(state, 1, limits)), true);
  expect(beginFollowUp(state, 1, limits)).toMatchObject({ do: "refuse", reason: "follow-ups-spent" });
  expect(beginFollowUp(state, 1, { ...limits, enforceFollowUps: false }).do).toBe("send");
});

test("INT-22 follow-ups end ten minutes after the confirmation", () => {
  const state = confirmed("reply", 500);
  expect(beginFollowUp(state, 600_500, limits).do).toBe("send");
  expect(beginFollowUp(state, 600_501, limits)).toMatchObject({ reason: "follow-ups-too-late" });
});

test("INT-22 a follow-up that was refused does not spend the budget, one in doubt does", () => {
  const sending = sent(beginFollowUp(confirmed("reply"), 1, limits));
  expect(endFollowUp(sending, false).followUps).toBe(0);
  expect(endFollowUp(sending, true).followUps).toBe(1);
});

test("INT-23 follow-ups are permitted after every kind of confirmation and before the answer", () => {
  for (const kind of ["reply", "defer", "decline", "modal", "suggest"] as const) {
    expect(beginFollowUp(confirmed(kind), 1, limits).do).toBe("send");
  }
  expect(beginFollowUp(initialState, 1, limits)).toMatchObject({ reason: "not-confirmed" });
});

test("INT-07 in any order of calls and outcomes, at most one confirmation is carried out", () => {
  const kind = fc.constantFrom<ConfirmKind>("reply", "defer", "decline", "modal");
  const outcome = fc.constantFrom<ConfirmOutcome>({ was: "accepted" }, { was: "refused" }, { was: "ambiguous" });
  fc.assert(
    fc.property(fc.array(fc.tuple(kind, outcome, fc.nat(4_000)), { maxLength: 12 }), (calls) => {
      let state = initialState;
      let nowMs = 0;
      let accepted = 0;
      for (const [what, how, waitMs] of calls) {
        nowMs += waitMs;
        const decision = beginConfirm(state, what, { nowMs });
        if (decision.do === "send") {
          state = endConfirm(decision.state, how, { nowMs });
          if (how.was === "accepted") accepted += 1;
          expect(nowMs).toBeLessThan(3_000);
        } else if (decision.do === "refuse") state = decision.state;
      }
      expect(accepted).toBeLessThanOrEqual(1);
    }),
  );
});

test("after a handler threw: a decline while open, a failure text after a defer, nothing after an answer", () => {
  expect(afterFailure(initialState)).toBe("decline");
  expect(afterFailure(initialState, 3_000)).toBe("nothing");
  expect(afterFailure(sent(beginConfirm(initialState, "reply", early)))).toBe("wait");
  expect(afterFailure(confirmed("reply"))).toBe("nothing");
  expect(afterFailure(confirmed("defer"), 60_000)).toBe("say-failed");
  expect(afterFailure(confirmed("defer"), 60_001)).toBe("nothing");
  expect(afterFailure(endAnswer(confirmed("defer"), true))).toBe("nothing");
});

test("INT-07 whoever lost the race sends no answers and no follow-ups, unless asked to", () => {
  const lost = endConfirm(
    sent(beginConfirm(initialState, "defer", early)),
    { was: "already", ambiguous: false },
    early,
  );
  expect(beginAnswer(lost, 1, limits).do).toBe("skip");
  expect(beginFollowUp(lost, 1, limits).do).toBe("skip");
  expect(afterFailure(lost)).toBe("nothing");
  expect(beginAnswer(lost, 1, { ...limits, sendAfterLostRace: true }).do).toBe("send");
  expect(beginFollowUp(lost, 1, { ...limits, sendAfterLostRace: true }).do).toBe("send");
});

test("an interaction begins open, without ambiguity and with its whole budget", () => {
  expect(opened(3_000)).toEqual({
    phase: { at: "open", afterAmbiguity: false },
    deadlineMs: 3_000,
    answer: "none",
    followUps: 0,
  });
});

test("a confirmation is the handler's own unless it says otherwise, and ours once it is accepted", () => {
  const [confirming, effect] = step(initialState, { on: "confirm", kind: "defer", nowMs: 0 }, limits);
  expect(effect).toEqual({ do: "send" });
  expect(confirming.phase).toEqual({ at: "confirming", kind: "defer", auto: false, afterAmbiguity: false });
  const { phase } = endConfirm(confirming, { was: "accepted" }, { nowMs: 7 });
  expect(phase).toEqual({ at: "confirmed", kind: "defer", auto: false, by: "us", atMs: 7 });
});

test("an outcome without a pending confirmation changes nothing", () => {
  for (const state of [initialState, expired, left, confirmed("reply")])
    expect(endConfirm(state, { was: "accepted" }, { nowMs: 7 })).toBe(state);
});

test("an answer is pending until its outcome is known", () => {
  const sending = sent(beginAnswer(confirmed("defer"), 10, limits));
  expect([sending.answer, endAnswer(sending, true).answer, endAnswer(sending, false).answer]).toEqual([
    "sending",
    "sent",
    "none",
  ]);
});

const expired = beginConfirm(initialState, "reply", { nowMs: 3_000 }).state;
const left = step(initialState, { on: "leave", nowMs: 0 }, limits)[0];
const confirming = (kind: ConfirmKind, auto = false) => sent(beginConfirm(initialState, kind, early, auto));
const standing = (kind: ConfirmKind, auto: boolean) =>
  endConfirm(confirming(kind, auto), { was: "accepted" }, { nowMs: 0 });
const confirms = (kind: ConfirmKind): Input => ({ on: "confirm", kind, nowMs: 1 });
const leaves = (nowMs = 1): Input => ({ on: "leave", nowMs });
const answersAt = (nowMs: number): Input => ({ on: "answer", nowMs });
const answers = answersAt(1);
const followsAt = (nowMs: number): Input => ({ on: "follow-up", nowMs });
const follows = followsAt(1);
const fails = (nowMs = 1): Input => ({ on: "failed", nowMs });

test.each<readonly [what: string, state: InteractionState, input: Input, want: string]>([
  ["an expired one is not confirmed", expired, confirms("reply"), "refuse expired"],
  ["an expired one is not answered", expired, answers, "refuse expired"],
  ["an expired one takes no follow-up", expired, follows, "refuse expired"],
  ["an expired one is not left", expired, leaves(), "refuse expired"],
  ["of an expired one nothing is said", expired, fails(), "nothing"],
  ["one that was left is not confirmed here", left, confirms("reply"), "refuse left"],
  ["to leave again is agreed to", left, leaves(2_999), "agree"],
  ["to leave again is too late at the deadline", left, leaves(3_000), "refuse expired"],
  ["one that was left is not answered", left, answers, "refuse not-confirmed"],
  ["an open one is not answered before it is confirmed", initialState, answersAt(2_999), "refuse not-confirmed"],
  ["an open one is answered too late at the deadline", initialState, answersAt(3_000), "refuse expired"],
  ["a follow-up of an open one is too late at the deadline", initialState, followsAt(3_000), "refuse expired"],
  [
    "a reply under way is no answer, also at the deadline",
    confirming("reply"),
    answersAt(3_000),
    "refuse not-confirmed",
  ],
  ["of one that was left nothing is said", left, fails(), "nothing"],
  ["an open one is left", initialState, leaves(2_999), "send"],
  ["an open one is left too late at the deadline", initialState, leaves(3_000), "refuse expired"],
  ["what is being confirmed is not left", confirming("reply"), leaves(), "refuse already-confirmed"],
  ["what is confirmed is not left", confirmed("reply"), leaves(), "refuse already-confirmed"],
  ["a defer meets the App's own under way", confirming("defer", true), confirms("defer"), "wait"],
  ["a defer meets one of the handler under way", confirming("defer"), confirms("defer"), "refuse already-confirmed"],
  ["a defer meets the App's own", standing("defer", true), confirms("defer"), "agree"],
  ["a defer meets one of the handler", standing("defer", false), confirms("defer"), "refuse already-confirmed"],
  ["a form meets the App's own defer", standing("defer", true), confirms("modal"), "refuse already-confirmed"],
  ["a defer meets the App's own suggestions", standing("suggest", true), confirms("defer"), "refuse already-confirmed"],
  ["an answer meets its defer under way", confirming("defer"), answers, "wait"],
  ["an answer meets a reply under way", confirming("reply"), answers, "refuse not-confirmed"],
  ["a follow-up meets a confirmation under way", confirming("reply"), follows, "wait"],
  ["a failure within 60 s of a defer is said", confirmed("defer", 1_000), fails(61_000), "say-failed"],
  ["a failure later than that is not", confirmed("defer", 1_000), fails(61_001), "nothing"],
])("%s", (_, state, input, want) => {
  const [, effect] = step(state, input, limits);
  expect(effect.do === "refuse" ? `refuse ${effect.reason}` : effect.do).toBe(want);
});

test("an agreed defer counts as the handler's own, and a left confirmation stays left", () => {
  const [agreed] = step(standing("defer", true), confirms("defer"), limits);
  expect(agreed).toEqual(standing("defer", false));
  const [{ phase }] = step(initialState, leaves(), limits);
  expect(phase).toEqual({ at: "left" });
});
