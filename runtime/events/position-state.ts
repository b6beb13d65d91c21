import type { GapReason, TransportName } from "../diagnostics/events.js";
import type { CursorRecord } from "./cursor/store.js";
import { nothingTaken, type Taken, withoutIds } from "./duplicates.js";
import { type Handover, type MailboxPages, noPages } from "./mailbox-pages.js";
import type { QueuedEvent } from "./queue/queued-event.js";

/** Inputs from one connection of the stream. */
export type StreamInput =
  /** The first byte came. */
  | { readonly type: "connected"; readonly resumedFrom: string | undefined }
  /** `connection_open`, with the id of its frame. */
  | { readonly type: "greeted"; readonly connectionId: string | undefined; readonly id: string | undefined }
  /** `connection_resume`. */
  | { readonly type: "resume_granted" }
  /** Events, and the id in force after them if it is not that of the last event. */
  | { readonly type: "events"; readonly events: readonly QueuedEvent[]; readonly passedId: string | undefined }
  /** The service sent an empty id, which resets the last one. */
  | { readonly type: "ids_reset" }
  /** A frame above the size limit was skipped. */
  | { readonly type: "frame_skipped" }
  /** The connection ended; its last sign of life was at `heardMs`. */
  | { readonly type: "disconnected"; readonly heardMs: number };

/** Inputs from a mailbox. */
export type MailboxInput =
  | {
      readonly type: "mailbox_opened";
      readonly mailboxId: string;
      readonly events: readonly QueuedEvent[];
      readonly next: string;
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
  /** The service has let the mailbox go, with all events in it. */
  | { readonly type: "mailbox_gone" }
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
    }
  | { readonly type: "resumed"; readonly lastEventId: string; readonly offlineMs: number }
  | { readonly type: "possible_repeats"; readonly count: number }
  /** Events arrive, for the first time or again. */
  | { readonly type: "online"; readonly viewChanged: boolean }
  /** A record must be saved before any event is handed out. */
  | { readonly type: "save_first" }
  /** The stream beside the mailbox has taken over: the mailbox is empty or gone. */
  | { readonly type: "handed_over" };

/** Whether an input comes from the stream. */
export const isOfStream = (input: PositionInput): input is StreamInput =>
  input.type === "connected" ||
  input.type === "greeted" ||
  input.type === "resume_granted" ||
  input.type === "events" ||
  input.type === "ids_reset" ||
  input.type === "frame_skipped" ||
  input.type === "disconnected";

/** Position of a stream of events, over all its connections and both transports. Immutable. */
export interface PositionState {
  /** Name of this stream in its records. */
  readonly writer: string;
  readonly transport: TransportName;
  readonly mailboxId: string | undefined;
  /** When the last read began that left no event in the mailbox; undefined while there is none. */
  readonly mailboxEmptiedMs: number | undefined;
  /** Last id that arrived, handled or not; empty when there is none. */
  readonly receivedId: string;
  /** The connection or mailbox that ids belong to at present. */
  readonly lineage: string;
  readonly lineages: number;
  /** Number of events without an id since the last id. */
  readonly unnumbered: number;
  readonly connection: { readonly resumedFrom: string | undefined; readonly greeted: boolean } | undefined;
  /** Since when no events can arrive; undefined while they can, and before the first connection. */
  readonly absentSinceMs: number | undefined;
  /** Whether a gap was already reported for the present absence. */
  readonly isAbsenceReported: boolean;
  /** Whether the next connection may show another view of the servers than the last one. */
  readonly viewIsStale: boolean;
  readonly counts: { readonly received: number; readonly duplicates: number; readonly unknown: number };
  readonly taken: Taken;
  readonly pages: MailboxPages;
  readonly handover: Handover | undefined;
}

/** Start of a position. */
export interface PositionConfig {
  readonly transport: TransportName;
  /** Record of a former process; undefined when there is none. */
  readonly restored: CursorRecord | undefined;
  /** Id or mailbox position to go on from; empty when the record is of another transport. */
  readonly resumeId: string;
  /** Since when events may have been missed, monotonic; undefined when there was no stream before. */
  readonly offlineSinceMs: number | undefined;
  readonly dedupeSize: number;
  /** Whether gaps are backfilled from history: see `onGap`. */
  readonly backfills?: boolean;
  /** Name of this stream in its records. */
  readonly writer: string;
}

export const startPosition = (config: PositionConfig): PositionState => ({
  writer: config.writer,
  transport: config.transport,
  // Set from the start, so that a record that is saved before the first read names the mailbox.
  mailboxId: config.resumeId === "" ? undefined : config.restored?.mailboxId,
  mailboxEmptiedMs: undefined,
  receivedId: config.resumeId,
  lineage: config.restored?.lineage ?? "0",
  lineages: 0,
  unnumbered: 0,
  connection: undefined,
  absentSinceMs: config.offlineSinceMs,
  isAbsenceReported: false,
  viewIsStale: false,
  counts: { received: 0, duplicates: 0, unknown: 0 },
  taken: nothingTaken(config.dedupeSize, config.backfills ?? false),
  pages: noPages,
  handover: undefined,
});

/**
 * The id to resume from: the last one received, not the last one handled, since events in memory must not use up the
 * service's window. If no header can carry the id, the last one handled. Undefined when there is none: the next
 * connection then reports a gap.
 */
export const resumeIdOf = ({ transport, receivedId }: PositionState, handledId: string): string | undefined =>
  transport === "gateway" ? [receivedId, handledId].find(fitsHeader) : undefined;

/** The record for a later process, which goes on after the last handled event. */
export function recordOf(state: PositionState, handledId: string, savedAtMs: number): CursorRecord {
  const { transport, lineage, writer, mailboxId } = state;
  const base = { transport, lineage, savedAtMs, writer };
  if (handledId === "") return base;
  if (transport === "gateway") return { ...base, lastEventId: handledId };
  return mailboxId === undefined ? base : { ...base, mailboxId, since: handledId };
}

/** Milliseconds for which the service may hold events that have not arrived. */
export const unheardMs = ({ absentSinceMs, mailboxEmptiedMs }: PositionState, nowMs: number): number =>
  nowMs - (absentSinceMs ?? mailboxEmptiedMs ?? nowMs);

/** Milliseconds since the last connection was heard of; 0 while connected or when there was none. */
export const offlineMs = ({ absentSinceMs }: PositionState, nowMs: number): number =>
  absentSinceMs === undefined ? 0 : nowMs - absentSinceMs;

type Draft = { -readonly [Field in keyof PositionState]: PositionState[Field] };

/** A mutable copy. Written out field by field: spreading so many fields costs more than the rest of a step. */
export const draftOf = (state: PositionState): Draft => ({
  writer: state.writer,
  transport: state.transport,
  mailboxId: state.mailboxId,
  mailboxEmptiedMs: state.mailboxEmptiedMs,
  receivedId: state.receivedId,
  lineage: state.lineage,
  lineages: state.lineages,
  unnumbered: state.unnumbered,
  connection: state.connection,
  absentSinceMs: state.absentSinceMs,
  isAbsenceReported: state.isAbsenceReported,
  viewIsStale: state.viewIsStale,
  counts: state.counts,
  taken: state.taken,
  pages: state.pages,
  handover: state.handover,
});

/** One step: the state being built and its effects. Neither is visible outside before the step ends. */
export interface Turn {
  readonly state: Draft;
  readonly actions: PositionAction[];
  readonly nowMs: number;
}

/** Takes an id that arrived without an event. */
export function pass({ state, actions }: Turn, id: string): void {
  state.receivedId = id;
  actions.push({ type: "passed", id });
}

/** Begins another lineage: the ids so far have lost their meaning. */
export function startOver({ state, actions }: Turn, lineage: string | undefined): void {
  state.receivedId = "";
  state.taken = withoutIds(state.taken);
  state.unnumbered = 0;
  state.lineages += 1;
  state.lineage = lineage ?? `${state.writer}-${state.lineages}`;
  actions.push({ type: "started_over" });
}

export function goOnline({ state, actions }: Turn): void {
  state.absentSinceMs = undefined;
  state.isAbsenceReported = false;
  actions.push({ type: "online", viewChanged: state.viewIsStale });
  state.viewIsStale = false;
}

/** Begins an absence, unless there is one: the first loss counts until events arrive again. */
export function loseContact({ state }: Turn, sinceMs: number): void {
  state.absentSinceMs ??= sinceMs;
}

/** Facts about a gap besides its reason. */
interface GapFacts {
  readonly lastEventId?: string | undefined;
  readonly missing?: number;
}

export function reportGap({ state, actions, nowMs }: Turn, reason: GapReason, facts: GapFacts = {}): void {
  const { lastEventId, missing } = facts;
  actions.push({ type: "gap", reason, lastEventId, offlineMs: offlineMs(state, nowMs), missing });
}

/** Reports the gap of the present absence, if there is one and it was not reported before. */
export function reportLoss(turn: Turn, reason: GapReason, facts: GapFacts = {}): void {
  if (turn.state.absentSinceMs !== undefined && !turn.state.isAbsenceReported) reportGap(turn, reason, facts);
}

/** At up to three bytes per character, below the 8 kB that many servers allow for one header. */
const LONGEST_ID = 2000;

/**
 * Whether a header carries the id unchanged: no control characters, which transports refuse, no space at either end,
 * which the receiver strips, and no longer than servers accept.
 */
const fitsHeader = (id: string): boolean =>
  id.length <= LONGEST_ID && /^(?! )[\x20-\x7e\u0080-\u{10ffff}]+(?<! )$/u.test(id);
