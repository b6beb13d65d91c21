import type { GapReason, TransportName } from "../diagnostics/events.js";
import type { CursorRecord } from "./cursor/record.js";
import { nothingTaken, type Taken, withoutIds } from "./duplicates.js";
import { type Handover, type MailboxPages, ordinalAt, pagesFrom } from "./mailbox-pages.js";
import type { PositionAction } from "./position-inputs.js";

/** A stream was resumed, and the missed events are on their way. */
export interface CatchUp {
  /** Since when events were missed. */
  readonly sinceMs: number;
  /** Number of events after which all missed ones have come, even without a heartbeat: what the service keeps. */
  readonly left: number;
}

/** Position of a stream of events, over all its connections and both transports. Immutable. */
export interface PositionState {
  /** Name of this stream in its records. */
  readonly writer: string;
  /** Families of events that this stream asks for. */
  readonly intents: readonly string[];
  /** Those of them that the former process did not ask for, until their gap is reported. */
  readonly added: readonly string[];
  /** Since when the added families may have been missed. */
  readonly addedSinceMs: number | undefined;
  /** Families to name in a record: those of the former process until the gap of the added ones is reported. */
  readonly recorded: readonly string[];
  readonly transport: TransportName;
  readonly mailboxId: string | undefined;
  /**
   * When the last read began that found the mailbox empty, else when it was opened; undefined while there is none. A
   * read that brings events proves nothing: it may be one page of several.
   */
  readonly mailboxEmptiedMs: number | undefined;
  /**
   * Families that only the mailbox brings that was opened to follow the one of a former process; undefined while there
   * is none, or once it no longer repeats what that one brought.
   */
  readonly aloneInSuccessor: readonly string[] | undefined;
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
  /** Whether a stream or a mailbox was open at any time, here or in a former process. */
  readonly wasOpen: boolean;
  /** How many connections in a row have ended at a frame above the limit, over restarts. */
  readonly oversized: number;
  /** Since when a stream is accepted that has not brought anything; undefined otherwise. */
  readonly acceptedMs: number | undefined;
  /** Reason of the gap that was reported as ongoing; undefined when there is none. */
  readonly ongoingGap: GapReason | undefined;
  /** Undefined unless missed events of a resumed stream may be on their way. */
  readonly catchUp: CatchUp | undefined;
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
  /** The same for families that the former process did not ask for; default: the same time. */
  readonly addedSinceMs?: number;
  readonly dedupeSize: number;
  /** Whether gaps are backfilled from history: see `onGap`. */
  readonly backfills?: boolean;
  /** Name of this stream in its records. */
  readonly writer: string;
  /** Families of events that this stream asks for. */
  readonly intents: readonly string[];
}

/** Without an ordinal, events of a mailbox cannot be named as before: they get other names, never those of others. */
const lineageOf = ({ lineage = "0", mailboxId, ordinal, since }: Partial<CursorRecord> = {}): string =>
  mailboxId === undefined || ordinal !== undefined ? lineage : `${lineage}~${since ?? ""}`;

const addedTo = (before: readonly string[] | undefined, now: readonly string[]): readonly string[] =>
  before === undefined ? [] : now.filter((family) => !before.includes(family));

export const startPosition = (config: PositionConfig): PositionState => ({
  writer: config.writer,
  intents: config.intents,
  added: addedTo(config.restored?.intents, config.intents),
  addedSinceMs: config.addedSinceMs ?? config.offlineSinceMs,
  recorded: config.restored?.intents ?? config.intents,
  transport: config.transport,
  // Set from the start, so that a record that is saved before the first read names the mailbox.
  mailboxId: config.resumeId === "" ? undefined : config.restored?.mailboxId,
  mailboxEmptiedMs: undefined,
  aloneInSuccessor: undefined,
  receivedId: config.resumeId,
  lineage: lineageOf(config.restored),
  lineages: 0,
  unnumbered: 0,
  connection: undefined,
  absentSinceMs: config.offlineSinceMs,
  wasOpen: config.offlineSinceMs !== undefined,
  oversized: config.resumeId === "" ? 0 : (config.restored?.oversized ?? 0),
  acceptedMs: undefined,
  ongoingGap: undefined,
  catchUp: undefined,
  viewIsStale: false,
  counts: { received: 0, duplicates: 0, unknown: 0 },
  taken: nothingTaken(config.dedupeSize, config.backfills ?? false),
  pages: pagesFrom(config.restored?.ordinal ?? 0),
  handover: undefined,
});

/**
 * The id to resume from: the last one received, not the last one handled, since events in memory must not use up the
 * service's window. If no header can carry the id, the last one handled. Undefined when there is none: the next
 * connection then reports a gap.
 */
export const resumeIdOf = ({ transport, receivedId }: PositionState, handledId: string): string | undefined =>
  transport === "gateway" ? [receivedId, handledId].find(fitsHeader) : undefined;

/**
 * The record for a later process, which goes on after the last handled event.
 * @param dateOf the date of a monotonic time
 */
export function recordOf(
  state: PositionState,
  handledId: string,
  { savedMs, dateOf }: { readonly savedMs: number; readonly dateOf: (monotonicMs: number) => number },
): CursorRecord {
  const { transport, lineage, writer, mailboxId, recorded: intents, added, addedSinceMs } = state;
  const others = added.length > 0 && addedSinceMs !== undefined && { othersSinceMs: dateOf(addedSinceMs) };
  const base = { transport, lineage, savedAtMs: dateOf(savedMs), writer, intents, ...others };
  if (handledId === "") return base;
  const { oversized } = state;
  if (transport === "gateway") return { ...base, lastEventId: handledId, ...(oversized > 0 && { oversized }) };
  if (mailboxId === undefined) return base;
  return { ...base, mailboxId, since: handledId, ordinal: ordinalAt(state.pages, handledId) };
}

/** Since when the service may hold events that have not arrived; undefined when it holds none. */
const unheardSinceMs = (state: PositionState): number | undefined =>
  state.absentSinceMs ?? state.catchUp?.sinceMs ?? state.acceptedMs ?? state.mailboxEmptiedMs;

/** Milliseconds for which the service may hold events that have not arrived. */
export const unheardMs = (state: PositionState, nowMs: number): number => nowMs - (unheardSinceMs(state) ?? nowMs);

/** Milliseconds since the last connection was heard of; 0 while connected or when there was none. */
export const offlineMs = ({ absentSinceMs }: PositionState, nowMs: number): number =>
  absentSinceMs === undefined ? 0 : nowMs - absentSinceMs;

type Draft = { -readonly [Field in keyof PositionState]: PositionState[Field] };

/** A mutable copy. Written out field by field: spreading so many fields costs more than the rest of a step. */
export const draftOf = (state: PositionState): Draft => ({
  writer: state.writer,
  intents: state.intents,
  added: state.added,
  addedSinceMs: state.addedSinceMs,
  recorded: state.recorded,
  transport: state.transport,
  mailboxId: state.mailboxId,
  mailboxEmptiedMs: state.mailboxEmptiedMs,
  aloneInSuccessor: state.aloneInSuccessor,
  receivedId: state.receivedId,
  lineage: state.lineage,
  lineages: state.lineages,
  unnumbered: state.unnumbered,
  connection: state.connection,
  absentSinceMs: state.absentSinceMs,
  wasOpen: state.wasOpen,
  oversized: state.oversized,
  acceptedMs: state.acceptedMs,
  ongoingGap: state.ongoingGap,
  catchUp: state.catchUp,
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
  /** The present, where the input was held until now. */
  readonly reportMs?: number;
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

export function goOnline(turn: Turn): void {
  const { state, actions } = turn;
  reportAdded(turn);
  state.absentSinceMs = undefined;
  state.acceptedMs = undefined;
  state.ongoingGap = undefined;
  actions.push({ type: "online", viewChanged: state.viewIsStale });
  state.viewIsStale = false;
}

/** Whether a mailbox is read that a process with other intents has opened. */
export const isDraining = ({ mailboxId, recorded, intents }: PositionState): boolean =>
  mailboxId !== undefined && !hasSame(recorded, intents);

const hasSame = (some: readonly string[], others: readonly string[]): boolean =>
  some.length === others.length && some.every((family) => others.includes(family));

/** Whether or not the service resumes a stream with other intents, the former one did not bring the added families. */
function reportAdded(turn: Turn): void {
  const { state, actions } = turn;
  // The mailbox of the former process does not bring them either.
  if (isDraining(state)) return;
  state.recorded = state.intents;
  if (reportAddedGap(turn)) actions.push({ type: "save_first" });
}

/** The added families come from now on. Whether there are any. */
export function reportAddedGap(turn: Turn): boolean {
  const { added: families, addedSinceMs: sinceMs = turn.nowMs, connection } = turn.state;
  if (families.length === 0) return false;
  turn.state.added = [];
  reportGap(turn, "intents-added", { families, lastEventId: connection?.resumedFrom, sinceMs });
  return true;
}

/**
 * Begins an absence, unless there is one: the first loss counts until events arrive again. If missed events were still
 * on their way, they are missed since the absence before.
 */
export function loseContact({ state }: Turn, sinceMs: number): void {
  state.absentSinceMs ??= state.catchUp?.sinceMs ?? sinceMs;
  state.catchUp = undefined;
  state.acceptedMs = undefined;
}

/** Facts about a gap besides its reason. */
interface GapFacts {
  readonly lastEventId?: string | undefined;
  readonly missing?: number;
  /** Families of which events may be missing; absent: all. */
  readonly families?: readonly string[];
  /** Since when events may be missing, unless the position knows of an earlier time. */
  readonly sinceMs?: number;
  /** Whether events may go on being lost: then the gap is reported again, with its final extent. */
  readonly ongoing?: boolean;
}

/** Reports a gap that covers everything that has not arrived. */
export function reportGap({ state, actions, nowMs, reportMs = nowMs }: Turn, reason: GapReason, facts: GapFacts): void {
  const { lastEventId, missing, families, ongoing = false } = facts;
  const sinceMs = Math.min(unheardSinceMs(state) ?? nowMs, facts.sinceMs ?? nowMs);
  actions.push({ type: "gap", reason, lastEventId, offlineMs: reportMs - sinceMs, missing, families, ongoing });
}

/** Events flow again: reports the gap of the absence, if there was one, in its final extent. */
export function reportLoss(turn: Turn, reason: GapReason, facts: GapFacts = {}): void {
  const { absentSinceMs, ongoingGap } = turn.state;
  if (absentSinceMs !== undefined) reportGap(turn, ongoingGap ?? reason, facts);
}

/** At up to three bytes per character, below the 8 kB that many servers allow for one header. */
const LONGEST_ID = 2000;

/**
 * Whether a header carries the id unchanged: no control characters, which transports refuse, no space at either end,
 * which the receiver strips, and no longer than servers accept.
 */
const fitsHeader = (id: string): boolean =>
  id.length <= LONGEST_ID && /^(?! )[\x20-\x7e\u0080-\u{10ffff}]+(?<! )$/u.test(id);
