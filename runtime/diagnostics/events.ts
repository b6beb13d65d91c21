import type { StoreDiagnostic } from "./store.js";
import type { DiagnosticOf } from "./base.js";

/** How events come. */
export type TransportName = "gateway" | "mailbox";

/**
 * Why events may be missing.
 * - `outside-window`: the service could not resume from the last id and started over.
 * - `no-cursor`: there was no id to resume from: none yet, none that a header can carry, or none that the store could
 * load.
 * - `mailbox-expired`: the mailbox expired or overflowed, and the events in it are gone.
 * - `overflow`: the queue was full for so long that events of the mailbox were gone before there was room for them.
 * - `transport-change`: between the end of the stream and the opening of the mailbox.
 * - `frame-too-large`: a frame, or an answer of a mailbox, exceeded the size limit each time it came, and was skipped.
 * - `intents-added`: a former process had not asked for `families`.
 */
export type GapReason =
  | "outside-window"
  | "no-cursor"
  | "mailbox-expired"
  | "overflow"
  | "transport-change"
  | "frame-too-large"
  | "intents-added";

/**
 * How a connection or mailbox, or an attempt to open one, ended. Plain data, for a pure function to decide on.
 */
export type CloseReason =
  /** The service sent a close frame. `message` is for logs only. */
  | { readonly cause: "close-frame"; readonly code?: string; readonly reconnect?: boolean; readonly message?: string }
  /** The stream ended cleanly and without a close frame. */
  | { readonly cause: "end" }
  /** The connection broke while the stream was open. */
  | { readonly cause: "dropped"; readonly error?: unknown }
  /** No byte came for too long, not even a heartbeat. */
  | { readonly cause: "idle"; readonly silentMs: number }
  /** The stream opened and never carried a byte. */
  | { readonly cause: "silent"; readonly silentMs: number }
  /** The attempt got no answer. */
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
  /** A frame exceeded the size limit. */
  | { readonly cause: "frame-too-large"; readonly error: unknown }
  /** The mailbox is gone: not read in time, too full, or the App is sanctioned. */
  | { readonly cause: "expired" };

/** What each diagnostic of events says besides its level and message. */
export interface EventsFacts {
  /** All connections that this process may use are in use; this stream waits for a free one. */
  waiting_for_slot: object;
  /** A connection or mailbox is about to be opened. */
  connecting: {
    readonly transport: TransportName;
    readonly attempt: number;
    readonly lastEventId: string | undefined;
  };
  /** The stream or mailbox is open: events can arrive. */
  connected: { readonly transport: TransportName };
  /** The service opened a new stream (`connection_open`). Not a loss in itself: see `gap`. */
  opened: { readonly connectionId: string; readonly version: string };
  /** The service resumed the stream: the missed events follow. */
  resumed: { readonly lastEventId: string; readonly offlineMs: number };
  /**
   * Events may be lost. State that the App keeps from events may be stale. What is lost lies after `lastEventId`, and
   * was sent at most `offlineMs` before this report. `missing`: how many events are missing at least, if that is known.
   * `families`: those of which events may be lost; undefined: all.
   * `ongoing`: events may go on being lost; once they flow again, the gap is reported again with its final extent.
   */
  gap: {
    readonly reason: GapReason;
    readonly lastEventId: string | undefined;
    readonly offlineMs: number;
    readonly missing: number | undefined;
    readonly families: readonly string[] | undefined;
    readonly ongoing: boolean;
  };
  /**
   * Events that may be repeats, which their content does not show. They are delivered, never dropped. One report covers
   * ten seconds.
   */
  possible_repeats: { readonly count: number };
  /** Messages were read from history after a gap. */
  backfilled: {
    readonly events: number;
    readonly channels: number;
    /** Channels whose history could not be read back to the last known message. */
    readonly incompleteChannels: number;
    /** Kinds of events that cannot be read again. */
    readonly unavailable: readonly string[];
  };
  /** What the App may see has changed: state that it keeps of servers, channels and roles is stale. */
  view_changed: object;
  /** The connection uses another version of the interface than was requested. */
  version_mismatch: { readonly requested: string; readonly inUse: string };
  /** A control event as it came, including fields that this version does not know. */
  control: { readonly event: object };
  /** A connection or mailbox ended, or could not be opened. */
  disconnected: { readonly transport: TransportName; readonly reason: CloseReason };
  /**
   * A connection, or a read of a mailbox, failed and is tried again. Of several failed reads in a row only the first is
   * reported. `hint`: the probable cause and what to check.
   */
  retrying: {
    readonly attempt: number;
    readonly inMs: number;
    readonly why: CloseReason["cause"];
    readonly hint?: string;
  };
  /** Offline for longer than the service keeps events: the next connection will probably report a gap. */
  resume_likely_lost: { readonly offlineMs: number };
  /** Reading stopped because the queue is full. */
  paused: { readonly transport: TransportName };
  /** Reading continues because the queue has room. */
  unpaused: { readonly pausedMs: number };
  /**
   * Paused for so long, or under such load, that a lost connection could no longer be resumed. Reported once per
   * pause.
   */
  gap_risk: { readonly pausedMs: number; readonly estimatedEvents: number };
  /** The service opened the mailbox without some of the requested families: their events do not arrive. */
  intents_missing: { readonly transport: "mailbox"; readonly missing: readonly string[] };
  /** Interactions arrive by mailbox, too late for some of their deadlines. */
  slow_interactions: { readonly transport: "mailbox" };
  /** The transport changed from stream to mailbox or back. */
  transport_changed: { readonly from: TransportName; readonly to: TransportName; readonly why: string };
  /**
   * A stream is open again, and takes over once the mailbox is empty. Reported every ten seconds until then: `read`
   * events have come from the mailbox since, `unhandled` are not handled yet, `held` have come from the stream.
   */
  handing_over: {
    readonly forMs: number;
    readonly read: number;
    readonly unhandled: number;
    readonly held: number;
  };
  /** The cursor could not be loaded or saved; events go on. */
  cursor_failed: { readonly error: unknown };
  /** Another consumer has taken the cursor: this stream ends. */
  cursor_taken: { readonly holder: string | undefined };
  /**
   * The cursor was locked by a process whose heartbeat has stopped, or by a lease that cannot be read, for which
   * `error` says where it is and what to do. It was taken over.
   */
  lock_broken: { readonly holder: string; readonly error: unknown };
  /** A frame or event could not be decoded. It is delivered as an unknown event. */
  unreadable: { readonly why: string };
  /** The last diagnostic of a stream: it was closed, or ended with an error, mostly an `EventsEndedError`. */
  ended: { readonly error: Error | undefined };
}

/** Names of what happens to a stream of events, without their area. */
export type EventsHappening = keyof EventsFacts;

/** What happens to a stream of events, and to the store of its cursor, as it happens. */
export type EventsDiagnostic = DiagnosticOf<"events", EventsFacts> | StoreDiagnostic;
