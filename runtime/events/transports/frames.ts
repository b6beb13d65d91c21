import type { ControlEvent } from "../../../generated/types.js";
import { decodeGatewayEvent } from "../../../generated/validators.js";
import type { CloseReason } from "../../diagnostics/events.js";
import type { StreamEvent } from "../event-kinds.js";
import { QueuedEvent } from "../queue/queued-event.js";
import { type Frame, Framer, skippedFrame } from "../sse/framer.js";
import type { TransportPort } from "./transport.js";

/** What a connection has brought so far. */
interface FrameContact {
  /** Everything sent up to this time has come. */
  readonly wholeMs: number;
  took(rest: Framer["rest"]): void;
}

/** Reads one connection: bytes to typed events. */
export class FrameReader {
  readonly #port: TransportPort;
  readonly #framer: Framer;
  readonly #contact: FrameContact;

  /** @param skipTooLarge skips a frame above the limit instead of ending the connection */
  constructor(port: TransportPort, contact: FrameContact, skipTooLarge: boolean) {
    this.#port = port;
    this.#contact = contact;
    this.#framer = new Framer({ maxFrameBytes: port.options.assumptions.frameBytes, skipTooLarge });
  }

  /** The last `retry:` field of the stream; undefined when there was none. */
  get retryMs(): number | undefined {
    return this.#framer.retryMs;
  }

  /** Takes a chunk. Returns the reason to close if the chunk has a close frame or a frame above the limit. */
  take(chunk: Uint8Array): CloseReason | undefined {
    const ending = this.#take(chunk);
    // A frame that is too large has not come, wherever it ends.
    if (ending?.cause !== "frame-too-large") this.#contact.took(this.#framer.rest);
    return ending;
  }

  #take(chunk: Uint8Array): CloseReason | undefined {
    const { emit, options } = this.#port;
    const before = this.#framer.lastId;
    const frames = this.#framer.feed(chunk);
    const { commentAt } = this.#framer;
    let events: QueuedEvent[] = [];
    const flush = () => {
      if (events.length > 0) emit({ type: "events", events, passedId: undefined });
      events = [];
    };
    let index = -1;
    for (const frame of frames) {
      index += 1;
      if (index === commentAt) {
        flush();
        emit({ type: "heartbeat" });
      }
      if (frame === skippedFrame) {
        flush();
        emit({ type: "frame_skipped", heardMs: this.#contact.wholeMs });
        const passedId = this.#framer.resumeIdOf(index);
        if (passedId !== "") emit({ type: "events", events, passedId });
        continue;
      }
      const event = this.#decode(frame);
      const control = controlOf(event);
      if (control === undefined) {
        const resumeId = this.#framer.resumeIdOf(index);
        // `controlOf` recognises every control event, so this event is for handlers. An empty id identifies no event.
        events.push(new QueuedEvent(event as StreamEvent, frame.id === "" ? undefined : frame.id, resumeId));
        continue;
      }
      flush();
      const closeFrame = this.#control(control, frame);
      if (closeFrame !== undefined) return closeFrame;
    }
    const { tooLarge } = this.#framer;
    const passedId = tooLarge === undefined ? this.#passedId(frames, before) : undefined;
    if (events.length > 0 || passedId !== undefined) emit({ type: "events", events, passedId });
    if (options.assumptions.emptyEventId === "reset" && this.#isReset(frames, before)) emit({ type: "ids_reset" });
    if (commentAt === frames.length) emit({ type: "heartbeat" });
    return tooLarge && { cause: "frame-too-large", error: tooLarge };
  }

  /** An id that came without data after the last frame; it moves the cursor too. */
  #passedId(frames: readonly Frame[], before: string): string | undefined {
    const { lastId } = this.#framer;
    const afterFrames = frames.length === 0 ? before : this.#framer.resumeIdOf(frames.length - 1);
    return lastId === "" || lastId === afterFrames ? undefined : lastId;
  }

  /** Whether the last id that came is empty. */
  #isReset(frames: readonly Frame[], before: string): boolean {
    return this.#framer.lastId === "" && (before !== "" || frames.some(({ id }) => id !== undefined));
  }

  #decode(frame: Frame): StreamEvent | ControlEvent {
    let value: unknown;
    try {
      value = JSON.parse(frame.data);
    } catch {
      return { type: "unknown", wireType: "", reason: "shape", payload: frame.data };
    }
    return decodeGatewayEvent(value);
  }

  #control(control: Control, { id }: Frame): CloseReason | undefined {
    const { emit, reporter, client } = this.#port;
    reporter.report("control", { event: control.payload });
    if (control.kind === "resume") emit({ type: "resume_granted" });
    if (control.kind === "close") {
      const { code, message, reconnect } = control;
      return {
        cause: "close-frame",
        ...(code !== undefined && { code }),
        ...(message !== undefined && { message }),
        ...(reconnect !== undefined && { reconnect }),
      };
    }
    if (control.kind !== "open") return undefined;
    const { connectionId, version } = control;
    emit({ type: "greeted", connectionId, id, heardMs: this.#contact.wholeMs });
    reporter.live.connectionId = connectionId;
    reporter.live.version = version;
    reporter.report("opened", { connectionId: connectionId ?? "", version: version ?? "" });
    if (version !== undefined && client.apiVersion !== version) {
      reporter.report("version_mismatch", { requested: client.apiVersion, inUse: version });
    }
    return undefined;
  }
}

/** A control event. Fields of the wrong type count as absent, so that a malformed close frame still is one. */
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

/** Reads a control event; undefined for an event for handlers. */
export function controlOf(event: StreamEvent | ControlEvent): Control | undefined {
  switch (event.type === "unknown" ? event.wireType : event.type) {
    // The most frequent types first: this runs for every frame.
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
