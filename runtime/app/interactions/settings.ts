import type { Interaction, InteractionId } from "../../../generated/types.js";
import type { Clock } from "../../abi/index.js";
import type { AppFacts } from "../../diagnostics/app.js";
import type { InteractionFacts } from "../../diagnostics/interaction.js";
import type { DiagnosticSink, Reporter } from "../../diagnostics/reporter.js";
import type { ResponseChannel } from "../../interaction/channel.js";
import type { SessionSettings } from "../../interaction/session.js";
import type { InteractionSource } from "../../diagnostics/interaction.js";
import type { BoundApi } from "../api.js";
import type { Around } from "../around.js";
import type { AnyContext, Match } from "../contexts/build.js";
import type { ModalWriter } from "../contexts/context.js";
import type { AllDecoders } from "../contexts/decoders.js";
import type { Conversations } from "../conversations/conversations.js";
import type { RestListener } from "../conversations/handler-waits.js";
import type { HandlerError } from "../errors.js";
import type { InFlight } from "../in-flight.js";
import type { Logger } from "../logger.js";
import type { Registry } from "../routing/registry.js";
import type { RouteKey } from "../routing/router.js";

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
  /** Sends it to the channel, for everybody, where an answer was lost and no follow-up reaches the person. */
  readonly failureInChannel: boolean;
  /** Also runs handlers of interactions that are past their deadline. */
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
  /** Claims an interaction that did not come through an endpoint, which claims its own. False: it was seen before. */
  readonly claim: (interactionId: string) => boolean | PromiseLike<boolean>;
  /** What a handler of an interaction, by its label, makes calls with. */
  readonly api: (interaction: Interaction, handler: string) => BoundApi;
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

/** An interaction that has just arrived. */
export interface Incoming {
  readonly interaction: Interaction;
  readonly source: InteractionSource;
  readonly channel: ResponseChannel;
  /** What stood in `expiresInMs` in place of a duration, if it had to be assumed. */
  readonly assumedExpiry?: string | undefined;
  /** Monotonic milliseconds at which its bytes were here. */
  readonly receivedAtMs: number;
  /** Bounds the deadline from above where the way it came has a time limit of its own. It is claimed already then. */
  readonly deadlineMs?: number;
  /** Hears that everything was done for it that will be before something else comes. */
  readonly onRest?: RestListener;
  /** Called only when a handler reads the signal: making one costs more than a small handler. */
  readonly signal: () => AbortSignal;
}

/** What became of an interaction. `handed_on`: another member of the fleet had a conversation that waited for it. */
export type Ran = "handled" | "handed_on" | "duplicate" | "expired" | "failed";

/** An interaction with its route key and its deadline. */
export interface Arrival {
  readonly incoming: Incoming;
  readonly key: RouteKey;
  readonly unreadable: Match["unreadable"];
  readonly report: Reporter<InteractionFacts>;
  /** Monotonic milliseconds by which it must be confirmed. */
  readonly deadlineMs: number;
}
