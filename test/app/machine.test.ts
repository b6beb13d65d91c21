import fc from "fast-check";
import { expect, test } from "vitest";
import {
  beginAnswer,
  beginConfirm,
  beginFollowUp,
  endAnswer,
  endConfirm,
  endFollowUp,
  initialState,
} from "../../runtime/app/interaction/machine.js";
import type { ConfirmKind, ConfirmOutcome, Decision, InteractionState } from "../../runtime/app/interaction/machine.js";
import { confirmDeadlineMs } from "../../runtime/app/interaction/deadline.js";

const limits = { deferredAnswerMs: 60_000, followUps: 5, followUpWindowMs: 600_000 };
const windows = { confirmationWindowMs: 3_000, autocompleteWindowMs: 1_000 };
const early = { nowMs: 0, deadlineMs: 3_000 };

function sent(decision: Decision): InteractionState {
  if (decision.do !== "send") throw new Error(`not sent: ${JSON.stringify(decision)}`);
  return decision.state;
}

function confirmed(kind: ConfirmKind, atMs = 0): InteractionState {
  return endConfirm(
    sent(beginConfirm(initialState, kind, early)),
    { was: "accepted" },
    { nowMs: atMs, deadlineMs: 3_000 },
  );
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

test("INT-07 a confirmation that someone else won counts as confirmed, not as a failure", () => {
  const state = endConfirm(
    sent(beginConfirm(initialState, "reply", early)),
    { was: "already", ambiguous: false },
    early,
  );
  expect(state.phase).toMatchObject({ at: "confirmed", by: "other" });
});

test("INT-08 already confirmed after an attempt without answer: confirmed, by whom is not known", () => {
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

test("INT-08 the doubt survives a refusal in between", () => {
  let state = endConfirm(sent(beginConfirm(initialState, "reply", early)), { was: "ambiguous" }, early);
  state = endConfirm(sent(beginConfirm(state, "reply", early)), { was: "refused" }, early);
  state = endConfirm(sent(beginConfirm(state, "reply", early)), { was: "already", ambiguous: false }, early);
  expect(state.phase).toMatchObject({ by: "unknown" });
});

test("a refusal that proves nothing was done leaves the interaction open until the deadline", () => {
  const sending = sent(beginConfirm(initialState, "reply", early));
  expect(endConfirm(sending, { was: "refused" }, { nowMs: 2_999, deadlineMs: 3_000 }).phase.at).toBe("open");
  expect(endConfirm(sending, { was: "refused" }, { nowMs: 3_000, deadlineMs: 3_000 }).phase.at).toBe("expired");
});

test("INT-04 at the deadline nothing is sent any more; one millisecond before it is", () => {
  expect(beginConfirm(initialState, "reply", { nowMs: 2_999, deadlineMs: 3_000 }).do).toBe("send");
  expect(beginConfirm(initialState, "reply", { nowMs: 3_000, deadlineMs: 3_000 })).toMatchObject({
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
  expect(beginFollowUp(state, 1, limits, false).do).toBe("send");
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
        const decision = beginConfirm(state, what, { nowMs, deadlineMs: 3_000 });
        if (decision.do === "send") {
          state = endConfirm(decision.state, how, { nowMs, deadlineMs: 3_000 });
          if (how.was === "accepted") accepted += 1;
          expect(nowMs).toBeLessThan(3_000);
        } else if (decision.do === "refuse") state = decision.state;
      }
      expect(accepted).toBeLessThanOrEqual(1);
    }),
  );
});

test("INT-02 the deadline is the monotonic arrival plus the duration, less the margin", () => {
  const input = { type: "command", expiresInMs: 2_000, receivedAtMs: 50_000, marginMs: 150 };
  expect(confirmDeadlineMs(input, windows)).toBe(51_850);
});

test("INT-06 the window of the type bounds a missing, larger or meaningless duration", () => {
  const at = (type: string, expiresInMs: unknown) =>
    confirmDeadlineMs({ type, expiresInMs, receivedAtMs: 0, marginMs: 0 }, windows);
  expect(at("command", undefined)).toBe(3_000);
  expect(at("command", 3_001)).toBe(3_000);
  expect(at("command", 2_999)).toBe(2_999);
  expect(at("autocomplete", 3_000)).toBe(1_000);
  expect(at("autocomplete", 999)).toBe(999);
  expect(at("form", "soon")).toBe(3_000);
  expect(at("form", Number.NaN)).toBe(3_000);
});

test("INT-04 a redelivery at zero, or within the margin, is past its deadline on arrival", () => {
  const at = (expiresInMs: number) =>
    confirmDeadlineMs({ type: "command", expiresInMs, receivedAtMs: 1_000, marginMs: 150 }, windows);
  expect(at(0)).toBeLessThanOrEqual(1_000);
  expect(at(150)).toBeLessThanOrEqual(1_000);
  expect(at(151)).toBeGreaterThan(1_000);
});
