import { limits } from "../../generated/tables.js";
import { DuplicateFilter, type Taken, takenSteadily, withoutOverlap } from "./duplicates.js";
import type { PositionInput } from "./position-inputs.js";
import {
  type CatchUp,
  goOnline,
  offlineMs,
  pass,
  reportGap,
  reportLoss,
  startOver,
  type Turn,
} from "./position-state.js";
import type { QueuedEvent } from "./queue/queued-event.js";

// What a position makes of the stream. See `position.ts`.

type Input<Type extends PositionInput["type"]> = PositionInput & { readonly type: Type };

export function takeEvents(turn: Turn, { events, passedId }: Input<"events">): void {
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
export function startStream(turn: Turn, { connectionId, id, heardMs }: Input<"greeted">): void {
  const { state, actions } = turn;
  const { greeted = false, resumedFrom } = state.connection ?? {};
  if (greeted) reportGap(turn, "outside-window", { lastEventId: state.receivedId, sinceMs: heardMs });
  else if (resumedFrom !== undefined) reportGap(turn, "outside-window", { lastEventId: resumedFrom });
  else reportLoss(turn, "no-cursor");
  if (greeted || resumedFrom !== undefined) state.taken = withoutOverlap(state.taken);
  state.catchUp = undefined;
  startOver(turn, connectionId);
  if (id !== undefined) pass(turn, id);
  actions.push({ type: "save_first" });
  greet(turn);
}

/**
 * The service resumes the stream. An id on this frame moves nothing: it would be past the missed events that follow.
 */
export function resume(turn: Turn): void {
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
export function greetSilently(turn: Turn): void {
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
