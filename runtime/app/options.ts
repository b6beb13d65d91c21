import type { CursorStore } from "../events/cursor/store.js";
import type { Intents } from "../events/stream/options.js";
import { CLIENT_OPTIONS } from "../http/option-names.js";
import type { ClientOptions } from "../http/options.js";
import type { DeliveryHandlerOptions } from "../delivery/handler/options.js";
import type { KeySource } from "../delivery/keys/source.js";
import type { AppHooks } from "./hooks.js";
import type { Decoders } from "./interaction/decoders.js";
import type { Logger } from "./logger.js";

/** How events come in. */
export interface AppEventsOptions {
  /** `auto`: the gateway, and the mailbox while the stream stays silent. Default: `auto`. */
  readonly transport?: "auto" | "gateway" | "mailbox";
  /** Families to ask for. Default: those that the registered handlers need. */
  readonly intents?: Intents;
  /** Keeps the place in the stream across restarts. Default: in memory. */
  readonly cursorStore?: CursorStore;
}

/** Where signed deliveries are taken. Everything has a default. */
export interface AppDeliveryOptions extends Pick<
  DeliveryHandlerOptions,
  "dedupe" | "onDedupeFailure" | "mode" | "budgets" | "toleranceS" | "bodyLimitBytes" | "waitUntil" | "onEvent"
> {
  /** Ids of the Apps behind this endpoint. Default: the App's own, from its token. */
  readonly apps?: string | readonly string[];
  /** Default: the public key route of the service, kept fresh; one store for all Apps of the process on this address. */
  readonly keys?: KeySource;
}

/** How commands are registered at start. */
export interface AppCommandsOptions {
  /** Registers them in this server only. Default: everywhere. */
  readonly serverId?: string;
  /** Also deletes commands of this scope that the App does not define. Default: false. */
  readonly prune?: boolean;
}

/** Options of an {@link App}: all of the client's, and how the App lives. Everything has a default but the first two. */
export interface AppOptions extends Omit<ClientOptions, "baseUrl" | "token"> {
  /** Absolute http(s) address of the service. Missing is told when it is first needed, so that tests need none. */
  readonly baseUrl?: string | undefined;
  /** The credential, both live ones during a rotation, or a function that is asked at every request. */
  readonly token?: ClientOptions["token"] | undefined;
  /** Events by gateway or mailbox. `false`: none, for an App that lives on signed deliveries alone. Default: `auto`. */
  readonly events?: AppEventsOptions | AppEventsOptions["transport"] | false;
  readonly delivery?: AppDeliveryOptions;
  /**
   * Registers the commands that have handlers when the App starts; unchanged ones are left alone. An App that takes
   * deliveries without a start registers nothing, and warns. Default: false.
   */
  readonly syncCommands?: boolean | AppCommandsOptions;
  /** Handlers of events at work at the same time. Default: 16. */
  readonly eventConcurrency?: number;
  /** Events waiting for a handler; when full, the source is not read. Default: 1,000. */
  readonly queueLimit?: number;
  /** `channel`: events of one channel are handled one after the other. Default: `none`. */
  readonly order?: "none" | "channel";
  /** Handlers of interactions at work at the same time. Default: 1,000, since many of them wait. */
  readonly interactionConcurrency?: number;
  /** A handler of an event that takes longer is aborted through its signal. Default: 60,000; 0: never. */
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
  /** Readers of what the platform leaves undocumented in interactions. */
  readonly decoders?: Decoders;
  /** Default: lines for people on standard error. pino and its kin fit. */
  readonly logger?: Logger;
  readonly hooks?: AppHooks;
}

/** Every option of an App, for those who come without the types. */
export const APP_OPTIONS: Readonly<Record<keyof AppOptions, true>> = {
  ...CLIENT_OPTIONS,
  events: true,
  delivery: true,
  syncCommands: true,
  eventConcurrency: true,
  queueLimit: true,
  order: true,
  interactionConcurrency: true,
  handlerTimeoutMs: true,
  autoDefer: true,
  autoDeferLeadMs: true,
  marginMs: true,
  runExpired: true,
  enforceFollowUps: true,
  decoders: true,
  logger: true,
  hooks: true,
};

export interface StartOptions {
  /**
   * Stops gracefully on these signals, then ends the process as they would; a second one does not wait. `process.exitCode`
   * becomes 1 when the service ends the connection for good. Default: SIGINT and SIGTERM; `false`: none, and the exit
   * code is left alone.
   */
  readonly signals?: readonly NodeJS.Signals[] | false;
}

export interface StopOptions {
  /** Milliseconds for handlers under way. Default: 10,000. Stopped more than once, the time that is up first counts. */
  readonly graceMs?: number;
}

/** Why an App has stopped. */
export interface StopReason {
  /** `asked`: by `stop()`. `signal`: by the process's. `ended`: the service will not have it, and `error` says why. */
  readonly why: "asked" | "signal" | "ended";
  readonly signal?: NodeJS.Signals;
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
  /** Hears what the App's own hooks hear. */
  readonly onNotice?: AppHooks["onNotice"];
}
