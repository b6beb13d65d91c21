import type { Clock } from "../abi/index.js";
import type { InteractionFacts } from "../diagnostics/interaction.js";
import type { Reporter } from "../diagnostics/reporter.js";
import type { MessageId } from "../../generated/types.js";
import type { ConfirmResult, ResponseChannel } from "./channel.js";
import type { FirstReplyPolicy } from "./check.js";
import type { Timers } from "./timers.js";
import type { ConfirmedBy, ConfirmKind, InteractionState, MachineRules } from "./machine.js";

/** What became of a confirmation, an answer or a follow-up. */
export interface Answered {
  /**
   * `us`: the service took it from here. `unknown`: it is confirmed, and an earlier attempt of ours without an answer
   * may have been the one. `other`: it was confirmed already, by someone else holding the same credential.
   */
  readonly by: ConfirmedBy;
  /** `rest`: by a call. `body`: in the answer to a signed delivery, of which no outcome is told. */
  readonly via: "rest" | "body";
  /** Only for a public text, and only by `rest`. */
  readonly messageId?: MessageId;
}

/** What all sessions of an App or endpoint stand on. */
export interface SessionSettings {
  readonly clock: Clock;
  /** Absent where nothing happens by itself: no confirmation at last, no warning. */
  readonly timers?: Timers;
  /** From 0 to 1; for the pauses between attempts. */
  readonly random: () => number;
  readonly rules: MachineRules;
  /** How first replies are treated that are more than text. */
  readonly firstReply: FirstReplyPolicy;
  /** Milliseconds before the end of the answer's time at which a missing one is reported. Default: it is not. */
  readonly answerWarningMs?: number;
  /** Runs around the sending of a confirmation. */
  readonly around?: ((sending: Sending, run: () => Promise<ConfirmResult>) => Promise<ConfirmResult>) | undefined;
}

/** A confirmation on its way out. */
export interface Sending {
  readonly confirmation: ConfirmKind;
  readonly via: "rest" | "body";
  /** Not by the handler's own doing. */
  readonly auto: boolean;
}

/** What one session begins with. */
export interface SessionStart {
  readonly channel: ResponseChannel;
  /** Monotonic: when its bytes were here, and from when on confirming is pointless. */
  readonly receivedAtMs: number;
  readonly deadlineMs: number;
  readonly report: Reporter<InteractionFacts>;
  /** Where it stands already, when a conversation is taken up again. */
  readonly state?: InteractionState | undefined;
}
