import type { Task } from "../dispatch/context.js";
import { contentIdentity, type StreamEvent } from "../event-kinds.js";

/** One place in the order of arrival; a node of a linked list. */
export interface Place {
  /** Id to resume from once this place and all before it are handled; empty when there is none. */
  resumeId: string;
  handled: boolean;
  /** The place that arrived next. Belongs to {@link AckTracker}. */
  next: Place | undefined;
}

/** What events that arrived together have in common. */
export interface Arrival {
  /** The connection or mailbox that their ids belong to. */
  readonly lineage: string;
  /** On the monotonic time of the client's clock. */
  readonly receivedMs: number;
  readonly settle: (event: QueuedEvent) => void;
}

/** One event from its arrival until it is handled. */
export class QueuedEvent implements Place, Task<StreamEvent> {
  readonly event: StreamEvent;
  /** The id of its frame; undefined if it had none, and for events of a mailbox or of history. */
  readonly eventId: string | undefined;
  resumeId: string;
  handled = false;
  next: Place | undefined = undefined;
  #arrival: Arrival | undefined;
  /** Place within the lineage, if it has no id. */
  #place = "";

  /** @param resumeId the id in force after it */
  constructor(event: StreamEvent, eventId: string | undefined, resumeId: string) {
    this.event = event;
    this.eventId = eventId;
    this.resumeId = resumeId;
  }

  /** Called when the event is taken: from then on it has an identity and can be settled. */
  admit(arrival: Arrival, place: string | undefined): void {
    this.#arrival = arrival;
    if (place !== undefined) this.#place = place;
  }

  get receivedAtMs(): number {
    return this.#arrival?.receivedMs ?? 0;
  }

  /** Whether it was read from history after a gap. */
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
  /** Its id on the stream, opaque; undefined if it had none, and for events of a mailbox or of history. */
  readonly eventId: string | undefined;
  /**
   * What `eventId` belongs to, the same in every process: the mailbox, or the connection that the service opened and
   * that resumed connections continue.
   */
  readonly connectionId: string;
  /** When it arrived, on the monotonic time of the client's clock. */
  readonly receivedAtMs: number;
  /** True when it was read by history after a gap, and not sent by the service: see `onGap`. */
  readonly backfilled?: boolean;
}

/** An event that counts as handled once it is acknowledged. */
export interface AckableEvent extends ReceivedEvent {
  /** How often it has been handed out, from 1. */
  readonly attempt: number;
  /** Marks it as handled. Calling it twice is harmless. */
  ack(): void;
  /**
   * Hands it out again, after `delayMs` at the earliest. Without one, and at least, after 10 ms, doubling with each
   * delivery up to a second. This holds back the cursor, but no later events.
   *
   * @throws ArgumentError when `delayMs` is not a finite number of at least 0
   */
  nack(delayMs?: number): void;
}
