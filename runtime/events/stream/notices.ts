import type { Ending } from "../reconnect/ending.js";

/** How events come. */
export type TransportName = "gateway" | "mailbox";

/**
 * Why events may be missing.
 * - `outside-window`: the service could not resume from the last id and started over.
 * - `no-cursor`: there was nothing to resume from: no id yet, none that a header can carry, or none that the store could give.
 * - `mailbox-expired`: the mailbox expired or overflowed, and all it held is gone.
 * - `overflow`: the own queue was full for so long that what was read from the mailbox had to be let go.
 * - `transport-change`: between leaving one transport and being on the other.
 */
export type GapReason = "outside-window" | "no-cursor" | "mailbox-expired" | "overflow" | "transport-change";

/** What happens to the stream itself, as it happens. `atMs` is wall-clock time, milliseconds since the epoch. */
export type EventsNotice = { readonly atMs: number } & NoticeBody;

/** A notice without its time. */
export type NoticeBody =
  /** Every connection this process may have is taken; this stream waits for one. */
  | { readonly type: "waiting-for-slot" }
  | {
      readonly type: "connecting";
      readonly transport: TransportName;
      readonly attempt: number;
      readonly lastEventId: string | undefined;
    }
  /** Answered and of the right kind: events can come. */
  | { readonly type: "connected"; readonly transport: TransportName }
  /** A new stream, as the service calls it. Not a loss in itself: see `gap`. */
  | { readonly type: "opened"; readonly connectionId: string; readonly version: string }
  /** Events go on where they stopped; the missed ones follow and nothing is lost. */
  | { readonly type: "resumed"; readonly lastEventId: string; readonly offlineMs: number }
  /**
   * Events may be lost. What the App remembers from events is stale from here on. `offlineMs`: how far back what is
   * missing may reach, counted from the last sign of life of the connection before.
   */
  | {
      readonly type: "gap";
      readonly reason: GapReason;
      readonly lastEventId: string | undefined;
      readonly offlineMs: number;
    }
  /** What the App may see has changed: what it remembers of servers, channels and roles is void. */
  | { readonly type: "view-changed" }
  /** The connection speaks another version of the interface than was asked for. */
  | { readonly type: "version-mismatch"; readonly requested: string; readonly inUse: string }
  /** A control event as it came, fields that this version does not know included. */
  | { readonly type: "control"; readonly event: object }
  | { readonly type: "disconnected"; readonly transport: TransportName; readonly ending: Ending }
  /**
   * What failed is tried again: a connection, or the read of a mailbox, of which the first of several in a row is told.
   * `hint` says what may be behind it and what to check, for people.
   */
  | {
      readonly type: "retrying";
      readonly attempt: number;
      readonly inMs: number;
      readonly why: Ending["cause"];
      readonly hint?: string;
    }
  /** Offline for longer than the service keeps events: the next connection will probably report a gap. */
  | { readonly type: "resume-likely-lost"; readonly offlineMs: number }
  /** The queue is full, so nothing is read. */
  | { readonly type: "paused"; readonly transport: TransportName }
  | { readonly type: "unpaused"; readonly pausedMs: number }
  /** Paused for so long, or under such load, that a lost connection could no longer be resumed. Once per pause. */
  | { readonly type: "gap-risk"; readonly pausedMs: number; readonly estimatedEvents: number }
  /** The service opened the mailbox without some of the families asked for: their events do not come. */
  | { readonly type: "intents-missing"; readonly transport: "mailbox"; readonly missing: readonly string[] }
  /** The mailbox answers too late for some interactions. */
  | { readonly type: "slow-interactions"; readonly transport: "mailbox" }
  | {
      readonly type: "transport-changed";
      readonly from: TransportName;
      readonly to: TransportName;
      readonly why: string;
    }
  /** The cursor could not be loaded or saved; events go on. */
  | { readonly type: "cursor-failed"; readonly error: unknown }
  /** A frame or event that could not be read. It is handed on as an unknown event. */
  | { readonly type: "unreadable"; readonly why: string }
  /** The last notice: closed on this side, or with the error that ended it, mostly an `EventsEndedError`. */
  | { readonly type: "ended"; readonly error: Error | undefined };
