import type { Clock } from "../../abi/index.js";
import type { LaneName } from "../dispatch/context.js";
import type { Dispatcher } from "../dispatch/dispatcher.js";
import type { StreamEvent } from "../event-kinds.js";
import type { Delivery } from "../position-inputs.js";
import type { Deadline } from "../../base/time.js";
import type { Place, QueuedEvent } from "./queued-event.js";

/** Parts of an {@link EventQueue}. */
export interface EventQueueOptions {
  readonly sink: Sink;
  readonly clock: Clock;
  /** Last id that a former process handled; empty when there is none. */
  readonly resumeId: string;
  /** Most events from the first unhandled one on, handled or not, before reading stops. */
  readonly maxUnhandled: number;
  /** Called after each handled event. */
  readonly onHandled: (() => void) | undefined;
}

/**
 * The queue between transports and the consumer: keeps the order of arrival, parks events that the sink refuses, and
 * tells transports when to read on.
 */
export class EventQueue {
  /** Which of the received events are handled. */
  readonly acks: AckTracker<QueuedEvent>;
  readonly #options: EventQueueOptions;
  readonly #stopListening: () => void;
  #parked: readonly QueuedEvent[] = [];
  #onRoom: (() => void) | undefined;
  #onDrained: (() => void) | undefined;
  #closed = false;
  #holds = 0;
  #released: Promise<void> = Promise.resolve();

  constructor(options: EventQueueOptions) {
    this.#options = options;
    this.acks = new AckTracker(options.resumeId);
    this.#stopListening = options.sink.onRoom(() => this.#moveOn());
  }

  /** Number of waiting events: in the sink, and parked here because the sink is full. */
  get waiting(): number {
    return this.#options.sink.queued + this.#parked.length;
  }

  /** Number of events taken beyond the limits. */
  get overflow(): number {
    return Math.max(this.#parked.length, this.acks.open - this.#options.maxUnhandled);
  }

  /** Milliseconds since the oldest unhandled event arrived; 0 when all are handled. */
  get lagMs(): number {
    const { oldest } = this.acks;
    return oldest === undefined ? 0 : this.#options.clock.monotonicMs() - oldest.receivedAtMs;
  }

  /** Whether transports should stop reading. */
  get full(): boolean {
    if (this.#closed) return false;
    return this.#holds > 0 || this.#parked.length > 0 || this.acks.open >= this.#options.maxUnhandled;
  }

  /** Takes events in order of arrival. */
  accept({ events, lineage, places, receivedMs }: Delivery): void {
    const arrival = { lineage, receivedMs, settle: this.#settle };
    let index = 0;
    for (const event of events) {
      event.admit(arrival, places?.[index]);
      this.acks.add(event);
      index += 1;
    }
    if (events.length === 0 || this.#closed) return;
    const all = this.#parked.length === 0 ? events : [...this.#parked, ...events];
    this.#parked = this.#holds > 0 ? all : this.#options.sink.take(all);
  }

  /** Hands out no events until the returned function is called. */
  hold(): () => void {
    this.#holds += 1;
    let held = true;
    let resolve = () => {};
    const [before, ended] = [this.#released, new Promise<void>((done) => (resolve = done))];
    this.#released = before.then(() => ended);
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      this.#moveOn();
      resolve();
    };
  }

  /** Resolves once no {@link hold} is in effect. */
  released(): Promise<void> {
    return this.#released;
  }

  /** An event is handled. */
  readonly #settle = (event: QueuedEvent): void => {
    if (this.#closed) return;
    this.acks.settle(event);
    this.#options.onHandled?.();
    if (this.#onRoom !== undefined && this.#parked.length === 0) this.#moveOn();
    if (this.acks.open === 0) this.#onDrained?.();
  };

  /**
   * Waits until every received event is handled, or the grace time is up.
   * @param reserveMs part of the grace time to leave for later steps
   */
  async drain(grace: Deadline, reserveMs: number): Promise<void> {
    if (this.acks.open === 0 || this.#closed) return;
    const drained = new Promise<void>((resolve) => {
      this.#onDrained = resolve;
    });
    await grace.cover(drained, reserveMs);
  }

  /** Resolves once there is room, or the queue is closed. */
  room(): Promise<void> {
    if (!this.full) return Promise.resolve();
    return new Promise((resolve) => {
      const before = this.#onRoom;
      this.#onRoom = () => {
        before?.();
        resolve();
      };
    });
  }

  /** Drops parked events, ends waiting for room, and ignores events that are handled later. */
  close(): void {
    this.#closed = true;
    this.#parked = [];
    this.#stopListening();
    this.#moveOn();
  }

  #moveOn(): void {
    if (this.#parked.length > 0 && this.#holds === 0) this.#parked = this.#options.sink.take(this.#parked);
    if (this.full) return;
    const resolve = this.#onRoom;
    this.#onRoom = undefined;
    resolve?.();
  }
}

/**
 * Low-water mark of handled events: handlers finish in any order, and resuming after a crash must not skip a slow one.
 * A linked list and not an array, so that handled events can be freed at once.
 */
export class AckTracker<P extends Place> {
  #oldest: P | undefined;
  #newest: P | undefined;
  #open = 0;
  #handledId: string;

  constructor(resumeId = "") {
    this.#handledId = resumeId;
  }

  /** Last id whose event, and every event before it, is handled; empty when there is none. */
  get handledId(): string {
    return this.#handledId;
  }

  /** Number of places from the first unhandled one on. */
  get open(): number {
    return this.#open;
  }

  /** The first unhandled place. */
  get oldest(): P | undefined {
    return this.#oldest;
  }

  add(place: P): void {
    if (this.#newest === undefined) this.#oldest = place;
    else this.#newest.next = place;
    this.#newest = place;
    this.#open += 1;
  }

  /** Takes an id without an event: it counts as handled once everything before it is. */
  pass(resumeId: string): void {
    if (this.#newest === undefined) this.#handledId = resumeId;
    else this.#newest.resumeId = resumeId;
  }

  settle(place: P): void {
    place.handled = true;
    if (this.#oldest !== place) return;
    let first: P | undefined = place;
    while (first?.handled === true) {
      if (first.resumeId !== "") this.#handledId = first.resumeId;
      this.#open -= 1;
      // Only `add` links places, and only those of type P.
      const next = first.next as P | undefined;
      // Unlinked, because one handled place in the old generation of the heap would keep all later ones alive.
      first.next = undefined;
      first = next;
    }
    this.#oldest = first;
    if (first === undefined) this.#newest = undefined;
  }

  /** Forgets all ids. Unhandled places stay, and still hold back later ones. */
  startOver(): void {
    this.#handledId = "";
    for (let place: Place | undefined = this.#oldest; place !== undefined; place = place.next) place.resumeId = "";
  }
}

/** The consumer of events: a dispatcher or an iterator. */
export interface Sink {
  /** Takes as many events as there is room for, in order. Returns the rest, in order. */
  take(entries: readonly QueuedEvent[]): readonly QueuedEvent[];
  /** Calls back whenever there may be room again. Returns a function that removes the callback. */
  onRoom(callback: () => void): () => void;
  /** Number of events waiting in the sink. */
  readonly queued: number;
  /** No more events will come. `error` is missing when the stream was closed in order. */
  end(error?: Error): void;
}

/** Hands events to a dispatcher. A full lane does not hold back events of the other lane. */
export class DispatcherSink implements Sink {
  readonly #dispatcher: Dispatcher<StreamEvent>;

  constructor(dispatcher: Dispatcher<StreamEvent>) {
    this.#dispatcher = dispatcher;
  }

  get queued(): number {
    return this.#dispatcher.snapshot.queued;
  }

  take(entries: readonly QueuedEvent[]): readonly QueuedEvent[] {
    let refused: QueuedEvent[] | undefined;
    const full = new Set<LaneName>();
    for (const entry of entries) {
      // Once a lane has refused an event, later events of that lane wait behind it, even if there is room by now.
      if (full.size > 0 && full.has(this.#dispatcher.laneOf(entry.event))) refused?.push(entry);
      else if (!this.#dispatcher.offer(entry)) {
        full.add(this.#dispatcher.laneOf(entry.event));
        (refused ??= []).push(entry);
      }
    }
    return refused ?? nothing;
  }

  onRoom(callback: () => void): () => void {
    return this.#dispatcher.onRoom(callback);
  }

  end(): void {
    // The dispatcher is stopped by the caller who made it; the stream may end long before its handlers do.
  }
}

const nothing: readonly never[] = [];
