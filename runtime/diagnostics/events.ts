import type { DiagnosticOf } from "./base.js";

/** How events come. */
export type TransportName = "gateway" | "mailbox";

/**
 * Why events may be missing.
 * - `outside-window`: the service could not resume from the last id and started over.
 * - `no-cursor`: there was nothing to resume from: no id yet, none that a header can carry, or none that the store could give.
 * - `mailbox-expired`: the mailbox expired or overflowed, and all it held is gone.
 * - `overflow`: the own queue was full for so long that what was read from the mailbox had to be let go.
 * - `transport-change`: between leaving one transport and being on the other.
 * - `frame-too-large`: one frame passed the size limit each time it came, and was skipped.
 */
export type GapReason =
  "outside-window" | "no-cursor" | "mailbox-expired" | "overflow" | "transport-change" | "frame-too-large";

/**
 * How one connection or mailbox, or one attempt to open one, came to its end. Plain data, so that what to do next can be
 * decided by a function that touches nothing.
 */
export type CloseReason =
  /** The service said goodbye first. `message` is for logs and decides nothing. */
  | { readonly cause: "close-frame"; readonly code?: string; readonly reconnect?: boolean; readonly message?: string }
  /** The stream ended cleanly and without a goodbye. */
  | { readonly cause: "end" }
  /** The connection broke while the stream was open. */
  | { readonly cause: "dropped"; readonly error?: unknown }
  /** Not one byte for too long, heartbeats included. */
  | { readonly cause: "idle"; readonly silentMs: number }
  /** It opened and carried no byte at all. */
  | { readonly cause: "silent"; readonly silentMs: number }
  /** No answer came to the attempt. */
  | { readonly cause: "unreachable"; readonly error?: unknown }
  /** The attempt was answered with an error status. */
  | {
      readonly cause: "refused";
      readonly status: number;
      readonly code?: string;
      readonly retryAfterMs?: number;
      readonly error?: unknown;
    }
  /** The answer was no event stream: another content type, a redirect. */
  | { readonly cause: "protocol"; readonly error: unknown }
  /** One frame passed the size limit. */
  | { readonly cause: "frame-too-large"; readonly error: unknown }
  /** The mailbox is gone: not read in time, too full, or the App is sanctioned. */
  | { readonly cause: "expired" };

/** What each diagnostic of events says besides its level and message. */
export interface EventsFacts {
  /** Every connection this process may have is taken; this stream waits for one. */
  waiting_for_slot: object;
  /** A connection or mailbox is about to be opened. */
  connecting: {
    readonly transport: TransportName;
    readonly attempt: number;
    readonly lastEventId: string | undefined;
  };
  /** Answered and of the right kind: events can come. */
  connected: { readonly transport: TransportName };
  /** A new stream, as the service calls it. Not a loss in itself: see `gap`. */
  opened: { readonly connectionId: string; readonly version: string };
  /** Events go on where they stopped; the missed ones follow and nothing is lost. */
  resumed: { readonly lastEventId: string; readonly offlineMs: number };
  /**
   * Events may be lost. What the App remembers from events is stale from here on. `offlineMs`: how far back what is
   * missing may reach, counted from the last sign of life of the connection before. `missing`: how many events are known
   * to be, where that is known.
   */
  gap: {
    readonly reason: GapReason;
    readonly lastEventId: string | undefined;
    readonly offlineMs: number;
    readonly missing: number | undefined;
  };
  /** Events that may have been handed out before: nothing in them tells. They are handed out again, never dropped. */
  possible_repeats: { readonly count: number };
  /** Events read by history after a gap, and what history cannot give. */
  backfilled: {
    readonly events: number;
    readonly channels: number;
    /** Channels whose history could not be read, or not far enough back. */
    readonly incompleteChannels: number;
    /** Kinds that no route gives again. */
    readonly unavailable: readonly string[];
  };
  /** What the App may see has changed: what it remembers of servers, channels and roles is void. */
  view_changed: object;
  /** The connection speaks another version of the interface than was asked for. */
  version_mismatch: { readonly requested: string; readonly inUse: string };
  /** A control event as it came, fields that this version does not know included. */
  control: { readonly event: object };
  /** A connection or mailbox ended, or could not be opened. */
  disconnected: { readonly transport: TransportName; readonly reason: CloseReason };
  /**
   * What failed is tried again: a connection, or the read of a mailbox, of which the first of several in a row is told.
   * `hint` says what may be behind it and what to check, for people.
   */
  retrying: {
    readonly attempt: number;
    readonly inMs: number;
    readonly why: CloseReason["cause"];
    readonly hint?: string;
  };
  /** Offline for longer than the service keeps events: the next connection will probably report a gap. */
  resume_likely_lost: { readonly offlineMs: number };
  /** The queue is full, so nothing is read. */
  paused: { readonly transport: TransportName };
  /** There is room again, and reading goes on. */
  unpaused: { readonly pausedMs: number };
  /** Paused for so long, or under such load, that a lost connection could no longer be resumed. Once per pause. */
  gap_risk: { readonly pausedMs: number; readonly estimatedEvents: number };
  /** The service opened the mailbox without some of the families asked for: their events do not come. */
  intents_missing: { readonly transport: "mailbox"; readonly missing: readonly string[] };
  /** The mailbox answers too late for some interactions. */
  slow_interactions: { readonly transport: "mailbox" };
  /** From stream to mailbox or back. */
  transport_changed: { readonly from: TransportName; readonly to: TransportName; readonly why: string };
  /** The cursor could not be loaded or saved; events go on. */
  cursor_failed: { readonly error: unknown };
  /** Another consumer has the cursor: this stream ends. */
  cursor_taken: { readonly holder: string | undefined };
  /** The lock of the cursor belonged to a process that is gone, and was broken. */
  lock_broken: { readonly holder: string };
  /** Another process wrote this cursor moments ago and did not say that it stopped. */
  second_instance: { readonly lastSavedMs: number };
  /** A frame or event that could not be read. It is handed on as an unknown event. */
  unreadable: { readonly why: string };
  /** The last one: closed on this side, or with the error that ended it, mostly an `EventsEndedError`. */
  ended: { readonly error: Error | undefined };
}

/** Names of what happens to a stream of events, without their area. */
export type EventsHappening = keyof EventsFacts;

/** What happens to a stream of events, as it happens. */
export type EventsDiagnostic = DiagnosticOf<"events", EventsFacts>;
