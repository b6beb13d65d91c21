import type { Clock } from "../../abi/index.js";
import type { LaneName } from "../dispatch/context.js";
import type { Dispatcher } from "../dispatch/dispatcher.js";
import type { StreamEvent } from "../event-kinds.js";
import type { Delivery } from "../position-state.js";
import type { Grace } from "../time.js";
import type { QueuedEvent } from "./queued-event.js";

/** What a queue is built from. */
export interface EventQueueOptions {
  readonly sink: Sink;
  readonly clock: Clock;
  /** Where a former process stopped; empty when there is nothing to go on from. */
  readonly resumeId: string;
  /** Most events from the first unhandled one on, handled or not, before no more are taken. */
  readonly maxUnhandled: number;
  /** Called after each handled event. */
  readonly onHandled: (() => void) | undefined;
}

/**
 * Between what arrives and whoever handles it: keeps the order of arrival, parks what does not fit, and says when to
 * read on.
 */
export class EventQueue {
  /** How far what arrived is handled. */
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

  /** Events that wait: in the sink, and here because the sink is full. */
  get waiting(): number {
    return this.#options.sink.queued + this.#parked.length;
  }

  /** Events taken although there was no room for them any more. */
  get overflow(): number {
    return Math.max(this.#parked.length, this.acks.open - this.#options.maxUnhandled);
  }

  /** Milliseconds since the oldest unhandled event arrived; 0 when all are handled. */
  get lagMs(): number {
    const { oldest } = this.acks;
    return oldest === undefined ? 0 : this.#options.clock.monotonicMs() - oldest.receivedAtMs;
  }

  /** Whether whatever brings events should bring no more for now. */
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

  /** Hands nothing out until the function returned is called; what comes meanwhile waits. */
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

  /** Resolves once nothing is held: what is full then is full of work. */
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
   * Waits until everything taken is handled, or the time for it is up.
   * @param reserveMs part of the grace time that is kept for what follows
   */
  async drain(grace: Grace, reserveMs: number): Promise<void> {
    if (this.acks.open === 0 || this.#closed) return;
    const drained = new Promise<void>((resolve) => {
      this.#onDrained = resolve;
    });
    await grace.cover(drained, reserveMs);
  }

  /** Resolves once there is room again, or nothing is taken any more. */
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

  /** Takes nothing more, lets nobody wait and moves no cursor. */
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

/** One place in the order of arrival, as a link of a chain. */
export interface Place {
  /** What may be resumed from once this place and all before it are handled; empty when this place moves nothing. */
  resumeId: string;
  handled: boolean;
  /** The place that arrived next. Belongs to {@link AckTracker}. */
  next: Place | undefined;
}

/**
 * The low-water mark of what is handled: handlers finish in any order, yet resuming after a crash must not skip the slow
 * one. A chain and not an array, so that what is handled can be freed at once.
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

  /** How many places the mark does not reach yet: the first one not handled and everything behind it. */
  get open(): number {
    return this.#open;
  }

  /** The first place that is not handled. */
  get oldest(): P | undefined {
    return this.#oldest;
  }

  add(place: P): void {
    if (this.#newest === undefined) this.#oldest = place;
    else this.#newest.next = place;
    this.#newest = place;
    this.#open += 1;
  }

  /** An id that arrived with nothing to handle: it counts as soon as everything before it is handled. */
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
      // Only places of type P are ever linked, by `add` alone.
      const next = first.next as P | undefined;
      // Unlinked, or one handled place in old memory would keep every later one from being freed young.
      first.next = undefined;
      first = next;
    }
    this.#oldest = first;
    if (first === undefined) this.#newest = undefined;
  }

  /** Ids known so far mean nothing any more. Places not handled yet stay, and still hold back those after them. */
  startOver(): void {
    this.#handledId = "";
    for (let place: Place | undefined = this.#oldest; place !== undefined; place = place.next) place.resumeId = "";
  }
}

/** Where events go: a dispatcher, or whoever iterates. */
export interface Sink {
  /** Takes what there is room for, in order. Returns the rest, in order. */
  take(entries: readonly QueuedEvent[]): readonly QueuedEvent[];
  /** Calls back whenever there may be room again. Returns how to stop that. */
  onRoom(callback: () => void): () => void;
  /** Events waiting in it. */
  readonly queued: number;
  /** Nothing more will come: `error` says why, when it is no orderly end. */
  end(error?: Error): void;
}

/** Events into the lanes of a dispatcher. A full lane does not hold back what takes the other. */
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
      // Once a lane has refused one, the later ones of that lane wait behind it even if a place has become free since.
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
    // Whoever made the dispatcher stops it; the stream may end long before its handlers do.
  }
}

const nothing: readonly never[] = [];
