/**
 * The state machine of one interaction; pure. The service's machine only moves forward and takes the first confirmation.
 * This mirror of it refuses what the service would refuse, and resolves local races: a reply that comes after a defer, for
 * example, becomes the answer. Time is passed in as readings of a monotonic clock.
 */
export type ConfirmKind = "reply" | "defer" | "decline" | "modal" | "suggest";

/** Who confirmed: this session; possibly this session, by an attempt that got no answer; or another client. */
export type ConfirmedBy = "us" | "unknown" | "other";

/** Where the confirmation stands. */
export type Phase =
  | { readonly at: "open"; readonly afterAmbiguity: boolean }
  | { readonly at: "confirming"; readonly kind: ConfirmKind; readonly auto: boolean; readonly afterAmbiguity: boolean }
  | {
      readonly at: "confirmed";
      readonly kind: ConfirmKind;
      /** True until the handler agrees to what the App did on its own. */
      readonly auto: boolean;
      readonly by: ConfirmedBy;
      /** Monotonic milliseconds at which the confirmation became known. */
      readonly atMs: number;
    }
  /** The handler confirms by another channel, or not at all: this session sends nothing. */
  | { readonly at: "left" }
  | { readonly at: "expired" };

/** One interaction. */
export interface InteractionState {
  readonly phase: Phase;
  /** Monotonic milliseconds from which confirming is pointless. */
  readonly deadlineMs: number;
  /** The only answer after a `defer`. */
  readonly answer: "none" | "sending" | "sent";
  /** Follow-ups spent, including those whose outcome is unknown. */
  readonly followUps: number;
}

/** The platform's limits after a confirmation, and the App's options. */
export interface MachineRules {
  /** Milliseconds after `defer` within which the answer must come. */
  readonly deferredAnswerMs: number;
  readonly followUps: number;
  /** Milliseconds after the confirmation within which follow-ups are taken. */
  readonly followUpWindowMs: number;
  /** Refuses follow-ups past these limits here. Default: true. */
  readonly enforceFollowUps?: boolean;
  /** Sends answers and follow-ups although another client confirmed. Default: false. */
  readonly sendAfterLostRace?: boolean;
}

/** Why the machine refused something, before anything was sent. */
export type LocalRefusal =
  | "expired"
  | "already-confirmed"
  | "left"
  | "not-confirmed"
  | "not-deferred"
  | "already-answered"
  | "answer-too-late"
  | "follow-ups-spent"
  | "follow-ups-too-late";

/** The outcome of a confirmation that was sent. */
export type ConfirmOutcome =
  | { readonly was: "accepted" }
  /** The service says that it is confirmed already. `ambiguous`: an earlier attempt of the same call got no answer. */
  | { readonly was: "already"; readonly ambiguous: boolean }
  /** No answer, or none that tells: it may have been carried out. */
  | { readonly was: "ambiguous" }
  /** Refused and certainly not carried out. */
  | { readonly was: "refused" };

/** What happens to an interaction. */
export type Input =
  /** Asks to confirm. `auto` marks the App's automatic confirmation just before the deadline. */
  | { readonly on: "confirm"; readonly kind: ConfirmKind; readonly auto?: boolean; readonly nowMs: number }
  | { readonly on: "confirmed"; readonly outcome: ConfirmOutcome; readonly nowMs: number }
  /** Asks to send the answer that a `defer` promised. */
  | { readonly on: "answer"; readonly nowMs: number }
  /** The outcome of an answer. One that was certainly not carried out may be sent again; in doubt it counts as sent. */
  | { readonly on: "answered"; readonly carriedOut: boolean }
  /** Asks to send a follow-up; spends one of the budget. */
  | { readonly on: "follow-up"; readonly nowMs: number }
  /** The outcome of a follow-up. One that was certainly not carried out is given back to the budget. */
  | { readonly on: "followed-up"; readonly carriedOut: boolean }
  /** Asks to leave the confirmation to another channel. */
  | { readonly on: "leave"; readonly nowMs: number }
  /** The handler threw. */
  | { readonly on: "failed"; readonly nowMs: number };

/** What to do upon an input. */
export type Effect =
  | { readonly do: "send" }
  /** A `reply` that lost to a defer: send it as the answer instead. */
  | { readonly do: "answer" }
  /** The App has done already what is asked for. */
  | { readonly do: "agree" }
  /** A confirmation is on its way: wait for its outcome, then ask again. */
  | { readonly do: "wait" }
  /** Somebody else confirmed: send nothing. */
  | { readonly do: "skip" }
  | { readonly do: "refuse"; readonly reason: LocalRefusal }
  /** The handler failed while the person still waits: decline, or say that it failed. */
  | { readonly do: "decline" }
  | { readonly do: "say-failed" }
  | { readonly do: "nothing" };

/** The new state, and what to do. */
export type Step = readonly [state: InteractionState, effect: Effect];

/** An interaction that may be confirmed before `deadlineMs`, on the monotonic clock. */
export function opened(deadlineMs: number): InteractionState {
  return { phase: { at: "open", afterAmbiguity: false }, deadlineMs, answer: "none", followUps: 0 };
}

/** Makes every decision about an interaction. */
export function step(state: InteractionState, input: Input, rules: MachineRules): Step {
  switch (input.on) {
    case "confirm":
      return confirm(state, input.kind, input.auto ?? false, input.nowMs);
    case "confirmed":
      return [concluded(state, input.outcome, input.nowMs), nothing];
    case "answer":
      return answer(state, input.nowMs, rules);
    case "answered":
      return [{ ...state, answer: input.carriedOut ? "sent" : "none" }, nothing];
    case "follow-up":
      return followUp(state, input.nowMs, rules);
    case "followed-up":
      return [input.carriedOut ? state : { ...state, followUps: state.followUps - 1 }, nothing];
    case "leave":
      return leave(state, input.nowMs);
    case "failed":
      return [state, afterFailure(state, input.nowMs, rules)];
  }
}

function confirm(state: InteractionState, kind: ConfirmKind, auto: boolean, nowMs: number): Step {
  const { phase } = state;
  if (phase.at === "open") {
    if (nowMs >= state.deadlineMs) return refuse({ ...state, phase: { at: "expired" } }, "expired");
    const { afterAmbiguity } = phase;
    return [{ ...state, phase: { at: "confirming", kind, auto, afterAmbiguity } }, send];
  }
  if (phase.at === "expired") return refuse(state, "expired");
  if (phase.at === "left") return refuse(state, "left");
  if (kind === "reply" && phase.kind === "defer") return [state, phase.at === "confirming" ? wait : { do: "answer" }];
  // The handler asks for the defer that the App has made automatically: no second confirmation.
  if (kind === "defer" && phase.kind === "defer" && phase.auto) {
    if (phase.at === "confirming") return [state, wait];
    return [{ ...state, phase: { ...phase, auto: false } }, { do: "agree" }];
  }
  return refuse(state, "already-confirmed");
}

function leave(state: InteractionState, nowMs: number): Step {
  const { phase } = state;
  if (phase.at === "left") return nowMs < state.deadlineMs ? [state, { do: "agree" }] : refuse(state, "expired");
  if (phase.at !== "open") return refuse(state, phase.at === "expired" ? "expired" : "already-confirmed");
  return nowMs < state.deadlineMs ? [{ ...state, phase: { at: "left" } }, send] : refuse(state, "expired");
}

function concluded(state: InteractionState, outcome: ConfirmOutcome, nowMs: number): InteractionState {
  const { phase } = state;
  if (phase.at !== "confirming") return state;
  const { kind, auto, afterAmbiguity } = phase;
  switch (outcome.was) {
    case "accepted":
      return { ...state, phase: { at: "confirmed", kind, auto, by: "us", atMs: nowMs } };
    case "already": {
      const by = outcome.ambiguous || afterAmbiguity ? "unknown" : "other";
      return { ...state, phase: { at: "confirmed", kind, auto, by, atMs: nowMs } };
    }
    case "ambiguous":
      return reopened(state, true, nowMs);
    case "refused":
      return reopened(state, afterAmbiguity, nowMs);
  }
}

function reopened(state: InteractionState, afterAmbiguity: boolean, nowMs: number): InteractionState {
  return { ...state, phase: nowMs >= state.deadlineMs ? { at: "expired" } : { at: "open", afterAmbiguity } };
}

function answer(state: InteractionState, nowMs: number, rules: MachineRules): Step {
  const { phase } = state;
  if (phase.at === "confirming" && phase.kind === "defer") return [state, wait];
  if (phase.at !== "confirmed") return refuse(state, whyNotConfirmed(state, nowMs));
  if (phase.kind !== "defer") return refuse(state, "not-deferred");
  if (state.answer !== "none") return refuse(state, "already-answered");
  if (isLost(phase, rules)) return [state, skip];
  if (nowMs - phase.atMs > rules.deferredAnswerMs) return refuse(state, "answer-too-late");
  return [{ ...state, answer: "sending" }, send];
}

function followUp(state: InteractionState, nowMs: number, rules: MachineRules): Step {
  const { phase } = state;
  const { enforceFollowUps = true } = rules;
  if (phase.at === "confirming") return [state, wait];
  if (phase.at !== "confirmed") return refuse(state, whyNotConfirmed(state, nowMs));
  if (isLost(phase, rules)) return [state, skip];
  if (enforceFollowUps && state.followUps >= rules.followUps) return refuse(state, "follow-ups-spent");
  if (enforceFollowUps && nowMs - phase.atMs > rules.followUpWindowMs) return refuse(state, "follow-ups-too-late");
  return [{ ...state, followUps: state.followUps + 1 }, send];
}

/** Why an answer or a follow-up is refused without a confirmation. */
function whyNotConfirmed({ phase, deadlineMs }: InteractionState, nowMs: number): LocalRefusal {
  return phase.at === "expired" || (phase.at === "open" && nowMs >= deadlineMs) ? "expired" : "not-confirmed";
}

/** What the person is shown after the handler threw. */
function afterFailure(
  { phase, answer: answered, deadlineMs }: InteractionState,
  nowMs: number,
  rules: MachineRules,
): Effect {
  if (phase.at === "confirming") return wait;
  if (phase.at === "open") return nowMs < deadlineMs ? { do: "decline" } : nothing;
  if (phase.at !== "confirmed" || phase.kind !== "defer" || phase.by === "other") return nothing;
  return answered === "none" && nowMs - phase.atMs <= rules.deferredAnswerMs ? { do: "say-failed" } : nothing;
}

/** Whether another client confirmed, and answers: sending from here too would send everything twice. */
const isLost = ({ by }: { readonly by: ConfirmedBy }, { sendAfterLostRace = false }: MachineRules): boolean =>
  by === "other" && !sendAfterLostRace;

const send: Effect = { do: "send" };
const wait: Effect = { do: "wait" };
const skip: Effect = { do: "skip" };
const nothing: Effect = { do: "nothing" };

function refuse(state: InteractionState, reason: LocalRefusal): Step {
  return [state, { do: "refuse", reason }];
}
