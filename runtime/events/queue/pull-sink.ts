import type { Clock } from "../../abi/index.js";
import { Fifo } from "./fifo.js";
import type { AckableEvent, QueuedEvent } from "./queued-event.js";
import type { Sink } from "./event-queue.js";

const nothing: readonly never[] = [];

/** Events for whoever asks for them one by one or in batches. Handing one out says that those before it are handled. */
export class PullSink implements Sink {
  readonly #limit: number;
  readonly #queue = new Fifo<QueuedEvent>();
  readonly #roomListeners = new Set<() => void>();
  #inHand: QueuedEvent | undefined;
  #batchInHand: readonly QueuedEvent[] = [];
  #refused = false;
  /** Asking for more before the last answer is allowed, so several may wait. */
  #waiting: (() => void)[] = [];
  #ended = false;
  #error: Error | undefined;

  /** @param limit most events waiting */
  constructor(limit: number) {
    this.#limit = limit;
  }

  get queued(): number {
    return this.#queue.length;
  }

  take(entries: readonly QueuedEvent[]): readonly QueuedEvent[] {
    let taken = 0;
    for (const entry of entries) {
      // What is handed out again may have filled the queue beyond its limit.
      if (this.#queue.length >= this.#limit) break;
      this.#queue.push(entry);
      taken += 1;
    }
    if (taken > 0) this.#rouse();
    if (taken === entries.length) return nothing;
    this.#refused = true;
    return entries.slice(taken);
  }

  onRoom(callback: () => void): () => void {
    this.#roomListeners.add(callback);
    return () => void this.#roomListeners.delete(callback);
  }

  end(error?: Error): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#error = error;
    // Closed on purpose, nothing more is handed out: it would not count. After an error, what came before is.
    if (error === undefined) this.#queue.drain();
    this.#rouse();
  }

  /** The next event when there is one at this moment. Counts what was handed out before as handled. */
  poll(): QueuedEvent | undefined {
    this.#settleInHand();
    const event = this.shift();
    this.#inHand = event;
    return event;
  }

  /** The next event, which counts as handled when its reader says so. */
  protected shift(): QueuedEvent | undefined {
    const event = this.#queue.shift();
    if (event !== undefined && this.#refused && this.#queue.length * 2 <= this.#limit) this.#tellRoom();
    return event;
  }

  /** An event to hand out again, after those that wait. */
  protected putBack(event: QueuedEvent): void {
    if (this.#ended) return;
    this.#queue.push(event);
    this.#rouse();
  }

  /** Everything that waits at this moment. Counts what was handed out before as handled. */
  pollAll(): readonly QueuedEvent[] {
    this.#settleInHand();
    const batch = this.#queue.drain();
    this.#batchInHand = batch;
    if (this.#refused) this.#tellRoom();
    return batch;
  }

  /** Waits until there is something to poll: true, or until there never will be: false. Rejects with why it ended. */
  async ready(): Promise<boolean> {
    while (this.#queue.length === 0) {
      if (this.#error !== undefined) throw this.#error;
      if (this.#ended) return false;
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
      });
    }
    return true;
  }

  #settleInHand(): void {
    const one = this.#inHand;
    this.#inHand = undefined;
    one?.settled();
    if (this.#batchInHand.length === 0) return;
    const batch = this.#batchInHand;
    this.#batchInHand = nothing;
    for (const entry of batch) entry.settled();
  }

  #rouse(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  #tellRoom(): void {
    this.#refused = false;
    for (const listener of this.#roomListeners) listener();
  }
}

/** How an iterator gets at what it hands out. */
export interface IterateOptions<T> {
  readonly sink: PullSink;
  /** What there is at this moment; undefined when there is nothing. */
  readonly poll: (sink: PullSink) => T | undefined;
  /** Called when the consumer leaves early. */
  readonly leave: () => Promise<unknown>;
}

/** Hands out what a sink holds, waiting only when it holds nothing: a wait per event would cost more than the event. */
export function iterate<T>({ sink, poll, leave }: IterateOptions<T>): AsyncIterator<T, undefined> {
  const done = { done: true, value: undefined } as const;
  const later = async (): Promise<IteratorResult<T, undefined>> => {
    for (;;) {
      if (!(await sink.ready())) return done;
      const value = poll(sink);
      if (value !== undefined) return { done: false, value };
    }
  };
  return {
    next: () => {
      const value = poll(sink);
      return value === undefined ? later() : Promise.resolve({ done: false, value });
    },
    return: async () => {
      await leave();
      return done;
    },
  };
}

/** Events for whoever says himself when each is handled. */
export class AckSink extends PullSink {
  readonly #clock: Clock;
  readonly #delays = new Set<() => void>();
  readonly #attempts = new WeakMap<QueuedEvent, number>();

  /** @param limit most events waiting */
  constructor(limit: number, clock: Clock) {
    super(limit);
    this.#clock = clock;
  }

  /** The next event when there is one at this moment. */
  pollAckable(): AckableEvent | undefined {
    const event = this.shift();
    if (event === undefined) return undefined;
    const attempt = (this.#attempts.get(event) ?? 0) + 1;
    this.#attempts.set(event, attempt);
    return this.#ackable(event, attempt);
  }

  override end(error?: Error): void {
    for (const cancel of this.#delays) cancel();
    this.#delays.clear();
    super.end(error);
  }

  #ackable(queued: QueuedEvent, attempt: number): AckableEvent {
    const { event, identity, eventId, connectionId, receivedAtMs, backfilled } = queued;
    let isDecided = false;
    const once = (decide: () => void) => {
      if (isDecided) return;
      isDecided = true;
      decide();
    };
    return {
      event,
      identity,
      eventId,
      connectionId,
      receivedAtMs,
      backfilled,
      attempt,
      ack: () => once(() => queued.settled()),
      nack: (delayMs = 0) => once(() => this.#again(queued, delayMs)),
    };
  }

  #again(event: QueuedEvent, delayMs: number): void {
    if (delayMs <= 0) return this.putBack(event);
    const cancel = this.#clock.schedule(() => {
      this.#delays.delete(cancel);
      this.putBack(event);
    }, delayMs);
    this.#delays.add(cancel);
  }
}
