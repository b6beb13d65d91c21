import type { Clock } from "../abi/index.js";
import type { InteractionFacts } from "../diagnostics/interaction.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { Confirmation, MessageId } from "../../generated/types.js";
import type { AnswerAttempt, AnswerLimits, AnswerLost, answersInTime } from "./answering.js";
import type { ConfirmResult, ResponseChannel, Texts } from "./channel.js";
import type { FirstReplyPolicy } from "./check.js";
import type { Timers } from "./timers.js";
import type { ConfirmedBy, ConfirmKind, InteractionState, MachineRules } from "./machine.js";

/** The result of a confirmation, an answer or a follow-up. */
export interface Answered {
  /**
   * `us`: this process confirmed. `unknown`: it is confirmed, possibly by an earlier attempt of this process that got no
   * answer. `other`: another client with the same credential had confirmed it.
   */
  readonly by: ConfirmedBy;
  /** `rest`: by a call. `body`: in the answer to a signed delivery, whose outcome is not known. */
  readonly via: "rest" | "body";
  /** Only for a public text, and only by `rest`. */
  readonly messageId?: MessageId;
}

/** What all sessions of an App or endpoint share. */
export interface SessionSettings {
  readonly clock: Clock;
  /** Absent: no automatic confirmation and no warning. */
  readonly timers?: Timers;
  /** From 0 to 1; for the pauses between attempts. */
  readonly random: () => number;
  readonly rules: MachineRules;
  /** Policies for first replies that hold more than text. */
  readonly firstReply: FirstReplyPolicy;
  /** How answers and follow-ups are sent. Default: they are sent once. */
  readonly sendAnswer?: ReturnType<typeof answersInTime>;
  /** How long before the deadline of the answer a missing one is reported, in milliseconds. Default: never. */
  readonly answerWarningMs?: number;
  /** Answers, privately, a deferred interaction that has no answer shortly before it expires. Default: nothing does. */
  readonly failureText?: string | false;
  /** Wraps the sending of a confirmation. */
  readonly around?: ((sending: Sending, run: () => Promise<ConfirmResult>) => Promise<ConfirmResult>) | undefined;
}

/** A confirmation that is being sent. */
export interface Sending {
  readonly confirmation: ConfirmKind;
  readonly via: "rest" | "body";
  /** Sent by the App rather than by the handler. */
  readonly auto: boolean;
}

/** A confirmation with the count of its attempts. */
export interface Sent {
  readonly confirmation: Confirmation;
  readonly auto: boolean;
  readonly startedMs: number;
  attempts: number;
}

/** A text that is sent after the confirmation. */
export interface Carried extends AnswerLimits {
  readonly texts: Texts;
  readonly send: AnswerAttempt;
}

/** What a session starts with. */
export interface SessionStart {
  readonly channel: ResponseChannel;
  /** Monotonic milliseconds: when its bytes arrived, and when confirming becomes pointless. */
  readonly receivedAtMs: number;
  readonly deadlineMs: number;
  readonly report: Reporter<InteractionFacts>;
  /** Tells the person that an answer did not get through, before the call that sent it rejects. */
  readonly answerLost?:
    ((lost: AnswerLost, followUp: (texts: Texts) => Promise<Answered>) => Promise<void>) | undefined;
  /** The state to continue from, when a stored conversation is resumed. */
  readonly state?: InteractionState | undefined;
}
