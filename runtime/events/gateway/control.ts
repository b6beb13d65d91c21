import type { StreamEvent } from "../event-kinds.js";
import type { ControlEvent } from "../../../generated/types.js";

/** What a control event asks for. Fields of the wrong type count as absent: a farewell is one even when garbled. */
export type Control = {
  /** The event as it came. */
  readonly payload: object;
} & (
  | { readonly kind: "open"; readonly connectionId: string | undefined; readonly version: string | undefined }
  | { readonly kind: "resume" }
  | {
      readonly kind: "close";
      readonly code: string | undefined;
      readonly message: string | undefined;
      readonly reconnect: boolean | undefined;
    }
);

/** The control event in what was decoded; undefined when it is an event for handlers. */
export function controlOf(event: StreamEvent | ControlEvent): Control | undefined {
  switch (event.type === "unknown" ? event.wireType : event.type) {
    // First what nearly every frame carries: this runs for each of them.
    case "message_create":
    case "reaction_update":
    case "interaction_create":
      return undefined;
    case "connection_open": {
      const payload = fieldsOf(event);
      return { kind: "open", payload, connectionId: text(payload["connectionId"]), version: text(payload["version"]) };
    }
    case "connection_resume":
      return { kind: "resume", payload: fieldsOf(event) };
    case "connection_close": {
      const payload = fieldsOf(event);
      const { reconnect } = payload;
      const flag = typeof reconnect === "boolean" ? reconnect : undefined;
      return {
        kind: "close",
        payload,
        code: text(payload["code"]),
        message: text(payload["message"]),
        reconnect: flag,
      };
    }
    default:
      return undefined;
  }
}

function fieldsOf(event: StreamEvent | ControlEvent): {
  readonly [field: string]: unknown;
  readonly reconnect?: unknown;
} {
  const payload = event.type === "unknown" ? event.payload : event;
  return typeof payload === "object" && payload !== null ? { ...payload } : {};
}

/** The description allows the version to be a number. */
function text(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" ? String(value) : undefined;
}
