import { Fifo } from "../dispatch/fifo.js";
import type { Entry } from "./entry.js";
import type { Sink } from "./sink.js";

const nothing: readonly never[] = [];

/** Events for whoever asks for them one by one or in batches. Handing one out says that those before it are handled. */
export class PullSink<E> implements Sink<E> {
  readonly #limit: number;
  readonly #queue = new Fifo<Entry<E>>();
  readonly #roomListeners = new Set<() => void>();
  #inHand: Entry<E> | undefined;
  #batchInHand: readonly Entry<E>[] = [];
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

  take(entries: readonly Entry<E>[]): readonly Entry<E>[] {
    const free = this.#limit - this.#queue.length;
    const taken = Math.min(free, entries.length);
    for (let index = 0; index < taken; index += 1) {
      const entry = entries[index];
      if (entry !== undefined) this.#queue.push(entry);
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
  poll(): Entry<E> | undefined {
    this.#settleInHand();
    const entry = this.#queue.shift();
    if (entry === undefined) return undefined;
    this.#inHand = entry;
    if (this.#refused && this.#queue.length * 2 <= this.#limit) this.#tellRoom();
    return entry;
  }

  /** Everything that waits at this moment. Counts what was handed out before as handled. */
  pollAll(): readonly Entry<E>[] {
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
    const batch = this.#batchInHand;
    this.#inHand = undefined;
    this.#batchInHand = nothing;
    one?.settled();
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
