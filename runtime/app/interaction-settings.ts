import type { Interaction, InteractionId } from "../../generated/types.js";
import type { Clock } from "../abi/index.js";
import type { AppFacts } from "../diagnostics/app.js";
import type { InteractionFacts } from "../diagnostics/interaction.js";
import type { DiagnosticSink, Reporter } from "../diagnostics/reporter.js";
import type { ResponseChannel } from "../interaction/channel.js";
import type { SessionSettings } from "../interaction/session.js";
import type { BoundApi } from "./api.js";
import type { Around } from "./around.js";
import type { AnyContext, Match } from "./contexts/build.js";
import type { ModalWriter } from "./contexts/context.js";
import type { AllDecoders } from "./contexts/decoders.js";
import type { Source } from "./contexts/types.js";
import type { Conversation } from "./conversation.js";
import type { Conversations } from "./conversations.js";
import type { HandlerError } from "./errors.js";
import type { InFlight } from "./in-flight.js";
import type { Logger } from "./logger.js";
import type { Registry } from "./routing/registry.js";
import type { PastWait } from "./past-waits.js";
import type { RouteKey } from "./routing/router.js";

/** How an App treats the time of an interaction, and failures. */
export interface InteractionTiming {
  /** Milliseconds kept back for the way to the service. */
  readonly marginMs: number;
  /** Milliseconds before the deadline at which an unconfirmed interaction is deferred; undefined: never. */
  readonly autoDeferLeadMs: number | undefined;
  /** Milliseconds before the deadline at which late suggestions become an empty list; undefined: never. */
  readonly emptySuggestionsLeadMs: number | undefined;
  /** Sent, privately, where a handler throws after a defer; false: nothing. */
  readonly failureText: string | false;
  /** Runs handlers of interactions that are past their deadline, too. */
  readonly runExpired: boolean;
}

/** What running interactions needs of an App. */
export interface InteractionSettings {
  readonly clock: Clock;
  readonly registry: Registry;
  readonly timing: InteractionTiming;
  readonly session: Omit<SessionSettings, "clock" | "timers" | "around">;
  readonly writeModal: ModalWriter;
  readonly decoders: AllDecoders;
  /** Claims an interaction that did not come through an endpoint, which has claimed its own. */
  readonly claim: (interactionId: string) => boolean | PromiseLike<boolean>;
  readonly api: (interaction: Interaction) => BoundApi;
  readonly conversations: Conversations;
  /** The confirm, answer and follow-up routes of an interaction. */
  readonly rest: (interactionId: InteractionId) => ResponseChannel;
  readonly log: Logger;
  readonly sink: DiagnosticSink<never>;
  readonly report: Reporter<AppFacts>;
  readonly around: Around | undefined;
  readonly onError: (error: HandlerError, context: AnyContext) => Promise<void> | void;
  readonly inFlight: InFlight;
}

/** An interaction that has just come in. */
export interface Incoming {
  readonly interaction: Interaction;
  readonly source: Source;
  readonly channel: ResponseChannel;
  /** What stood in `expiresInMs` in place of a duration, if it had to be assumed. */
  readonly assumedExpiry?: string | undefined;
  /** Monotonic milliseconds at which its bytes were here. */
  readonly receivedAtMs: number;
  /** Bounds the deadline from above, where the way it came has a budget of its own; then it is claimed already. */
  readonly deadlineMs?: number;
  /** Asked for only when somebody looks at it: a signal costs more than a small handler. */
  readonly signal: () => AbortSignal;
}

/** What became of an arrival; `handed_on`: another member of the fleet had a conversation that waited for it. */
export type Ran = "handled" | "handed_on" | "duplicate" | "expired" | "failed";

/** What is known of an interaction before it is claimed. */
export interface Known {
  readonly arrival: Incoming;
  readonly key: RouteKey;
  readonly unreadable: Match["unreadable"];
  readonly report: Reporter<InteractionFacts>;
  readonly deadlineMs: number;
}

/** What its handler is run with. */
export interface Handling {
  readonly match: Match;
  readonly report: Reporter<InteractionFacts>;
}

/** A conversation that is taken up again, and the one of its waits that is answered now. */
export interface TakenUp {
  readonly conversation: Conversation;
  readonly number: number;
}

/** What an interaction is to conversations that are not of this process. */
export interface FoundElsewhere {
  /** It answers one of a process that is gone. */
  readonly takenUp?: TakenUp | undefined;
  /** What it is to those of other members of the fleet. */
  readonly past?: PastWait | undefined;
}

/** `handed_on`: another member of the fleet goes on with it; `duplicate`: see {@link Conversations.takeUp}. */
export type Elsewhere = FoundElsewhere | "duplicate" | "handed_on";
