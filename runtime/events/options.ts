import type { KeyValue } from "../store/contract.js";
import { ArgumentError } from "../base/errors.js";
import type { DiagnosticListener } from "../diagnostics/index.js";
import type { EventsDiagnostic } from "../diagnostics/events.js";
import { limits } from "../../generated/tables.js";
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
export interface BackfillOptions {
  /** Most pages of one channel. Default 10, which is 500 messages. */
  readonly maxPages?: number;
}

/** Options of `openEvents`. */
export interface EventsOptions {
  /** Families of events to receive. */
  readonly intents: Intents;
  /**
   * `gateway`: the push stream. `mailbox`: polling. `auto` (default): the gateway, and the mailbox for as long as the
   * stream opens but stays silent.
   */
  readonly transport?: "auto" | "gateway" | "mailbox";
  /** Most events that wait for an iterating consumer; when full, the socket is not read. Default 1,000. */
  readonly queueLimit?: number;
  /** Called with diagnostics of the stream: connections, gaps, pauses, its end. */
  readonly onDiagnostic?: DiagnosticListener<EventsDiagnostic>;
  /**
   * Keeps the cursor across restarts. One stream at a time has it: another one ends with an `EventsEndedError` of reason
   * `cursor-taken`, or takes it over five seconds after the last heartbeat. Default: none; this stream resumes after lost
   * connections, and forgets at its end.
   */
  readonly cursorStore?: KeyValue;
  /**
   * Tells this stream from others of the same App in the same store. Default: none, for the only stream. Keep the key
   * when the intents change: what was missed of the families that were added is then reported.
   */
  readonly cursorKey?: string;
  /** Longest time, in milliseconds, that handled events stay unsaved. Default 1,000. */
  readonly saveIntervalMs?: number;
  /** Most handled events that stay unsaved. Default 50. */
  readonly saveEveryEvents?: number;
  /** Who grants connections. Default: the two that the service allows an App, shared by all streams of one client. */
  readonly slots?: ConnectionSlots;
  /** Closes the stream. */
  readonly signal?: AbortSignal;
  /** Milliseconds for an attempt to connect, and for a read of the mailbox. Default 30,000. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds from a silent stream's fallback to the next attempt to return to it. Default 300,000. */
  readonly returnAfterMs?: number;
  /** Milliseconds after which a connection counts as stable, which resets the back-off. Default 5,000. */
  readonly stableAfterMs?: number;
  /** Consecutive connections that may end at a frame above the limit before it is skipped, as a gap. Default 3. */
  readonly frameAttempts?: number;
  /**
   * What to do after a gap. `report` (default): report it. `backfill`, or how far: also read the missing messages from
   * history and hand them out, marked as `backfilled`, in order within their channel but behind events that have come
   * since. `events.backfilled` reports what could not be read.
   */
  readonly onGap?: "report" | "backfill" | BackfillOptions;
  /** Waits between connections. */
  readonly backoff?: Partial<ReconnectBackoff>;
  /** Most events from the first unhandled one on before reading stops. Default 10,000. */
  readonly maxUnhandled?: number;
  /** Number of event ids remembered to recognise repeats. Default: four resume windows. */
  readonly dedupeSize?: number;
  /**
   * Number of consecutive answers, from the first on, that end the stream because they are probably not from the
   * service: no event stream, or an error without a code. Default 8, which takes between half a minute and a minute.
   * Once the service has answered, no number of them ends the stream.
   */
  readonly protocolFailureLimit?: number;
  /** Events read from the mailbox that may wait while the queue is full. Default: what a mailbox holds. */
  readonly mailboxOverflowLimit?: number;
}

/** The options with all defaults. */
export type ResolvedOptions = Required<
  Omit<EventsOptions, "onDiagnostic" | "cursorStore" | "cursorKey" | "signal" | "backoff" | "slots" | "onGap">
> & {
  readonly slots: ConnectionSlots | undefined;
  readonly cursorStore: KeyValue | undefined;
  /** Undefined: the only stream of the App. */
  readonly cursorKey: string | undefined;
  /** Undefined: gaps are only reported. */
  readonly backfillPages: number | undefined;
  readonly backoff: ReconnectBackoff;
  readonly assumptions: EventsAssumptions;
};

/** @throws ArgumentError for intents that are empty and limits that make no sense. */
export function resolveOptions(options: EventsOptions, client: EventsClient): ResolvedOptions {
  if (options.intents.length === 0) throw new ArgumentError("intents must name at least one family of events");
  const { backoff = {} } = options;
  const { baseMs = 500, capMs = limits.resumeWindowMs / 4, ceilingMs = limits.gatewayRetryAfterMs } = backoff;
  const resolved: ResolvedOptions = {
    intents: options.intents,
    transport: options.transport ?? "auto",
    slots: options.slots,
    cursorStore: options.cursorStore,
    cursorKey: options.cursorKey,
    backfillPages: backfillPages(options.onGap),
    queueLimit: options.queueLimit ?? 1000,
    saveIntervalMs: options.saveIntervalMs ?? 1000,
    saveEveryEvents: options.saveEveryEvents ?? 50,
    connectTimeoutMs: options.connectTimeoutMs ?? 30_000,
    returnAfterMs: options.returnAfterMs ?? 300_000,
    stableAfterMs: options.stableAfterMs ?? 5000,
    frameAttempts: options.frameAttempts ?? 3,
    maxUnhandled: options.maxUnhandled ?? 10_000,
    dedupeSize: options.dedupeSize ?? 4 * limits.resumeEvents,
    protocolFailureLimit: options.protocolFailureLimit ?? 8,
    mailboxOverflowLimit: options.mailboxOverflowLimit ?? limits.mailboxEvents,
    backoff: { baseMs, capMs, patientMs: backoff.patientMs ?? Math.max(1, capMs / 2), ceilingMs },
    assumptions: client.assumptions,
  };
  checkNumbers(resolved, "");
  checkNumbers(resolved.backoff, "backoff.");
  return resolved;
}

function backfillPages(onGap: EventsOptions["onGap"] = "report"): number | undefined {
  if (onGap === "report") return undefined;
  return onGap === "backfill" ? 10 : (onGap.maxPages ?? 10);
}

function checkNumbers(options: object, prefix: string): void {
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== "number" || value >= 1) continue;
    throw new ArgumentError(`${prefix}${name} must be at least 1, got ${value}`);
  }
}
