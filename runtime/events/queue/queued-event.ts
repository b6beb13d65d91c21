import type { Place } from "./event-queue.js";
import type { Task } from "../dispatch/context.js";
import { contentIdentity, type StreamEvent } from "../event-kinds.js";

/** What events have in common that came together. */
export interface Arrival {
  /** Tells ids of one connection or mailbox from those of another. */
  readonly lineage: string;
  /** On the monotonic time of the client's clock. */
  readonly receivedMs: number;
  readonly settle: (event: QueuedEvent) => void;
}

/** One event from its arrival until it is handled. */
export class QueuedEvent implements Place, Task<StreamEvent> {
  readonly event: StreamEvent;
  /** The id written on it; undefined where it had none, and for what came by a mailbox. */
  readonly eventId: string | undefined;
  resumeId: string;
  handled = false;
  next: Place | undefined = undefined;
  #arrival: Arrival | undefined;
  /** Place within the lineage where there is no id. */
  #place = "";

  /** @param resumeId the id in force after it */
  constructor(event: StreamEvent, eventId: string | undefined, resumeId: string) {
    this.event = event;
    this.eventId = eventId;
    this.resumeId = resumeId;
  }

  /** It is taken: from here on it has an identity and can be settled. */
  admit(arrival: Arrival, place: string | undefined): void {
    this.#arrival = arrival;
    if (place !== undefined) this.#place = place;
  }

  get receivedAtMs(): number {
    return this.#arrival?.receivedMs ?? 0;
  }

  /** It was read by history after a gap. */
  get backfilled(): boolean {
    return this.#place.startsWith("backfill.");
  }

  get connectionId(): string {
    return this.#arrival?.lineage ?? "";
  }

  get identity(): string {
    return contentIdentity(this.event) ?? `e-${this.connectionId}-${this.eventId ?? this.#place}`;
  }

  settled(): void {
    if (!this.handled) this.#arrival?.settle(this);
  }
}

/** An event with what is known about its arrival. */
export interface ReceivedEvent {
  readonly event: StreamEvent;
  /** The same for every delivery of the same event, and for no other event. */
  readonly identity: string;
  /** Its id on the stream; undefined where it had none, and for what came by a mailbox. Opaque. */
  readonly eventId: string | undefined;
  /**
   * What such ids belong to, here and in other processes: the connection that the service opened, which a resumed one
   * goes on with, or the mailbox.
   */
  readonly connectionId: string;
  /** When it arrived, on the monotonic time of the client's clock. */
  readonly receivedAtMs: number;
  /** True when it was read by history after a gap, and not sent by the service: see `onGap`. */
  readonly backfilled?: boolean;
}

/** An event that counts as handled when its reader says so. */
export interface AckableEvent extends ReceivedEvent {
  /** Which time it is handed out, from 1. */
  readonly attempt: number;
  /** It is handled. Calling it twice is harmless. */
  ack(): void;
  /**
   * It is to be handed out again, in `delayMs` (default 0) at the earliest. Events behind it are not held back; the
   * cursor is.
   */
  nack(delayMs?: number): void;
}
