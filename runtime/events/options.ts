import { ArgumentError } from "../base/errors.js";
import { didYouMean } from "../base/nearest.js";
import {
  atLeastOne,
  func,
  group,
  needed,
  numeric,
  oneOf,
  option,
  type OptionsOf,
  options,
  type WithDefaults,
  withDefaults,
  text,
  usually,
  withMethods,
} from "../base/options.js";
import { store } from "../store/kind.js";
import type { DiagnosticListener } from "../diagnostics/index.js";
import type { EventsDiagnostic } from "../diagnostics/events.js";
import { eventFamilies, limits } from "../../generated/tables.js";
import type { Assumptions, IntentFamily } from "../../generated/types.js";
import type { Caller, Clock, Operation, StreamAnswer, StreamOptions } from "../abi/index.js";
import type { ReconnectBackoff } from "./reconnect.js";
import type { ConnectionSlots } from "./slots.js";

/** What events need of a client. Every client of this package has this shape. */
export interface EventsClient extends Caller {
  /** May throw while an asynchronous token function has not answered yet. */
  readonly appId: string;
  /** Value of the API version header that its requests carry. */
  readonly apiVersion: string;
  readonly clock: Clock;
  /** Chance, from 0 (included) to 1. */
  readonly random: () => number;
  readonly assumptions: EventsAssumptions;
  /**
   * Opens the stream with the current credential and version header. Rejects on any status but 2xx; the caller checks
   * the content type.
   */
  openStream(
    operation: Operation,
    params: object,
    options?: StreamOptions,
  ): Promise<StreamAnswer & { readonly credentialId: symbol | undefined }>;
  /** Whether there is another credential than the one that opened a stream. May call a token function. */
  credentialChanged(credentialId: symbol | undefined, options?: { readonly signal?: AbortSignal }): Promise<boolean>;
}

/** The assumptions that events rest on. */
export type EventsAssumptions = Pick<
  Assumptions,
  | "frameBytes"
  | "silenceMs"
  | "firstByteMs"
  | "unknownCloseCode"
  | "mailboxOverflow"
  | "mailboxExpiryClock"
  | "emptyEventId"
>;

/** At least one family: what an empty list would mean is not documented. */
export type Intents = readonly [IntentFamily, ...IntentFamily[]];

/** How far back message history is read after a gap. */
export interface BackfillOptions extends OptionsOf<typeof backfillOptions> {}

const backfillOptions = /* @__PURE__ */ options(() => ({
  /** Most pages of one channel. Default 10, which is 500 messages. */
  maxPages: numeric(10),
}));

/** Bounds of the waits between connections. */
export interface BackoffOptions extends OptionsOf<typeof backoffOptions> {}

const backoffOptions = /* @__PURE__ */ options(() => ({
  /** Milliseconds: upper bound of the wait after the second failure in a row; doubles from there. Default 500. */
  baseMs: atLeastOne(500),
  /**
   * Milliseconds: longest wait that the service did not ask for. Default a quarter of the resume window, to fit in
   * several attempts.
   */
  capMs: atLeastOne(limits.resumeWindowMs / 4),
  /** Milliseconds: first wait after a refusal because too many connections are open. Default half of `capMs`. */
  patientMs: atLeastOne(),
  /** Milliseconds: no wait is longer, whatever the service asks for. From the description's limits. */
  ceilingMs: atLeastOne(limits.gatewayRetryAfterMs),
}));

/** Options of `openEvents()` that an App takes as well. */
export const sharedOptions = /* @__PURE__ */ options(() => ({
  /** Families of events to receive. */
  intents: option<Intents>(
    "a list of families of events",
    (value) => Array.isArray(value) && value.every((family) => typeof family === "string" && family !== ""),
  ),
  /**
   * `gateway`: the push stream. `mailbox`: polling. `auto` (default): the gateway, and the mailbox for as long as the
   * stream opens but stays silent.
   */
  transport: usually(oneOf("auto", "gateway", "mailbox"), "auto"),
  /**
   * Keeps the cursor across restarts. One stream at a time has it: another one ends with an `EventsEndedError` of
   * reason `cursor-taken`, or takes it over five seconds after the last heartbeat. Default: none; this stream resumes
   * after lost connections, and loses its position when it ends.
   */
  cursorStore: store(),
  /**
   * Tells this stream from others of the same App in the same store. Default: none, for the only stream. Keep the key
   * when the intents change: what was missed of the families that were added is then reported.
   */
  cursorKey: text(),
  /** Grants connections. Default: the two that the service allows an App, shared by all streams of one client. */
  slots: withMethods<ConnectionSlots>("an object with tryTake() and take()", "tryTake", "take"),
  /**
   * What to do after a gap. `report` (default): report it. `backfill`, or how far: also read the missing messages from
   * history and deliver them, marked as `backfilled`, in order within their channel but after newer events.
   * `events.backfilled` reports what could not be read.
   */
  onGap: group<"report" | "backfill" | BackfillOptions>(
    backfillOptions,
    '"report", "backfill" or { maxPages }',
    "report",
    "backfill",
  ),
}));

/** Options of `openEvents`. */
export interface EventsOptions extends OptionsOf<typeof eventsOptions> {}

export const eventsOptions = /* @__PURE__ */ options(() => ({
  ...sharedOptions,
  /** Families of events to receive. */
  intents: needed(sharedOptions.intents),
  /** Most events that wait for an iterating consumer; when full, the socket is not read. Default 1,000. */
  queueLimit: atLeastOne(1_000),
  /** Called with diagnostics of the stream: connections, gaps, pauses, its end. */
  onDiagnostic: func<DiagnosticListener<EventsDiagnostic>>(),
  /** Longest time, in milliseconds, that handled events stay unsaved. Default 1,000. */
  saveIntervalMs: atLeastOne(1_000),
  /** Most handled events that stay unsaved. Default 50. */
  saveEveryEvents: atLeastOne(50),
  /** Closes the stream. */
  signal: withMethods<AbortSignal>("an AbortSignal", "addEventListener"),
  /** Milliseconds for an attempt to connect, and for a read of the mailbox. Default 30,000. */
  connectTimeoutMs: atLeastOne(30_000),
  /** Milliseconds from a silent stream's fallback to the next attempt to return to it. Default 300,000. */
  returnAfterMs: atLeastOne(300_000),
  /** Milliseconds after which a connection counts as stable, which resets the back-off. Default 5,000. */
  stableAfterMs: atLeastOne(5_000),
  /** Consecutive connections that may end at a frame above the limit before it is skipped, as a gap. Default 3. */
  frameAttempts: atLeastOne(3),
  /** Waits between connections. */
  backoff: group<BackoffOptions>(backoffOptions),
  /** Most events from the first unhandled one on before reading stops. Default 10,000. */
  maxUnhandled: atLeastOne(10_000),
  /** Number of event ids remembered to recognise repeats. Default: four resume windows. */
  dedupeSize: atLeastOne(4 * limits.resumeEvents),
  /**
   * Number of consecutive answers, from the first on, that end the stream because they are probably not from the
   * service: no event stream, or an error without a code. Default 8, which takes between half a minute and a minute.
   * Once the service has answered, no number of them ends the stream.
   */
  protocolFailureLimit: atLeastOne(8),
  /** Events read from the mailbox that may wait while the queue is full. Default: what a mailbox holds. */
  mailboxOverflowLimit: atLeastOne(limits.mailboxEvents),
}));

/** The options with all defaults. */
export interface ResolvedOptions extends Omit<
  WithDefaults<typeof eventsOptions>,
  "backoff" | "onGap" | "onDiagnostic" | "signal"
> {
  /** Undefined: gaps are only reported. */
  readonly backfillPages: number | undefined;
  readonly backoff: ReconnectBackoff;
  readonly assumptions: EventsAssumptions;
}

/** @throws ArgumentError for a family that is probably misspelled; others may exist */
export function checkIntents({ intents = [] }: { readonly intents?: readonly string[] }, prefix = ""): void {
  const families: readonly string[] = Object.values(eventFamilies);
  for (const family of intents) {
    const meant = families.includes(family) ? "" : didYouMean(family, families);
    if (meant !== "") throw new ArgumentError(`${prefix}intents has no family "${family}".${meant}`);
  }
}

/** The options over their defaults. */
export function resolveOptions(given: EventsOptions, { assumptions }: EventsClient): ResolvedOptions {
  const { onGap = "report", backoff, ...others } = withDefaults(eventsOptions, given);
  const waits = withDefaults(backoffOptions, backoff ?? {});
  const pages = typeof onGap === "string" ? backfillOptions.maxPages[2] : withDefaults(backfillOptions, onGap).maxPages;
  return {
    ...others,
    backfillPages: onGap === "report" ? undefined : pages,
    backoff: { ...waits, patientMs: waits.patientMs ?? Math.max(1, waits.capMs / 2) },
    assumptions,
  };
}
