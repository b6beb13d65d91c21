import type { KeyValue } from "../store/contract.js";
import type { OnFailure } from "../events/dispatch/failure.js";
import type { EventsOptions, Intents } from "../events/options.js";
import type { ClientOptions } from "../http/options.js";
import type { DeliveryHandlerOptions } from "../delivery/handler/options.js";
import type { KeySource } from "../delivery/keys/key-set.js";
import type { Diagnostic } from "../diagnostics/index.js";
import type { Fleet } from "../fleet/fleet.js";
import type { Around } from "./around.js";
import type { ConversationOptions } from "./conversations/conversations.js";
import type { Decoders } from "./contexts/decoders.js";
import type { Logger } from "./logger.js";
import type { ProcessSignal } from "./signals.js";

/** How events come in. */
export interface AppEventsOptions extends Pick<EventsOptions, "cursorKey" | "slots"> {
  /** `auto`: the gateway, and the mailbox while the stream stays silent. Default: `auto`. */
  readonly transport?: "auto" | "gateway" | "mailbox";
  /** Families to ask for. Default: those that the registered handlers need. */
  readonly intents?: Intents;
  /** Keeps the place in the stream across restarts. Default: in memory. */
  readonly cursorStore?: KeyValue;
  /** What a gap means: `report`, it is reported; `backfill`, what history gives of it is read. Default: `report`. */
  readonly onGap?: EventsOptions["onGap"];
  /**
   * What a failing handler of an event means: `skip`, it is reported and the event is done; or how often the event is
   * given to its handlers again, all of them, and where it is put when that did not help. Default: `skip`.
   */
  readonly onFailure?: OnFailure;
}

/** Where signed deliveries are taken. Everything has a default. */
export interface AppDeliveryOptions extends Pick<
  DeliveryHandlerOptions,
  "dedupe" | "onDedupeFailure" | "mode" | "budgets" | "toleranceS" | "bodyLimitBytes" | "waitUntil"
> {
  /** Ids of the Apps behind this endpoint. Default: the App's own, from its token. */
  readonly apps?: string | readonly string[];
  /** Default: the public key route of the service, kept fresh; one store for all Apps of the process on this address. */
  readonly keys?: KeySource;
}

/** How commands are registered at start. */
export interface AppCommandsOptions {
  /** The scope: this server alone; null: the global commands. Nothing outside it is touched. Default: null. */
  readonly serverId?: string | null;
  /** Also deletes commands of this scope that the App does not define. Default: false. */
  readonly prune?: boolean;
  /**
   * The App has commands in no other scope, so that those whose scope the service does not list are taken for its.
   * Default: false: they are neither changed nor deleted, and a warning says so.
   */
  readonly onlyScope?: boolean;
}

/** Variables and bindings of the process or worker. */
export type AppEnvironment = Readonly<Record<string, string | undefined>>;

/** Options of an {@link App}: all of the client's, and how the App lives. Everything has a default but the first two. */
export interface AppOptions extends Omit<ClientOptions, "baseUrl" | "token" | "onDiagnostic"> {
  /** Absolute http(s) address of the service. Missing is told when it is first needed, so that tests need none. */
  readonly baseUrl?: string | undefined;
  /** The credential, both live ones during a rotation, or a function that is asked at every request. */
  readonly token?: ClientOptions["token"] | undefined;
  /** Events by gateway or mailbox. `false`: none, for an App that lives on signed deliveries alone. Default: `auto`. */
  readonly events?: AppEventsOptions | AppEventsOptions["transport"] | false;
  readonly delivery?: AppDeliveryOptions;
  /**
   * Registers the commands that have handlers when the App starts; unchanged ones are left alone. An App that takes
   * deliveries without a start registers nothing, and warns. Default: false, or true where the variable
   * `SVC_SYNC_COMMANDS` is 1. Where it is `prune`, as under `svc-apps dev`, true and the default also delete commands that
   * the code no longer defines.
   */
  readonly syncCommands?: boolean | AppCommandsOptions;
  /** Handlers of events at work at the same time. Default: 16. */
  readonly eventConcurrency?: number;
  /** Events waiting for a handler; when full, the source is not read. Default: 1,000. */
  readonly queueLimit?: number;
  /** `channel`: events of one channel are handled one after the other, interactions aside. Default: `none`. */
  readonly order?: "none" | "channel";
  /** Handlers of interactions at work at the same time. Default: 1,000, since many of them wait. */
  readonly interactionConcurrency?: number;
  /**
   * A handler of an event that takes longer, in milliseconds, is aborted through its signal; that of an interaction goes
   * on. Default: 60,000; 0: never.
   */
  readonly handlerTimeoutMs?: number;
  /** Defers just before the deadline what a handler has not confirmed. Default: true. */
  readonly autoDefer?: boolean;
  /** Milliseconds before the deadline at which that happens: less than the window of 3,000. Default: 400. */
  readonly autoDeferLeadMs?: number;
  /** Milliseconds of every window kept back for the way to the service: less than the shortest, 1,000. Default: 150. */
  readonly marginMs?: number;
  /** Runs handlers of interactions that came past their deadline as well. Default: false. */
  readonly runExpired?: boolean;
  /** Refuses follow-ups here that the platform's limits would refuse. Default: true. */
  readonly enforceFollowUps?: boolean;
  /**
   * Sent as the answer, for the person alone, where a handler throws after a defer, so that nobody waits for nothing;
   * before one, the interaction is declined. `false`: nothing is sent. Default: "Something went wrong."
   */
  readonly failureText?: string | false;
  /**
   * Where an answer did not get through and no follow-up reaches the person either, sends `failureText` as a message to
   * the channel, which everybody reads. Default: false.
   */
  readonly failureInChannel?: boolean;
  /**
   * Sends answers and follow-ups also where somebody else had confirmed the interaction, most likely another instance
   * with the same credential. Default: false, since the person would be told everything twice.
   */
  readonly sendAfterLostRace?: boolean;
  /** Readers of what the platform leaves undocumented in interactions. */
  readonly decoders?: Decoders;
  /** What is kept of conversations, by `waitFor()` and `ask()`. */
  readonly conversations?: ConversationOptions;
  /** Default: lines for people on standard error. pino and its kin fit. `false`: nothing is written. */
  readonly logger?: Logger | false;
  /** Told everything worth knowing, calls included. What it throws is logged and otherwise ignored. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
  /**
   * Runs around events, deliveries, handlers and confirmations; calls `run` and hands on what it gives. What it throws
   * itself is reported and otherwise ignored, and the work is done once, whatever it does.
   */
  readonly around?: Around;
  /**
   * Makes this process one of many that are one App: from `openFleet()` of `svc-apps/fleet`. Events are then handled by
   * whichever process is free, of each channel one after the other; duplicates, rate limits and command registration are
   * shared. Stopping the App leaves the fleet. Default: none, one process.
   */
  readonly fleet?: Fleet;
}

/** How events come in; undefined when none are to. */
export function eventsOptionsOf({ events = {} }: AppOptions): AppEventsOptions | undefined {
  if (events === false) return undefined;
  return typeof events === "string" ? { transport: events } : events;
}

export interface StartOptions {
  /**
   * Stops gracefully on these signals, then ends the process as they would; a second one does not wait. `process.exitCode`
   * becomes 1 when the service ends the connection for good. Default: SIGINT and SIGTERM; `false`: none, and the exit
   * code is left alone.
   */
  readonly signals?: readonly ProcessSignal[] | false;
}

export interface StopOptions {
  /** Milliseconds for handlers under way. Default: 10,000. Stopped more than once, the time that is up first counts. */
  readonly graceMs?: number;
}

/** Why an App has stopped. */
export interface StopReason {
  /** `asked`: by `stop()`. `signal`: by the process's. `ended`: the service will not have it, and `error` says why. */
  readonly why: "asked" | "signal" | "ended";
  readonly signal?: ProcessSignal;
  readonly error?: unknown;
}

/** What a test puts in place of the world. */
export interface Rewiring extends Pick<
  AppOptions,
  | "baseUrl"
  | "token"
  | "assumptions"
  | "transport"
  | "streamTransport"
  | "clock"
  | "random"
  | "logger"
  | "events"
  | "syncCommands"
  | "delivery"
> {
  /** Told what the App's own listener is told. */
  readonly onDiagnostic?: AppOptions["onDiagnostic"];
}
