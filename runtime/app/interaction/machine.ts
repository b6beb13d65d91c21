/**
 * What may be done with one interaction, as plain data. The service's machine is one-way and the first confirmation
 * wins; this mirror of it keeps the App from asking for what cannot be, and turns the loser of a local race into what
 * its author meant. Nothing here does I/O; time comes in as readings of a monotonic clock.
 */
export type ConfirmKind = "reply" | "defer" | "decline" | "modal" | "suggest";

/** Who won the one confirmation: this context, possibly this context (an attempt got no answer), someone else. */
export type ConfirmedBy = "us" | "unknown" | "other";

export type Phase =
  | { readonly at: "open"; readonly afterAmbiguity: boolean }
  | { readonly at: "confirming"; readonly kind: ConfirmKind; readonly auto: boolean; readonly afterAmbiguity: boolean }
  | {
      readonly at: "confirmed";
      readonly kind: ConfirmKind;
      /** True until the handler agrees to what the App did on its own. */
      readonly auto: boolean;
      readonly by: ConfirmedBy;
      /** Monotonic milliseconds at which we learned of it. */
      readonly atMs: number;
    }
  | { readonly at: "expired" };

export interface InteractionState {
  readonly phase: Phase;
  /** The one answer after a `defer`. */
  readonly answer: "none" | "sending" | "sent";
  /** Follow-ups spent, those whose outcome is not known included. */
  readonly followUps: number;
}

export interface MachineLimits {
  /** Milliseconds after `defer` within which the answer must come. */
  readonly deferredAnswerMs: number;
  readonly followUps: number;
  /** Milliseconds after the confirmation within which follow-ups are taken. */
  readonly followUpWindowMs: number;
}

export const initialState: InteractionState = {
  phase: { at: "open", afterAmbiguity: false },
  answer: "none",
  followUps: 0,
};

/** Why something was refused here, before anything was sent. */
export type LocalRefusal =
  | "expired"
  | "already-confirmed"
  | "not-confirmed"
  | "not-deferred"
  | "already-answered"
  | "answer-too-late"
  | "follow-ups-spent"
  | "follow-ups-too-late";

export type Decision =
  | { readonly do: "send"; readonly state: InteractionState }
  /** A `reply` that lost to a defer: send it as the answer instead. */
  | { readonly do: "answer" }
  /** What is asked for stands already, by the App's own doing. */
  | { readonly do: "agree"; readonly state: InteractionState }
  /** A defer is on its way: wait for its outcome, then decide again. */
  | { readonly do: "wait" }
  | { readonly do: "refuse"; readonly reason: LocalRefusal; readonly state: InteractionState };

/** Asks to confirm. `auto` marks the App's own defer or empty suggestion just before the deadline. */
export function beginConfirm(
  state: InteractionState,
  kind: ConfirmKind,
  time: { readonly nowMs: number; readonly deadlineMs: number },
  auto = false,
): Decision {
  const { phase } = state;
  if (phase.at === "open") {
    if (time.nowMs >= time.deadlineMs) return refusal({ ...state, phase: { at: "expired" } }, "expired");
    const { afterAmbiguity } = phase;
    return { do: "send", state: { ...state, phase: { at: "confirming", kind, auto, afterAmbiguity } } };
  }
  if (phase.at === "expired") return refusal(state, "expired");
  if (kind === "reply" && phase.kind === "defer") {
    return phase.at === "confirming" ? { do: "wait" } : { do: "answer" };
  }
  // Asking for the defer that the App already made on its own is agreement, not a second confirmation.
  if (kind === "defer" && phase.kind === "defer" && phase.auto) {
    if (phase.at === "confirming") return { do: "wait" };
    return { do: "agree", state: { ...state, phase: { ...phase, auto: false } } };
  }
  return refusal(state, "already-confirmed");
}

/** How a confirmation that was sent came out. */
export type ConfirmOutcome =
  | { readonly was: "accepted" }
  /** The service says that the interaction is confirmed already. `ambiguous`: an attempt of this very call got no answer. */
  | { readonly was: "already"; readonly ambiguous: boolean }
  /** No answer came, or one that does not say: it may have been carried out. */
  | { readonly was: "ambiguous" }
  /** Refused and certainly not carried out. */
  | { readonly was: "refused" };

export function endConfirm(
  state: InteractionState,
  outcome: ConfirmOutcome,
  time: { readonly nowMs: number; readonly deadlineMs: number },
): InteractionState {
  const { phase } = state;
  if (phase.at !== "confirming") return state;
  const { kind, auto, afterAmbiguity } = phase;
  switch (outcome.was) {
    case "accepted":
      return { ...state, phase: { at: "confirmed", kind, auto, by: "us", atMs: time.nowMs } };
    case "already": {
      const by = outcome.ambiguous || afterAmbiguity ? "unknown" : "other";
      return { ...state, phase: { at: "confirmed", kind, auto, by, atMs: time.nowMs } };
    }
    case "ambiguous":
      return { ...state, phase: reopen(true, time) };
    case "refused":
      return { ...state, phase: reopen(afterAmbiguity, time) };
  }
}

function reopen(afterAmbiguity: boolean, time: { readonly nowMs: number; readonly deadlineMs: number }): Phase {
  return time.nowMs >= time.deadlineMs ? { at: "expired" } : { at: "open", afterAmbiguity };
}

/** Asks to send the answer that a `defer` promised. */
export function beginAnswer(state: InteractionState, nowMs: number, limits: MachineLimits): Decision {
  const { phase } = state;
  if (phase.at === "confirming" && phase.kind === "defer") return { do: "wait" };
  if (phase.at === "expired") return refusal(state, "expired");
  if (phase.at !== "confirmed") return refusal(state, "not-confirmed");
  if (phase.kind !== "defer") return refusal(state, "not-deferred");
  if (state.answer !== "none") return refusal(state, "already-answered");
  if (nowMs - phase.atMs > limits.deferredAnswerMs) return refusal(state, "answer-too-late");
  return { do: "send", state: { ...state, answer: "sending" } };
}

/** An answer that certainly was not carried out may be sent again; in doubt it counts as sent. */
export function endAnswer(state: InteractionState, carriedOut: boolean): InteractionState {
  return { ...state, answer: carriedOut ? "sent" : "none" };
}

/** Asks to send a follow-up; spends one of the budget. */
export function beginFollowUp(state: InteractionState, nowMs: number, limits: MachineLimits, enforce = true): Decision {
  const { phase } = state;
  if (phase.at === "confirming") return { do: "wait" };
  if (phase.at === "expired") return refusal(state, "expired");
  if (phase.at !== "confirmed") return refusal(state, "not-confirmed");
  if (enforce && state.followUps >= limits.followUps) return refusal(state, "follow-ups-spent");
  if (enforce && nowMs - phase.atMs > limits.followUpWindowMs) return refusal(state, "follow-ups-too-late");
  return { do: "send", state: { ...state, followUps: state.followUps + 1 } };
}

/** Gives a follow-up back to the budget when the service certainly did not take it. */
export function endFollowUp(state: InteractionState, carriedOut: boolean): InteractionState {
  return carriedOut ? state : { ...state, followUps: state.followUps - 1 };
}

function refusal(state: InteractionState, reason: LocalRefusal): Decision {
  return { do: "refuse", reason, state };
}
