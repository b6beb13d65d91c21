import { limits } from "../../generated/tables.js";
import { atConnection, DuplicateFilter, type Taken, takenSteadily, withoutOverlap, withOverlap } from "./duplicates.js";
import { hold, isWithoutByte, newHandover } from "./mailbox-pages.js";
import { isOfStream, type PositionAction, type PositionInput } from "./position-inputs.js";
import {
  announceSuccessor,
  loseMailbox,
  loseMailboxContact,
  openMailbox,
  readMailbox,
  takePage,
  useMailbox,
} from "./position-mailbox.js";
import {
  type CatchUp,
  draftOf,
  goOnline,
  loseContact,
  offlineMs,
  pass,
  type PositionState,
  reportGap,
  reportLoss,
  startOver,
  type Turn,
} from "./position-state.js";
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
      state.wasOpen = true;
      return;
    case "connected":
      state.transport = "gateway";
      state.mailboxEmptiedMs = undefined;
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
      state.oversized = 0;
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
      return countOversized(turn, input.oversized ?? false);
    case "mailbox_opened":
      return openMailbox(turn, input);
    case "mailbox_restored":
      return useMailbox(turn, input.mailboxId);
    case "mailbox_read":
      return readMailbox(turn, input) ? handOver(turn) : undefined;
    case "successor_opened":
      return announceSuccessor(turn);
    case "mailbox_drained":
      // What comes from now on is in the successor; without one it is lost.
      if (state.aloneInSuccessor === undefined) loseMailboxContact(turn);
      state.mailboxId = undefined;
      return;
    case "mailbox_failing":
      return loseMailboxContact(turn);
    case "mailbox_gone":
      return loseMailbox(turn, input.tooLarge ?? false) ? handOver(turn) : undefined;
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
      state.aloneInSuccessor = undefined;
      state.handover = newHandover;
      return;
    case "handover_ended":
      state.handover = undefined;
      state.taken = withoutOverlap(state.taken);
      return;
  }
}

/** Saved at once: the next process must not fetch the frame as often again. */
function countOversized({ state, actions }: Turn, isOne: boolean): void {
  state.oversized = isOne ? state.oversized + 1 : 0;
  if (isOne) actions.push({ type: "save_first" });
}

function takeEvents(turn: Turn, { events, passedId }: Input<"events">): void {
  const { state } = turn;
  // Without an id to resume from, one that comes alone is the first sign of a new stream.
  if (events.length > 0 || state.connection?.resumedFrom === undefined) greetSilently(turn);
  if (events.length > 0) {
    if (state.catchUp !== undefined) state.catchUp = caughtUp(state.catchUp, events.length);
    const taken = takenSteadily(turn.state.taken, events);
    if (taken === undefined) {
      const repeatedId = takeNew(turn, events);
      if (repeatedId !== "") pass(turn, repeatedId);
    } else takeAll(turn, events, taken);
  }
  if (passedId !== undefined) pass(turn, passedId);
}

/** Takes events of a steady stream: all are new and have ids. */
function takeAll({ state, actions, nowMs }: Turn, events: readonly QueuedEvent[], taken: Taken): void {
  const { received, duplicates, unknown } = state.counts;
  state.taken = taken;
  state.counts = { received: received + events.length, duplicates, unknown };
  state.unnumbered = 0;
  state.receivedId = events.at(-1)?.resumeId ?? "";
  actions.push({ type: "deliver", events, lineage: state.lineage, places: undefined, receivedMs: nowMs });
}

/**
 * Takes the new ones among these events. Returns the id of the last event if it repeats one that was taken, else "".
 */
function takeNew({ state, actions, nowMs }: Turn, events: readonly QueuedEvent[]): string {
  const filter = new DuplicateFilter(state.taken);
  const { lineage } = state;
  let { unnumbered, receivedId } = state;
  let { duplicates, unknown } = state.counts;
  let kept: QueuedEvent[] | undefined;
  let places: (string | undefined)[] | undefined;
  let repeatedId = "";
  let doubtful = 0;
  let index = -1;
  for (const each of events) {
    index += 1;
    const novelty = filter.onStream(each);
    if (novelty === "known-id" || novelty === "repeat") {
      kept ??= events.slice(0, index);
      duplicates += 1;
      if (novelty === "repeat") repeatedId = each.resumeId;
      continue;
    }
    if (novelty === "possible-repeat") doubtful += 1;
    repeatedId = "";
    if (each.resumeId !== "") receivedId = each.resumeId;
    if (each.event.type === "unknown") unknown += 1;
    if (each.eventId === undefined) {
      unnumbered += 1;
      places ??= Array.from({ length: kept?.length ?? index }, () => undefined);
      places.push(`${each.resumeId}+${unnumbered}`);
    } else {
      unnumbered = 0;
      places?.push(undefined);
    }
    kept?.push(each);
  }
  const fresh = kept ?? events;
  state.taken = filter.after();
  state.counts = { received: state.counts.received + fresh.length, duplicates, unknown };
  state.unnumbered = unnumbered;
  state.receivedId = receivedId;
  if (fresh.length > 0) actions.push({ type: "deliver", events: fresh, lineage, places, receivedMs: nowMs });
  if (doubtful > 0) actions.push({ type: "possible_repeats", count: doubtful });
  return repeatedId;
}

/**
 * The service opened a new stream. If there was one before, here or in a former process, events in between are lost.
 */
function startStream(turn: Turn, { connectionId, id, heardMs }: Input<"greeted">): void {
  const { state, actions } = turn;
  const { greeted = false, resumedFrom } = state.connection ?? {};
  if (greeted) reportGap(turn, "outside-window", { lastEventId: state.receivedId, sinceMs: heardMs });
  else if (resumedFrom !== undefined) reportGap(turn, "outside-window", { lastEventId: resumedFrom });
  else reportLoss(turn, "no-cursor");
  if (greeted || resumedFrom !== undefined) state.taken = withoutOverlap(state.taken);
  // Whatever came after the stream was accepted may still be on its way.
  state.catchUp = state.acceptedMs === undefined ? undefined : { sinceMs: state.acceptedMs, left: limits.resumeEvents };
  startOver(turn, connectionId);
  if (id !== undefined) pass(turn, id);
  actions.push({ type: "save_first" });
  greet(turn);
}

/**
 * The service resumes the stream. An id on this frame moves nothing: it would be past the missed events that follow.
 */
function resume(turn: Turn): void {
  const { state, actions, nowMs } = turn;
  const lastEventId = state.connection?.resumedFrom;
  // No id was sent to resume from, so the service cannot know what was missed.
  if (lastEventId === undefined) return greetSilently(turn);
  actions.push({ type: "resumed", lastEventId, offlineMs: offlineMs(state, nowMs) });
  catchUp(turn);
  greet(turn);
}

/** Missed events are on their way: until they have come, the absence before counts, should the connection be lost. */
function catchUp({ state, nowMs }: Turn): void {
  state.catchUp = { sinceMs: state.absentSinceMs ?? nowMs, left: limits.resumeEvents };
}

const caughtUp = ({ sinceMs, left }: CatchUp, events: number): CatchUp | undefined =>
  left > events ? { sinceMs, left: left - events } : undefined;

/** An event came before `connection_open` or `connection_resume`. */
function greetSilently(turn: Turn): void {
  const { connection } = turn.state;
  if (connection === undefined || connection.greeted) return;
  if (connection.resumedFrom === undefined) reportLoss(turn, "no-cursor");
  else catchUp(turn);
  greet(turn);
}

function greet(turn: Turn): void {
  const { state } = turn;
  if (state.connection !== undefined) state.connection = { ...state.connection, greeted: true };
  goOnline(turn);
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
