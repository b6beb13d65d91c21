import type { GatewayEvent } from "../../../generated/types.js";
import { stepPosition } from "../../../runtime/events/position.js";
import type { PositionAction, PositionInput } from "../../../runtime/events/position-inputs.js";
import { type PositionConfig, type PositionState, startPosition } from "../../../runtime/events/position-state.js";
import { QueuedEvent } from "../../../runtime/events/queue/queued-event.js";
import { message } from "./fake-service.js";
import { nameOf } from "./start.js";

const config: PositionConfig = {
  transport: "gateway",
  restored: undefined,
  resumeId: "",
  offlineSinceMs: undefined,
  dedupeSize: 100,
  writer: "w",
  intents: ["messages"],
};

export const queued = (event: object, id?: number) =>
  // Of the shape that decoding gives.
  new QueuedEvent(event as GatewayEvent, id === undefined ? undefined : String(id), id === undefined ? "" : String(id));
export const brought = (...ids: number[]): PositionInput => ({
  type: "events",
  events: ids.map((id) => queued(message(id), id)),
  passedId: undefined,
});
/** Events by whichever transport that have no id. */
export const bare = (...events: object[]) => events.map((event) => queued(event));
export const streamBrings = (...events: object[]): PositionInput => ({
  type: "events",
  events: events.map((event, index) => queued(event, 100 + index)),
  passedId: undefined,
});
export const connected = (resumedFrom?: string): PositionInput => ({ type: "connected", resumedFrom });
export const greeted = (connectionId = "c1"): PositionInput => ({
  type: "greeted",
  connectionId,
  id: undefined,
  heardMs: 1000,
});
export const disconnected: PositionInput = { type: "disconnected", heardMs: 900 };
export const opened = (...events: object[]): PositionInput => ({
  type: "mailbox_opened",
  mailboxId: "mb",
  events: bare(...events),
  next: "n0",
  startedMs: 1000,
});
export const read = (since: string, events: readonly object[], next: string, more: object = {}): PositionInput => ({
  type: "mailbox_read",
  since,
  events: bare(...events),
  next,
  room: Infinity,
  startedMs: 1000,
  receivedMs: 1000,
  ...more,
});
export const gone: PositionInput = { type: "mailbox_gone" };
export const resumed: PositionInput = { type: "resume_granted" };
export const began: PositionInput = { type: "handover_began" };

/** An action in words. */
function inWords(action: PositionAction): string {
  switch (action.type) {
    case "deliver":
      return `deliver ${action.events.map(({ event }) => nameOf(event)).join(", ")}`;
    case "passed":
      return `passed ${action.id}`;
    case "gap": {
      const { reason, lastEventId = "nothing", offlineMs, missing = "some", ongoing } = action;
      return `gap ${reason}: ${missing} after ${lastEventId}, ${offlineMs} ms${ongoing ? " and more" : ""}`;
    }
    case "resumed":
      return `resumed from ${action.lastEventId} after ${action.offlineMs} ms`;
    case "possible_repeats":
      return `${action.count} possible repeats`;
    case "online":
      return action.viewChanged ? "online with another view" : "online";
    default:
      return action.type;
  }
}

/** Plays inputs, all at the same time. `words` are the actions of the last one. */
export function play(inputs: readonly PositionInput[], more: Partial<PositionConfig> = {}) {
  let state: PositionState = startPosition({ ...config, ...more });
  let actions: readonly PositionAction[] = [];
  for (const input of inputs) ({ state, actions } = stepPosition(state, input, 1000));
  return { state, actions, words: actions.map(inWords) };
}
