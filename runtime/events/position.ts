import { atConnection, DuplicateFilter, withoutOverlap, withOverlap } from "./duplicates.js";
import {
  advancedTo,
  hasOneOf,
  hold,
  isAlive,
  isWithoutByte,
  itemOf,
  newHandover,
  pagesFrom,
  readPage,
} from "./mailbox-pages.js";
import { isOfStream, type PositionAction, type PositionInput } from "./position-inputs.js";
import {
  draftOf,
  goOnline,
  loseContact,
  pass,
  type PositionState,
  startOver,
  reportGap,
  reportLoss,
  type Turn,
} from "./position-state.js";
import { greetSilently, resume, startStream, takeEvents } from "./position-stream.js";
import type { QueuedEvent } from "./queue/queued-event.js";

type Input<Type extends PositionInput["type"]> = PositionInput & { readonly type: Type };

/**
 * The state after an input, and its effects: which events are new, which are repeats, which ids are valid, when a
 * hand-over is complete, what to resume from, and when events may be lost. Pure: no clock, socket or store, and neither
 * argument changes.
 */
export function stepPosition(
  before: PositionState,
  input: PositionInput,
  nowMs: number,
): { readonly state: PositionState; readonly actions: readonly PositionAction[] } {
  const turn: Turn = { state: draftOf(before), actions: [], nowMs };
  const { handover } = before;
  if (handover === undefined || !isOfStream(input)) take(turn, input);
  else if (!isWithoutByte(handover, input)) {
    turn.state.handover = hold(handover, input, nowMs);
    if (before.mailboxId === undefined) handOver(turn);
  }
  return { state: turn.state, actions: turn.actions };
}

function take(turn: Turn, input: PositionInput): void {
  const { state, actions } = turn;
  switch (input.type) {
    case "events":
      return takeEvents(turn, input);
    case "accepted":
      state.acceptedMs ??= turn.nowMs;
      return;
    case "connected":
      state.transport = "gateway";
      state.connection = { resumedFrom: input.resumedFrom, greeted: false };
      state.taken = atConnection(state.taken, input.resumedFrom !== undefined);
      return;
    case "greeted":
      return startStream(turn, input);
    case "resume_granted":
      return resume(turn);
    case "ids_reset":
      state.receivedId = "";
      return void actions.push({ type: "started_over" });
    case "frame_skipped":
      greetSilently(turn);
      return reportGap(turn, "frame-too-large", {
        lastEventId: state.receivedId || undefined,
        missing: 1,
        sinceMs: input.heardMs,
      });
    case "heartbeat":
      if (state.connection?.greeted === true) state.catchUp = undefined;
      return;
    case "disconnected":
      loseContact(turn, input.heardMs);
      state.connection = undefined;
      return;
    case "mailbox_opened":
      return openMailbox(turn, input);
    case "mailbox_restored":
      return useMailbox(turn, input.mailboxId);
    case "mailbox_read":
      return readMailbox(turn, input);
    case "mailbox_failing":
      return loseMailboxContact(turn);
    case "mailbox_gone":
      return loseMailbox(turn);
    case "mailbox_returned":
      state.mailboxId = undefined;
      return;
    case "backfilled":
      return takePage(turn, input.events, { placeOf: (index) => `backfill.${index}`, receivedMs: turn.nowMs });
    case "view_lost":
      state.viewIsStale = true;
      return;
    case "handover_began":
      state.taken = withOverlap(state.taken);
      state.handover = newHandover;
      return;
    case "handover_ended":
      state.handover = undefined;
      state.taken = withoutOverlap(state.taken);
      return;
  }
}

function openMailbox(turn: Turn, { mailboxId, events, next, startedMs }: Input<"mailbox_opened">): void {
  const { state, actions, nowMs } = turn;
  const isAnother = state.transport === "mailbox";
  const lastEventId = isAnother ? undefined : state.receivedId || undefined;
  reportLoss(turn, isAnother ? "mailbox-expired" : "transport-change", { lastEventId });
  startOver(turn, mailboxId);
  goOnline(turn);
  state.catchUp = undefined;
  useMailbox(turn, mailboxId);
  state.mailboxEmptiedMs = startedMs;
  state.pages = pagesFrom(events.length);
  // Events in the opening answer cannot be read again: until they are handled, the record names no position.
  actions.push({ type: "save_first" });
  takePage(turn, events, { placeOf: ordinalFrom(0), receivedMs: nowMs });
  pass(turn, next);
}

function useMailbox(turn: Turn, mailboxId: string): void {
  const { state } = turn;
  state.transport = "mailbox";
  state.mailboxId = mailboxId;
  state.mailboxEmptiedMs = state.absentSinceMs ?? turn.nowMs;
  state.taken = state.handover === undefined ? withoutOverlap(state.taken) : withOverlap(state.taken);
}

function readMailbox(turn: Turn, { since, events, next, room, startedMs, receivedMs }: Input<"mailbox_read">): void {
  const { state, actions } = turn;
  if (state.absentSinceMs !== undefined) goOnline(turn);
  const pages = advancedTo(state.pages, since);
  const page = events.map(({ event }) => itemOf(event));
  const read = readPage(pages, page, { next, room });
  state.pages = read.pages;
  if (events.length === 0) state.mailboxEmptiedMs = startedMs;
  if (read.lost > 0) reportGap(turn, "overflow", { missing: read.lost });
  if (read.doubtful > 0) actions.push({ type: "possible_repeats", count: read.doubtful });
  countDuplicates(turn, read.repeats);
  const fresh = read.taken.flatMap((place) => events[place] ?? []);
  takePage(turn, fresh, { placeOf: ordinalFrom(pages.given), receivedMs });
  if (read.isReached) pass(turn, next);
  const { handover } = state;
  if (handover === undefined || read.isLeft) return;
  const isEmpty = events.length === 0 && read.pages.known.length === 0 && startedMs >= handover.sinceMs;
  if (isEmpty || hasOneOf(handover, events)) handOver(turn);
}

/** The place of an event in a mailbox: its number, from the opening on. The same for a process that reads it again. */
const ordinalFrom =
  (before: number) =>
  (index: number): string =>
    String(before + index + 1);

/** Takes events of a mailbox or of history, except those whose content shows that they were taken before. */
function takePage(
  turn: Turn,
  events: readonly QueuedEvent[],
  { placeOf, receivedMs }: { readonly placeOf: (index: number) => string; readonly receivedMs: number },
): void {
  const { state, actions } = turn;
  const filter = new DuplicateFilter(state.taken);
  const isNew = events.map((each) => !filter.onMailbox(each));
  const fresh = events.filter((_, index) => isNew[index]);
  const places = events.map((_, index) => placeOf(index)).filter((_, index) => isNew[index]);
  state.taken = filter.after();
  countDuplicates(turn, events.length - fresh.length);
  if (fresh.length === 0) return;
  const { received, unknown, duplicates } = state.counts;
  const unknownNow = fresh.filter(({ event }) => event.type === "unknown").length;
  state.counts = { received: received + fresh.length, unknown: unknown + unknownNow, duplicates };
  actions.push({ type: "deliver", events: fresh, lineage: state.lineage, places, receivedMs });
}

function countDuplicates({ state }: Turn, more: number): void {
  if (more > 0) state.counts = { ...state.counts, duplicates: state.counts.duplicates + more };
}

function loseMailboxContact(turn: Turn): void {
  loseContact(turn, turn.state.mailboxEmptiedMs ?? turn.nowMs);
}

function loseMailbox(turn: Turn): void {
  const { state } = turn;
  loseMailboxContact(turn);
  state.mailboxId = undefined;
  state.pages = pagesFrom(0);
  if (!isAlive(state.handover)) {
    reportGap(turn, "mailbox-expired", { ongoing: true });
    state.ongoingGap = "mailbox-expired";
    return;
  }
  // The stream beside it has everything from its opening on.
  reportLoss(turn, "mailbox-expired");
  state.absentSinceMs = undefined;
  handOver(turn);
}

function handOver(turn: Turn): void {
  const { state, actions, nowMs: reportMs } = turn;
  const held = state.handover?.held ?? [];
  state.handover = undefined;
  // The positions of the mailbox are no ids of the stream, which may end before it has brought one.
  startOver(turn, undefined);
  state.transport = "gateway";
  state.mailboxId = undefined;
  state.mailboxEmptiedMs = undefined;
  actions.push({ type: "handed_over" });
  for (const { input, atMs } of held) take({ state, actions, nowMs: atMs, reportMs }, input);
}
