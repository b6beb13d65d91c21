import type { Clock } from "../../abi/index.js";
import { ArgumentError } from "../../base/errors.js";
import { Fifo } from "./fifo.js";
import type { AckableEvent, QueuedEvent } from "./queued-event.js";
import type { Sink } from "./event-queue.js";

const nothing: readonly never[] = [];

/** Events for an iterator, one by one or in batches. Asking for the next marks the former ones as handled. */
export class PullSink implements Sink {
  readonly #limit: number;
  readonly #queue = new Fifo<QueuedEvent>();
  readonly #roomListeners = new Set<() => void>();
  #inHand: QueuedEvent | undefined;
  #batchInHand: readonly QueuedEvent[] = [];
  #refused = false;
  /** Resolvers of `next()` calls that wait; `next()` may be called again before the last call has resolved. */
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
      // Events that were put back may have filled the queue beyond its limit.
      if (this.#queue.length >= this.#limit) break;
      this.#queue.push(entry);
      taken += 1;
    }
    if (taken > 0) this.#wakeAll();
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
    // A closed stream hands out no more events, since they would not count as handled. After an error it still does.
    if (error === undefined) this.#queue.drain();
    this.#wakeAll();
  }

  /** The next waiting event, if any. Marks events handed out before as handled. */
  poll(): QueuedEvent | undefined {
    this.#settleInHand();
    const event = this.shift();
    this.#inHand = event;
    return event;
  }

  /** Removes the next waiting event, without marking any as handled. */
  protected shift(): QueuedEvent | undefined {
    const event = this.#queue.shift();
    if (event !== undefined && this.#refused && this.#queue.length * 2 <= this.#limit) this.#notifyRoom();
    return event;
  }

  /** Queues an event again, behind those that wait. */
  protected putBack(event: QueuedEvent): void {
    if (this.#ended) return;
    this.#queue.push(event);
    this.#wakeAll();
  }

  /** All waiting events. Marks events handed out before as handled. */
  pollAll(): readonly QueuedEvent[] {
    this.#settleInHand();
    const batch = this.#queue.drain();
    this.#batchInHand = batch;
    if (this.#refused) this.#notifyRoom();
    return batch;
  }

  /**
   * Resolves with true once an event waits, with false once the stream was closed. Rejects with the error that ended
   * it.
   */
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

  #wakeAll(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  #notifyRoom(): void {
    this.#refused = false;
    for (const listener of this.#roomListeners) listener();
  }
}

/** Options of {@link iterate}. */
export interface IterateOptions<T> {
  readonly sink: PullSink;
  /** The next value; undefined when no event waits. */
  readonly poll: (sink: PullSink) => T | undefined;
  /** Called when the consumer leaves early. */
  readonly leave: () => Promise<unknown>;
}

/** Iterates over a sink. Awaits only when no event waits: a promise chain per event would cost more than the event. */
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

/** Least wait before the second delivery of an event; doubles with each further one, up to {@link CALM_MS}. */
const PROMPT_MS = 10;
const CALM_MS = 1000;

const leastDelayMs = (attempt: number): number => Math.min(CALM_MS, PROMPT_MS * 2 ** Math.min(10, attempt - 1));

/** Events for an iterator that acknowledges each of them. */
export class AckSink extends PullSink {
  readonly #clock: Clock;
  readonly #delays = new Set<() => void>();
  readonly #attempts = new WeakMap<QueuedEvent, number>();
  #isOver = false;

  /** @param limit most events waiting */
  constructor(limit: number, clock: Clock) {
    super(limit);
    this.#clock = clock;
  }

  /** The next waiting event, if any. */
  pollAckable(): AckableEvent | undefined {
    const event = this.shift();
    if (event === undefined) return undefined;
    const attempt = (this.#attempts.get(event) ?? 0) + 1;
    this.#attempts.set(event, attempt);
    return this.#ackable(event, attempt);
  }

  override end(error?: Error): void {
    this.#isOver = true;
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
      nack: (delayMs = 0) => {
        if (typeof delayMs !== "number" || !(delayMs >= 0 && delayMs < Infinity)) {
          throw new ArgumentError(`nack() takes a finite number of milliseconds of at least 0, got ${String(delayMs)}`);
        }
        once(() => this.#again(queued, Math.max(delayMs, leastDelayMs(attempt))));
      },
    };
  }

  /** By a timer, however short the delay: a consumer that nacks at once must not keep all other work from running. */
  #again(event: QueuedEvent, delayMs: number): void {
    if (this.#isOver) return;
    const cancel = this.#clock.schedule(() => {
      this.#delays.delete(cancel);
      this.putBack(event);
    }, delayMs);
    this.#delays.add(cancel);
  }
}
