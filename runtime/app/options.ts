import {
  any,
  atLeastOne,
  count,
  flag,
  func,
  group,
  oneOf,
  option,
  type OptionsOf,
  options,
  usually,
  withMethods,
} from "../base/options.js";
import { hasMethods } from "../base/values.js";
import { deliveryOptions } from "../delivery/handler/options.js";
import type { Diagnostic } from "../diagnostics/index.js";
import { onFailure } from "../events/dispatch/failure.js";
import { sharedOptions } from "../events/options.js";
import type { Fleet } from "../fleet/fleet.js";
import type { TokenOption } from "../http/credential.js";
import { clientOptions } from "../http/options.js";
import type { Around } from "./around.js";
import { decoderOptions, type Decoders } from "./contexts/decoders.js";
import { conversationOptions, type ConversationOptions } from "./conversations/conversations.js";
import type { Logger } from "./logger.js";
import type { ProcessSignal } from "./signals.js";

/** How events come in. */
export interface AppEventsOptions extends OptionsOf<typeof appEventsOptions> {}

export const appEventsOptions = /* @__PURE__ */ options(() => ({
  ...sharedOptions,
  /** Families to ask for. Default: those that the registered handlers need. */
  intents: sharedOptions.intents,
  /**
   * What to do when a handler of an event fails. `skip`: report it; the event counts as handled. Or how often all
   * handlers of the event run again, and where the event is stored if they keep failing. Default: `skip`.
   */
  onFailure: onFailure(),
}));

/** Where signed deliveries are taken. Everything has a default. */
export interface AppDeliveryOptions extends OptionsOf<typeof appDeliveryOptions> {}

export const appDeliveryOptions = /* @__PURE__ */ options(() => ({
  ...deliveryOptions,
  /** Ids of the Apps behind this endpoint. Default: the App's own, from its token. */
  apps: deliveryOptions.apps,
  /**
   * Where public keys come from. Default: the public key route of the service, kept fresh; one store for all Apps of
   * the process on this address.
   */
  keys: deliveryOptions.keys,
}));

/** How commands are registered at start. */
export interface AppCommandsOptions extends OptionsOf<typeof appCommandsOptions> {}

export const appCommandsOptions = /* @__PURE__ */ options(() => ({
  /** The scope: this server alone; null: the global commands. Nothing outside it is touched. Default: null. */
  serverId: any<string | null>(), // reported at the start, where its value is: see `syncAppCommands()`
  /** Also deletes commands of this scope that the App does not define. Default: false. */
  prune: flag(false),
  /**
   * The App has commands in no other scope, so that those without a listed scope are assumed to be in it.
   * Default: false: they are neither changed nor deleted, and a warning says so.
   */
  onlyScope: flag(false),
}));

/** Variables and bindings of the process or worker. */
export type AppEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * Options of an {@link App}: all of the client's, and how the App lives. Everything has a default but the first two.
 */
export interface AppOptions extends OptionsOf<typeof appOptions> {}

export const appOptions = /* @__PURE__ */ options(() => ({
  ...clientOptions,
  /** Absolute http(s) address of the service. Missing is reported when it is first needed, so that tests need none. */
  baseUrl: option<string | undefined>(
    "an absolute http(s) address",
    (value) => value === null || typeof value === "string" || value instanceof URL,
  ),
  /** The credential, both live ones during a rotation, or a function that is called for every request. */
  token: any<TokenOption | undefined>(),
  /** Events by gateway or mailbox. `false`: none, for an App that receives only signed deliveries. Default: `auto`. */
  events: group<AppEventsOptions | "auto" | "gateway" | "mailbox" | false>(
    appEventsOptions,
    '"auto", "gateway", "mailbox", false or an object',
    "auto",
    "gateway",
    "mailbox",
    false,
  ),
  /** Where signed deliveries are taken. */
  delivery: group<AppDeliveryOptions>(appDeliveryOptions),
  /**
   * Registers the commands that have handlers when the App starts; unchanged ones are not written. An App that takes
   * deliveries without a start registers nothing, and warns. Default: false, or true where the variable
   * `SVC_SYNC_COMMANDS` is 1. Where it is `prune`, as under `svc-apps dev`, true and the default also delete commands
   * that the code no longer defines.
   */
  syncCommands: group<AppCommandsOptions | boolean>(appCommandsOptions, "true, false or an object", true, false),
  /** Most handlers of events that run at the same time. Default: 16. */
  eventConcurrency: atLeastOne(16),
  /** Most events that wait for a handler; when there are as many, the source is not read. Default: 1,000. */
  queueLimit: atLeastOne(1_000),
  /** `channel`: events of one channel are handled one after the other, interactions aside. Default: `none`. */
  order: usually(oneOf("none", "channel"), "none"),
  /** Most handlers of interactions that run at the same time. Default: 1,000, since many of them wait. */
  interactionConcurrency: atLeastOne(1_000),
  /**
   * A handler of an event that takes longer, in milliseconds, is aborted through its signal; that of an interaction
   * goes on. Default: 60,000; 0: never.
   */
  handlerTimeoutMs: count(60_000),
  /** Defers just before the deadline what a handler has not confirmed. Default: true. */
  autoDefer: flag(true),
  /** Milliseconds before the deadline at which that happens: less than the window of 3,000. Default: 400. */
  autoDeferLeadMs: usually(any<number>(), 400), // against the window of the platform, when the App is put together; so the next, and failureText
  /** Milliseconds of every window reserved for the network: less than the shortest, 1,000. Default: 150. */
  marginMs: usually(any<number>(), 150),
  /** Also runs handlers of interactions that arrived after their deadline. Default: false. */
  runExpired: flag(false),
  /** Throws for follow-ups that the platform's limits would refuse, and sends nothing. Default: true. */
  enforceFollowUps: flag(true),
  /**
   * Sent as the answer, to the user alone, where a handler throws after a defer; before one, the interaction is
   * declined. `false`: nothing is sent. Default: "Something went wrong."
   */
  failureText: usually(any<string | false>(), "Something went wrong."),
  /**
   * Where neither an answer nor a follow-up reaches the user, sends `failureText` as a message to the channel, which
   * every user there can read. Default: false.
   */
  failureInChannel: flag(false),
  /**
   * Sends answers and follow-ups also where another client had confirmed the interaction, most likely another instance
   * with the same credential. Default: false, because the user would otherwise get every text twice.
   */
  sendAfterLostRace: flag(false),
  /** Readers of what the platform leaves undocumented in interactions. */
  decoders: group<Decoders>(decoderOptions),
  /** What is kept of conversations, by `waitFor()` and `ask()`. */
  conversations: group<ConversationOptions>(conversationOptions),
  /**
   * Receives log lines: `consoleLogger()`, pino and similar loggers; `false`: nothing is logged. Default: lines of text
   * on standard error.
   */
  logger: option<Logger | false>(
    "a logger, with debug(), info(), warn() and error(), or false",
    (value) => value === false || hasMethods(value, "debug", "info", "warn", "error"),
  ),
  /** Receives every diagnostic, those of calls included. What it throws is logged and otherwise ignored. */
  onDiagnostic: func<(diagnostic: Diagnostic) => void>(),
  /**
   * Runs around events, deliveries, handlers and confirmations; calls `run` and returns its result. Its own errors are
   * only reported, and the work is done once in any case.
   */
  around: func<Around>(),
  /**
   * Makes this process one of many that are one App: from `openFleet()` of `svc-apps/fleet`. Events are then handled by
   * whichever process is free, of each channel one after the other; duplicates, rate limits and command registration
   * are shared. Stopping the App leaves the fleet. Default: none, one process.
   */
  fleet: withMethods<Fleet>("the result of `await openFleet()`", "onDiagnostic"),
}));

/** How events come in; undefined when none are to. */
export function eventsOptionsOf({ events = {} }: AppOptions): AppEventsOptions | undefined {
  if (events === false) return undefined;
  return typeof events === "string" ? { transport: events } : events;
}

export interface StartOptions {
  /**
   * Stops gracefully on these signals, then ends the process as they would; a second one does not wait.
   * `process.exitCode` becomes 1 when the service ends the connection for good. Default: SIGINT and SIGTERM; `false`:
   * none, and the exit code is left alone.
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
  /** Receives what the App's own listener receives. */
  readonly onDiagnostic?: AppOptions["onDiagnostic"];
}
