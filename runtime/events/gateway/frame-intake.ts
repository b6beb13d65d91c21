import { likenessOf, type StreamEvent } from "../event-kinds.js";
import type { ControlEvent } from "../../../generated/types.js";
import { decodeGatewayEvent } from "../../../generated/validators.js";
import { Entry } from "../intake/entry.js";
import type { Ending } from "../reconnect/ending.js";
import { type Frame, Framer } from "../sse/framer.js";
import type { Session } from "../stream/session.js";
import { type Control, controlOf } from "./control.js";

/** What one connection carries, frame by frame: events into the intake, control events into the session. */
export class FrameIntake {
  readonly #session: Session;
  readonly #framer: Framer;
  /** What this connection was asked to resume from. */
  readonly #resumedFrom: string | undefined;
  #origin: Session["origin"];
  #greeted = false;
  #progressed = false;
  /** Events without an id of their own since the last id. */
  #unnumbered = 0;

  constructor(session: Session, resumedFrom: string | undefined) {
    this.#session = session;
    this.#resumedFrom = resumedFrom;
    this.#origin = session.origin;
    session.seenIds.expect();
    this.#framer = new Framer({ maxFrameBytes: session.options.assumptions.frameBytes });
  }

  /** Whether anything came that makes this connection one of which something can be missed. */
  get greeted(): boolean {
    return this.#greeted;
  }

  /** Whether it brought more than a greeting. */
  get progressed(): boolean {
    return this.#progressed;
  }

  /** The reconnection time the stream asked for, when it ever did. */
  get retryMs(): number | undefined {
    return this.#framer.retryMs;
  }

  /** Takes a chunk. Returns what ends the connection when it holds that: a farewell, or a frame above the limit. */
  take(chunk: Uint8Array): Ending | undefined {
    const { intake, clock } = this.#session;
    const before = this.#framer.lastId;
    const frames = this.#framer.feed(chunk);
    const receivedAtMs = clock.monotonicMs();
    let entries: Entry<StreamEvent>[] = [];
    let index = 0;
    for (const frame of frames) {
      const event = this.#decode(frame);
      const control = controlOf(event);
      if (control === undefined) {
        // `controlOf` knows every control event, so this is one for handlers.
        const entry = this.#entry(event as StreamEvent, frame, index, receivedAtMs);
        if (entry !== undefined) entries.push(entry);
      } else {
        intake.accept(entries);
        entries = [];
        const farewell = this.#control(control, frame);
        if (farewell !== undefined) return farewell;
      }
      index += 1;
    }
    intake.accept(entries);
    const { tooLarge } = this.#framer;
    if (tooLarge !== undefined) return { cause: "frame-too-large", error: tooLarge };
    const newest = frames.at(-1);
    this.#passId(newest === undefined ? before : this.#framer.resumeIdOf(newest, frames.length - 1));
    return undefined;
  }

  /** An id that came without data, after the last frame, moves the cursor too. */
  #passId(afterFrames: string): void {
    const { lastId } = this.#framer;
    if (lastId !== afterFrames && lastId !== "") this.#session.intake.prefix.pass(lastId);
  }

  #decode(frame: Frame): StreamEvent | ControlEvent {
    let value: unknown;
    try {
      value = JSON.parse(frame.data);
    } catch {
      this.#session.reporter.tell({ type: "unreadable", why: "The data of a frame is not JSON." });
      return { type: "unknown", wireType: "", reason: "shape", payload: frame.data };
    }
    return decodeGatewayEvent(value);
  }

  #entry(event: StreamEvent, frame: Frame, index: number, receivedAtMs: number): Entry<StreamEvent> | undefined {
    // An empty id takes back the last one; it names no event.
    const id = frame.id === "" ? undefined : frame.id;
    const session = this.#session;
    const { seenIds, seenInteractions, overlap } = session;
    this.#startWithoutGreeting();
    this.#progressed = true;
    if (
      (id !== undefined && !seenIds.add(id)) ||
      (overlap !== undefined && overlap.take(likenessOf(event), receivedAtMs)) ||
      (event.type === "interaction_create" && !seenInteractions.add(event.interaction.id))
    ) {
      session.reporter.counters.duplicates += 1;
      return undefined;
    }
    if (event.type === "unknown") session.reporter.counters.unknown += 1;
    const resumeId = this.#framer.resumeIdOf(frame, index);
    this.#unnumbered = id === undefined ? this.#unnumbered + 1 : 0;
    const position = id ?? `${resumeId}+${this.#unnumbered}`;
    return new Entry(this.#origin, event, { position, resumeId, receivedAtMs });
  }

  #control(control: Control, frame: Frame): Ending | undefined {
    this.#session.reporter.tell({ type: "control", event: control.payload });
    if (control.kind === "open") this.#opened(control, frame);
    else if (control.kind === "resume") this.#resumed();
    else {
      const { code, message, reconnect } = control;
      return {
        cause: "farewell",
        ...(code !== undefined && { code }),
        ...(message !== undefined && { message }),
        ...(reconnect !== undefined && { reconnect }),
      };
    }
    return undefined;
  }

  /** A new stream. When there was one before, here or in a former process, what came in between is lost. */
  #opened({ connectionId, version }: Control & { kind: "open" }, { id }: Frame): void {
    const session = this.#session;
    const { reporter, client } = session;
    if (this.#greeted) session.gap("outside-window", session.intake.prefix.receivedId);
    else if (this.#resumedFrom !== undefined) session.gap("outside-window", this.#resumedFrom);
    else if (session.wasConnected) session.gap("no-cursor", undefined);
    session.startOver(connectionId ?? String(session.clock.now()));
    // The id on the greeting itself is the one id that means something in the new stream.
    if (id !== undefined) session.intake.prefix.pass(id);
    session.holdUntilSaved();
    this.#origin = session.origin;
    this.#greet();
    reporter.live.connectionId = connectionId;
    reporter.live.version = version;
    reporter.tell({ type: "opened", connectionId: connectionId ?? "", version: version ?? "" });
    const requested = client.apiVersion;
    if (version !== undefined && requested !== version) {
      reporter.tell({ type: "version-mismatch", requested, inUse: version });
    }
  }

  /** The ids of the missed events follow; an id on this frame would already be past them, so it moves nothing. */
  #resumed(): void {
    const { reporter, offlineMs } = this.#session;
    const lastEventId = this.#resumedFrom;
    this.#progressed = true;
    // Nothing was named to resume from: whatever the service means by it, it cannot know what was missed.
    if (lastEventId === undefined) return this.#startWithoutGreeting();
    reporter.tell({ type: "resumed", lastEventId, offlineMs });
    this.#greet();
  }

  #startWithoutGreeting(): void {
    if (this.#greeted) return;
    const session = this.#session;
    if (this.#resumedFrom === undefined && session.wasConnected) session.gap("no-cursor", undefined);
    this.#greet();
  }

  #greet(): void {
    this.#greeted = true;
    this.#session.online();
  }
}
