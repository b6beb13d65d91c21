import type { LaneName } from "./dispatch/context.js";
import { eventFamilies } from "../../generated/tables.js";
import type { GatewayEvent, UnknownEvent } from "../../generated/types.js";

/** What the stream hands on: events of servers, and those that this version does not know. */
export type StreamEvent = GatewayEvent | UnknownEvent;

/** Few, so that comparing beats looking up: this runs for every event. */
const interactionTypes: readonly string[] = Object.entries(eventFamilies)
  .filter(([, family]) => family === "interactions")
  .map(([type]) => type);

/** Interactions are answered within seconds and take a way of their own; everything else does not. */
export function laneOf(event: StreamEvent): LaneName {
  return interactionTypes.includes(event.type === "unknown" ? event.wireType : event.type) ? "interactions" : "events";
}

/**
 * What keeps events in order under `order: "channel"`: their channel, else their server. Unknown events are in no
 * order: nothing is known of what their fields mean.
 */
export function orderKeyOf(event: StreamEvent): string | undefined {
  switch (event.type) {
    case "message_create":
      return event.message.channelId;
    case "interaction_create":
      return event.interaction.channelId;
    case "unknown":
      return undefined;
    default:
      return `server ${event.serverId}`;
  }
}

/** What tells an event from others where it has no id: what identifies it by its own content, else all of it. */
export function likenessOf(event: StreamEvent): string {
  return contentIdentity(event) ?? asText(event);
}

/** JSON, as far as it can be written out: what is nested too deep for that all looks alike. */
export function asText(value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch {
    return "";
  }
}

/** What identifies an event by its own content, however it came; undefined where nothing does. */
export function contentIdentity(event: StreamEvent): string | undefined {
  switch (event.type) {
    case "message_create":
      return `m-${event.message.publicId}`;
    case "interaction_create":
      return `i-${event.interaction.id}`;
    default:
      return undefined;
  }
}
