import type { GapReason } from "../diagnostics/events.js";
import type { QueuedEvent } from "./queue/queued-event.js";

/** Inputs from one connection of the stream. */
export type StreamInput =
  /** The service has accepted the stream; nothing has come yet. */
  | { readonly type: "accepted" }
  /** The first byte came. */
  | { readonly type: "connected"; readonly resumedFrom: string | undefined }
  /** `connection_open`, with the id of its frame. `heardMs`: up to when all had come before it. */
  | {
      readonly type: "greeted";
      readonly connectionId: string | undefined;
      readonly id: string | undefined;
      readonly heardMs: number;
    }
  /** `connection_resume`. */
  | { readonly type: "resume_granted" }
  /** Events, and the id in force after them if it is not that of the last event. */
  | { readonly type: "events"; readonly events: readonly QueuedEvent[]; readonly passedId: string | undefined }
  /** The service sent an empty id, which resets the last one. */
  | { readonly type: "ids_reset" }
  /** A comment, which the service sends once all events before it are sent. */
  | { readonly type: "heartbeat" }
  /** A frame above the size limit was skipped. `heardMs`: up to when all had come before it. */
  | { readonly type: "frame_skipped"; readonly heardMs: number }
  /** The connection ended, maybe at a frame above the limit. Up to `heardMs`, everything sent before had come. */
  | { readonly type: "disconnected"; readonly heardMs: number; readonly oversized?: boolean };

/** Inputs from a mailbox. */
export type MailboxInput =
  | {
      readonly type: "mailbox_opened";
      readonly mailboxId: string;
      readonly events: readonly QueuedEvent[];
      readonly next: string;
      /** When its opening was requested. */
      readonly startedMs: number;
      /** Whether it was announced by `successor_opened`, and what it brings before what the former one brought too. */
      readonly isSuccessor?: boolean;
    }
  /** The mailbox of a former process will be read on. */
  | { readonly type: "mailbox_restored"; readonly mailboxId: string }
  | {
      readonly type: "mailbox_read";
      readonly since: string;
      readonly events: readonly QueuedEvent[];
      readonly next: string;
      /** Most events to take. */
      readonly room: number;
      readonly startedMs: number;
      /** Time at which its events count as received. */
      readonly receivedMs: number;
    }
  /** A read failed, and may be repeated. */
  | { readonly type: "mailbox_failing" }
  /** The service has let the mailbox go, or its answer is above the limit: all events in it are lost. */
  | { readonly type: "mailbox_gone"; readonly tooLarge?: boolean }
  /**
   * A mailbox with the intents of this process is open beside that of a former process, and is read once that is empty.
   */
  | { readonly type: "successor_opened" }
  /** The mailbox of a former process, which had other intents, is read empty: another one follows. */
  | { readonly type: "mailbox_drained" }
  /** The mailbox was returned to the service. */
  | { readonly type: "mailbox_returned" };

/** Everything that a position depends on. */
export type PositionInput =
  | StreamInput
  | MailboxInput
  /** Messages read from history after a gap. */
  | { readonly type: "backfilled"; readonly events: readonly QueuedEvent[] }
  /** The next connection may show another view of the servers than the last one. */
  | { readonly type: "view_lost" }
  /** A stream is being opened beside the mailbox; its inputs are held until the mailbox is empty. */
  | { readonly type: "handover_began" }
  /** That stream ended before the mailbox was empty. Nothing is lost: the mailbox has all of it. */
  | { readonly type: "handover_ended" };

/** Events to hand out, in order, with the parts of their identities. */
export interface Delivery {
  readonly events: readonly QueuedEvent[];
  /** The connection or mailbox that their ids belong to. */
  readonly lineage: string;
  /** For each event without an id its place within the lineage; undefined when all events have ids. */
  readonly places: readonly (string | undefined)[] | undefined;
  readonly receivedMs: number;
}

/** Effects of an input, in order. */
export type PositionAction =
  | ({ readonly type: "deliver" } & Delivery)
  /** An id without an event arrived: it counts as handled once everything before it is. */
  | { readonly type: "passed"; readonly id: string }
  /** The ids so far have lost their meaning and cannot be resumed from. */
  | { readonly type: "started_over" }
  | {
      readonly type: "gap";
      readonly reason: GapReason;
      readonly lastEventId: string | undefined;
      readonly offlineMs: number;
      readonly missing: number | undefined;
      readonly families: readonly string[] | undefined;
      readonly ongoing: boolean;
    }
  | { readonly type: "resumed"; readonly lastEventId: string; readonly offlineMs: number }
  | { readonly type: "possible_repeats"; readonly count: number }
  /** Events arrive, for the first time or again. */
  | { readonly type: "online"; readonly viewChanged: boolean }
  /** A record must be saved before any event is handed out. */
  | { readonly type: "save_first" }
  /** The stream beside a mailbox is of no use: the mailbox that follows began later. */
  | { readonly type: "handover_dropped" }
  /** The stream beside the mailbox has taken over: the mailbox is empty or gone. */
  | { readonly type: "handed_over" };

/** Whether an input comes from the stream. */
export const isOfStream = (input: PositionInput): input is StreamInput =>
  input.type === "accepted" ||
  input.type === "heartbeat" ||
  input.type === "connected" ||
  input.type === "greeted" ||
  input.type === "resume_granted" ||
  input.type === "events" ||
  input.type === "ids_reset" ||
  input.type === "frame_skipped" ||
  input.type === "disconnected";
