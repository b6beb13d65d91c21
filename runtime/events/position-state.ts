import type { GapReason, TransportName } from "../diagnostics/events.js";
import type { CursorRecord } from "./cursor/store.js";
import { nothingTaken, type Taken, withoutIds } from "./duplicates.js";
import { type Handover, type MailboxPages, noPages } from "./mailbox-pages.js";
import type { QueuedEvent } from "./queue/queued-event.js";

/** What one connection of the stream brings. */
export type StreamInput =
  /** Its first byte came. */
  | { readonly type: "connected"; readonly resumedFrom: string | undefined }
  /** `connection_open`, with the id that stood on it. */
  | { readonly type: "greeted"; readonly connectionId: string | undefined; readonly id: string | undefined }
  /** `connection_resume`. */
  | { readonly type: "resume_granted" }
  /** Events, and the id in force after them where that is not the last one's own. */
  | { readonly type: "events"; readonly events: readonly QueuedEvent[]; readonly passedId: string | undefined }
  /** By an empty id the service took back the last one. */
  | { readonly type: "ids_reset" }
  /** A frame above the limit was left out. */
  | { readonly type: "frame_skipped" }
  /** It was heard of for the last time at `heardMs`. */
  | { readonly type: "disconnected"; readonly heardMs: number };

/** What happens to a mailbox. */
export type MailboxInput =
  | {
      readonly type: "mailbox_opened";
      readonly mailboxId: string;
      readonly events: readonly QueuedEvent[];
      readonly next: string;
    }
  /** A mailbox that a former process left is to be read on. */
  | { readonly type: "mailbox_restored"; readonly mailboxId: string }
  | {
      readonly type: "mailbox_read";
      readonly since: string;
      readonly events: readonly QueuedEvent[];
      readonly next: string;
      /** How many events may be taken. */
      readonly room: number;
      readonly startedMs: number;
      /** When its events count as received. */
      readonly receivedMs: number;
    }
  /** A read failed, and may be repeated. */
  | { readonly type: "mailbox_failing" }
  /** It is gone with all it held. */
  | { readonly type: "mailbox_gone" }
  /** It was given back to the service: nothing more is asked of it. */
  | { readonly type: "mailbox_returned" };

/** What happens to a stream of events, as far as its position depends on it. */
export type PositionInput =
  | StreamInput
  | MailboxInput
  /** Messages that history brought after a gap. */
  | { readonly type: "backfilled"; readonly events: readonly QueuedEvent[] }
  /** The next connection shows another view than the last one did. */
  | { readonly type: "view_lost" }
  /** The stream is opened beside a mailbox; what it brings is kept until the mailbox is empty. */
  | { readonly type: "handover_began" }
  /** That stream broke off before the mailbox was empty: nothing is lost, the mailbox has it all. */
  | { readonly type: "handover_ended" };

/** Events to hand out, in order, and what makes up their identities. */
export interface Delivery {
  readonly events: readonly QueuedEvent[];
  /** Tells their ids from those of another connection or mailbox. */
  readonly lineage: string;
  /** The place within the lineage of each that has no id; undefined when all have one. */
  readonly places: readonly (string | undefined)[] | undefined;
  readonly receivedMs: number;
}

/** What follows from it, in order. */
export type PositionAction =
  | ({ readonly type: "deliver" } & Delivery)
  /** An id came with nothing to handle: it counts as soon as everything before it is handled. */
  | { readonly type: "passed"; readonly id: string }
  /** Ids known so far mean nothing any more, and are nothing to resume from. */
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
  /** Events come again. */
  | { readonly type: "online"; readonly viewChanged: boolean }
  /** Nothing may be handed out before a record says where this stream began. */
  | { readonly type: "save_first" }
  /** The mailbox is empty, or gone, and the stream beside it has taken over. */
  | { readonly type: "handed_over" };

/** Whether it is something that the stream brings, and not the mailbox. */
export const isOfStream = (input: PositionInput): input is StreamInput =>
  input.type === "connected" ||
  input.type === "greeted" ||
  input.type === "resume_granted" ||
  input.type === "events" ||
  input.type === "ids_reset" ||
  input.type === "frame_skipped" ||
  input.type === "disconnected";

/** Where a stream of events stands, over all its connections and both transports. Plain data, never changed. */
export interface PositionState {
  /** Name of this stream in its records. */
  readonly writer: string;
  readonly transport: TransportName;
  readonly mailboxId: string | undefined;
  /** When the last read began that left no event in the mailbox; undefined while there is none. */
  readonly mailboxEmptiedMs: number | undefined;
  /** Last id that arrived, handled or not; empty when there is none. */
  readonly receivedId: string;
  /** What ids belong to at present. */
  readonly lineage: string;
  readonly lineages: number;
  /** Events without an id of their own since the last id. */
  readonly unnumbered: number;
  readonly connection: { readonly resumedFrom: string | undefined; readonly greeted: boolean } | undefined;
  /** Since when nothing comes; undefined while something does, and when there was no connection before. */
  readonly absentSinceMs: number | undefined;
  /** What is being missed right now has been told. */
  readonly isAbsenceTold: boolean;
  /** The next connection shows another view than the last one did. */
  readonly viewIsStale: boolean;
  readonly counts: { readonly received: number; readonly duplicates: number; readonly unknown: number };
  readonly taken: Taken;
  readonly pages: MailboxPages;
  readonly handover: Handover | undefined;
}

/** What a position is made of. */
export interface PositionConfig {
  readonly transport: TransportName;
  /** What a former process left; undefined when there was none. */
  readonly restored: CursorRecord | undefined;
  /** Where to go on in it; empty when that is another transport's. */
  readonly resumeId: string;
  /** Since when events could have been missed, monotonic; undefined when there was nothing before. */
  readonly offlineSinceMs: number | undefined;
  readonly dedupeSize: number;
  /** History may bring messages too: see `onGap`. */
  readonly backfills?: boolean;
  /** Name of this stream in its records. */
  readonly writer: string;
}

export const startPosition = (config: PositionConfig): PositionState => ({
  writer: config.writer,
  transport: config.transport,
  // Until another is opened: a record that is written before the first read must still name it.
  mailboxId: config.resumeId === "" ? undefined : config.restored?.mailboxId,
  mailboxEmptiedMs: undefined,
  receivedId: config.resumeId,
  lineage: config.restored?.lineage ?? "0",
  lineages: 0,
  unnumbered: 0,
  connection: undefined,
  absentSinceMs: config.offlineSinceMs,
  isAbsenceTold: false,
  viewIsStale: false,
  counts: { received: 0, duplicates: 0, unknown: 0 },
  taken: nothingTaken(config.dedupeSize, config.backfills ?? false),
  pages: noPages,
  handover: undefined,
});

/**
 * The id to resume from: the last one received, since what is in memory must not use up the service's window; where no
 * header can carry it, the last handled one. Undefined when there is none, which the next connection tells as a gap.
 */
export const resumeIdOf = ({ transport, receivedId }: PositionState, handledId: string): string | undefined =>
  transport === "gateway" ? [receivedId, handledId].find(fitsHeader) : undefined;

/** What a later process needs in order to go on here: only what is handled counts. */
export function recordOf(state: PositionState, handledId: string, savedAtMs: number): CursorRecord {
  const { transport, lineage, writer, mailboxId } = state;
  const base = { transport, lineage, savedAtMs, writer };
  if (handledId === "") return base;
  if (transport === "gateway") return { ...base, lastEventId: handledId };
  return mailboxId === undefined ? base : { ...base, mailboxId, since: handledId };
}

/** Milliseconds for which the service may have had events that have not arrived. */
export const unheardMs = ({ absentSinceMs, mailboxEmptiedMs }: PositionState, nowMs: number): number =>
  nowMs - (absentSinceMs ?? mailboxEmptiedMs ?? nowMs);

/** Milliseconds since the last connection was heard of; 0 while connected or when there was none. */
export const offlineMs = ({ absentSinceMs }: PositionState, nowMs: number): number =>
  absentSinceMs === undefined ? 0 : nowMs - absentSinceMs;

type Draft = { -readonly [Field in keyof PositionState]: PositionState[Field] };

/** A copy to change, field by field: spreading so many costs a step more than all the rest of it. */
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
  isAbsenceTold: state.isAbsenceTold,
  viewIsStale: state.viewIsStale,
  counts: state.counts,
  taken: state.taken,
  pages: state.pages,
  handover: state.handover,
});

/** One step under way: the state that is being made, and what follows. Neither is seen by anybody before its end. */
export interface Turn {
  readonly state: Draft;
  readonly actions: PositionAction[];
  readonly nowMs: number;
}

/** An id that arrived with nothing to handle. */
export function pass({ state, actions }: Turn, id: string): void {
  state.receivedId = id;
  actions.push({ type: "passed", id });
}

/** Ids known so far mean nothing any more; events from here on belong to another lineage. */
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
  state.isAbsenceTold = false;
  actions.push({ type: "online", viewChanged: state.viewIsStale });
  state.viewIsStale = false;
}

/** A connection that carried something was lost. The first loss counts until events come again. */
export function loseContact({ state }: Turn, sinceMs: number): void {
  state.absentSinceMs ??= sinceMs;
}

/** What is known about a gap besides its reason. */
interface GapFacts {
  readonly lastEventId?: string | undefined;
  readonly missing?: number;
}

export function tellGap({ state, actions, nowMs }: Turn, reason: GapReason, facts: GapFacts = {}): void {
  const { lastEventId, missing } = facts;
  actions.push({ type: "gap", reason, lastEventId, offlineMs: offlineMs(state, nowMs), missing });
}

/** The gap that has come about where there was a connection before, unless it was told already. */
export function tellLoss(turn: Turn, reason: GapReason, facts: GapFacts = {}): void {
  if (turn.state.absentSinceMs !== undefined && !turn.state.isAbsenceTold) tellGap(turn, reason, facts);
}

/** Three bytes each at most, they stay below the 8 kB that many servers allow for one header. */
const LONGEST_ID = 2000;

/**
 * Whether a header brings the id over as it is: no control characters, which transports refuse, no space at either end,
 * which the other side takes away, and short enough to be read at all.
 */
const fitsHeader = (id: string): boolean =>
  id.length <= LONGEST_ID && /^(?! )[\x20-\x7e\u0080-\u{10ffff}]+(?<! )$/u.test(id);
