import type { CursorStore } from "../cursor/store.js";
import { limits } from "../../../generated/tables.js";
import type { IntentFamily } from "../../../generated/types.js";
import type { EventsAssumptions, EventsClient } from "../client.js";
import type { BackoffOptions } from "../reconnect/backoff.js";
import type { EventsNotice } from "./notices.js";

/** At least one family: what an empty list would mean is not documented. */
export type Intents = readonly [IntentFamily, ...IntentFamily[]];

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
  /** Hears what happens to the stream itself: connections, gaps, pauses, its end. More can be added with `onNotice`. */
  readonly onState?: (notice: EventsNotice) => void;
  /** Keeps the cursor across restarts. Default: none; this stream resumes after lost connections, and forgets at its end. */
  readonly cursorStore?: CursorStore;
  /** Tells this stream from others in the same store. Default: made of the App's id and the intents. */
  readonly cursorKey?: string;
  /** Longest time, in milliseconds, that handled events stay unsaved. Default 1,000. */
  readonly saveIntervalMs?: number;
  /** Most handled events that stay unsaved. Default 50. */
  readonly saveEveryEvents?: number;
  /** Closes the stream. */
  readonly signal?: AbortSignal;
  /** Milliseconds for an attempt to connect, and for a read of the mailbox. Default 30,000. */
  readonly connectTimeoutMs?: number;
  /** Milliseconds from a silent stream's fallback to the next attempt to return to it. Default 300,000. */
  readonly returnAfterMs?: number;
  /** Milliseconds that a connection must last for the next one not to count as a repetition. Default 5,000. */
  readonly steadyAfterMs?: number;
  /** Waits between connections. */
  readonly backoff?: Partial<BackoffOptions>;
  /** Most events from the first unhandled one on, before no more are taken. Default 10,000. */
  readonly maxUnhandled?: number;
  /** Event ids remembered in order to leave out what comes twice. Default: four resume windows. */
  readonly dedupeSize?: number;
  /**
   * Answers in a row, from the first on, that can hardly be the service's: no event stream, or an error without a code.
   * So many end the stream. Default 8, which takes between half a minute and a minute. Once the stream has heard the
   * service, none do.
   */
  readonly protocolFailureLimit?: number;
  /** Events read from the mailbox that may wait while the queue is full. Default: what a mailbox holds. */
  readonly mailboxOverflowLimit?: number;
}

/** The options with every default in place. */
export type ResolvedOptions = Required<
  Omit<EventsOptions, "onState" | "cursorStore" | "cursorKey" | "signal" | "backoff">
> & {
  readonly backoff: BackoffOptions;
  readonly assumptions: EventsAssumptions;
};

/** @throws RangeError for intents that are empty and limits that make no sense. */
export function resolveOptions(options: EventsOptions, client: EventsClient): ResolvedOptions {
  if (options.intents.length === 0) throw new RangeError("intents must name at least one family of events");
  const { backoff = {} } = options;
  const { baseMs = 500, capMs = limits.resumeWindowMs / 4, ceilingMs = limits.gatewayRetryAfterMs } = backoff;
  const resolved: ResolvedOptions = {
    intents: options.intents,
    transport: options.transport ?? "auto",
    queueLimit: options.queueLimit ?? 1000,
    saveIntervalMs: options.saveIntervalMs ?? 1000,
    saveEveryEvents: options.saveEveryEvents ?? 50,
    connectTimeoutMs: options.connectTimeoutMs ?? 30_000,
    returnAfterMs: options.returnAfterMs ?? 300_000,
    steadyAfterMs: options.steadyAfterMs ?? 5000,
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

function checkNumbers(options: object, prefix: string): void {
  for (const [name, value] of Object.entries(options)) {
    if (typeof value !== "number" || value >= 1) continue;
    throw new RangeError(`${prefix}${name} must be at least 1, got ${value}`);
  }
}
