import { eventFamilies } from "../../generated/tables.js";
import { DuplicateFilter, withoutOverlap, withOverlap } from "./duplicates.js";
import type { StreamEvent } from "./event-kinds.js";
import { advancedTo, hasOneOf, isAlive, itemOf, pagesFrom, readPage } from "./mailbox-pages.js";
import type { PositionInput } from "./position-inputs.js";
import {
  goOnline,
  isDraining,
  loseContact,
  pass,
  type PositionState,
  reportAddedGap,
  reportGap,
  reportLoss,
  startOver,
  type Turn,
} from "./position-state.js";
import type { QueuedEvent } from "./queue/queued-event.js";

// What a position makes of a mailbox, and of history. See `position.ts`.

type Input<Type extends PositionInput["type"]> = PositionInput & { readonly type: Type };

/**
 * The families that were added come from now on, and what the mailbox of the former process brings from now on comes
 * twice.
 */
export function announceSuccessor(turn: Turn): void {
  const { state } = turn;
  state.aloneInSuccessor = state.added;
  reportAddedGap(turn);
  state.taken = withOverlap(state.taken);
}

export function openMailbox(turn: Turn, input: Input<"mailbox_opened">): void {
  const { mailboxId, events, next, startedMs, isSuccessor = false } = input;
  const { state, actions, nowMs } = turn;
  const isAnother = state.transport === "mailbox";
  const { taken } = state;
  if (state.handover !== undefined) actions.push({ type: "handover_dropped" });
  state.handover = undefined;
  const lastEventId = isAnother ? undefined : state.receivedId || undefined;
  reportLoss(turn, isAnother ? "mailbox-expired" : "transport-change", { lastEventId });
  startOver(turn, mailboxId);
  state.mailboxId = undefined;
  goOnline(turn);
  state.catchUp = undefined;
  useMailbox(turn, mailboxId);
  if (isSuccessor) state.taken = { ...state.taken, overlap: taken.overlap };
  else state.aloneInSuccessor = undefined;
  state.wasOpen = true;
  state.oversized = 0;
  state.mailboxEmptiedMs = startedMs;
  state.pages = pagesFrom(events.length);
  // Events in the opening answer cannot be read again: until they are handled, the record names no position.
  actions.push({ type: "save_first" });
  takePage(turn, events, { placeOf: ordinalFrom(0), receivedMs: nowMs });
  pass(turn, next);
}

export function useMailbox(turn: Turn, mailboxId: string): void {
  const { state } = turn;
  state.transport = "mailbox";
  state.mailboxId = mailboxId;
  state.mailboxEmptiedMs = state.absentSinceMs ?? turn.nowMs;
  state.taken = withoutOverlap(state.taken);
}

/** Whether the mailbox is proven to have nothing that the stream beside it does not bring. */
export function readMailbox(turn: Turn, input: Input<"mailbox_read">): boolean {
  const { since, events, next, room, startedMs, receivedMs } = input;
  const { state, actions } = turn;
  if (state.absentSinceMs !== undefined) goOnline(turn);
  const pages = advancedTo(state.pages, since);
  const page = events.map(({ event }) => itemOf(event));
  const read = readPage(pages, page, { next, room });
  state.pages = read.pages;
  if (events.length === 0) {
    state.mailboxEmptiedMs = startedMs;
    // It has nothing left that the one before it brought.
    if (!isDraining(state)) state.aloneInSuccessor = undefined;
  }
  if (read.lost > 0) reportGap(turn, "overflow", { missing: read.lost });
  if (read.doubtful > 0) actions.push({ type: "possible_repeats", count: read.doubtful });
  countDuplicates(turn, read.repeats);
  const fresh = read.taken.flatMap((place) => events[place] ?? []);
  takePage(turn, fresh, { placeOf: ordinalFrom(pages.given), receivedMs });
  if (read.isReached) pass(turn, next);
  const { handover } = state;
  if (handover === undefined || read.isLeft) return false;
  const isEmpty = events.length === 0 && read.pages.known.length === 0 && startedMs >= handover.sinceMs;
  return isEmpty || hasOneOf(handover, events);
}

/** The place of an event in a mailbox: its number, from the opening on. The same for a process that reads it again. */
const ordinalFrom =
  (before: number) =>
  (index: number): string =>
    String(before + index + 1);

const families: { readonly [type: string]: string | undefined } = eventFamilies;

/** Takes events of a mailbox or of history, except those whose content shows that they were taken before. */
export function takePage(
  turn: Turn,
  events: readonly QueuedEvent[],
  { placeOf, receivedMs }: { readonly placeOf: (index: number) => string; readonly receivedMs: number },
): void {
  const { state, actions } = turn;
  const filter = new DuplicateFilter(state.taken);
  const isAsked = askedBy(state);
  const repeats = repeatedIn(state);
  let doubtful = 0;
  const isNew = events.map((each) => {
    if (!isAsked(each)) return false;
    const novelty = repeats(each) ? filter.inSuccessor(each) : filter.onMailbox(each);
    if (novelty === "possible-repeat") doubtful += 1;
    return novelty !== "repeat";
  });
  const fresh = events.filter((_, index) => isNew[index]);
  const places = events.map((_, index) => placeOf(index)).filter((_, index) => isNew[index]);
  state.taken = filter.after();
  if (state.taken.overlap === undefined) state.aloneInSuccessor = undefined;
  countDuplicates(turn, events.length - fresh.length);
  if (doubtful > 0) actions.push({ type: "possible_repeats", count: doubtful });
  if (fresh.length === 0) return;
  const { received, unknown, duplicates } = state.counts;
  const unknownNow = fresh.filter(({ event }) => event.type === "unknown").length;
  state.counts = { received: received + fresh.length, unknown: unknown + unknownNow, duplicates };
  actions.push({ type: "deliver", events: fresh, lineage: state.lineage, places, receivedMs });
}

/** A mailbox that a process with other intents has opened also brings families that this one does not ask for. */
function askedBy(state: PositionState): (event: QueuedEvent) => boolean {
  if (!isDraining(state)) return () => true;
  const unwanted = state.recorded.filter((family) => !state.intents.includes(family));
  return ({ event }) => !unwanted.includes(familyOf(event));
}

/** Whether an event may be one that the mailbox of the former process brought too. */
function repeatedIn(state: PositionState): (event: QueuedEvent) => boolean {
  const { aloneInSuccessor: alone } = state;
  if (alone === undefined || isDraining(state)) return () => false;
  return ({ event }) => !alone.includes(familyOf(event));
}

const familyOf = (event: StreamEvent): string => families[event.type === "unknown" ? event.wireType : event.type] ?? "";

function countDuplicates({ state }: Turn, more: number): void {
  if (more > 0) state.counts = { ...state.counts, duplicates: state.counts.duplicates + more };
}

export function loseMailboxContact(turn: Turn): void {
  loseContact(turn, turn.state.mailboxEmptiedMs ?? turn.nowMs);
}

/** Whether there is a stream beside it to hand over to. */
export function loseMailbox(turn: Turn, isTooLarge: boolean): boolean {
  const { state } = turn;
  const reason = isTooLarge ? "frame-too-large" : "mailbox-expired";
  loseMailboxContact(turn);
  state.mailboxId = undefined;
  state.pages = pagesFrom(0);
  if (!isAlive(state.handover)) {
    reportGap(turn, reason, { ongoing: true });
    state.ongoingGap = reason;
    return false;
  }
  // The stream beside it has everything from its opening on.
  reportLoss(turn, reason);
  state.absentSinceMs = undefined;
  return true;
}
