import { Fifo } from "../queue/fifo.js";

/** Limits and callbacks of a lane. */
export interface LaneOptions<T> {
  /** Most tasks running at the same time. */
  readonly concurrency: number;
  /** Most tasks waiting. */
  readonly queueLimit: number;
  /** Tasks with the same key run one after the other, in order of arrival. Undefined: not ordered. */
  readonly keyOf: (task: T) => string | undefined;
  /** Starts a task. It counts as running until the returned promise settles, which must not reject. */
  readonly start: (task: T) => Promise<void> | undefined;
  /** Called when, after a refusal, the queue has drained to half its limit. */
  readonly onRoom: () => void;
  /** Called when no task is running or waiting any more. */
  readonly onIdle: () => void;
}

/**
 * One lane of the dispatcher: limits the running and waiting tasks, and keeps the order within a key.
 *
 * Tasks behind a running or ready task of the same key wait in a queue of their own, so that choosing the next task
 * needs no search.
 */
export class Lane<T> {
  readonly #options: LaneOptions<T>;
  readonly #ready = new Fifo<T>();
  readonly #behind = new Map<string, Fifo<T>>();
  #waiting = 0;
  #running = 0;
  #starting = false;
  #refused = false;

  constructor(options: LaneOptions<T>) {
    this.#options = options;
  }

  /** Number of waiting tasks. */
  get depth(): number {
    return this.#waiting;
  }

  /** Number of running tasks. */
  get running(): number {
    return this.#running;
  }

  get idle(): boolean {
    return this.#waiting === 0 && this.#running === 0;
  }

  /** Takes a task, to run now or later; false when the queue is full. */
  offer(task: T): boolean {
    const key = this.#options.keyOf(task);
    const line = key === undefined ? undefined : this.#behind.get(key);
    const runsNow = line === undefined && this.#waiting === 0 && this.#running < this.#options.concurrency;
    if (!runsNow && this.#waiting >= this.#options.queueLimit) {
      this.#refused = true;
      return false;
    }
    if (runsNow && !this.#starting && key === undefined) {
      this.#run(task, undefined);
      return true;
    }
    this.#waiting += 1;
    if (line !== undefined) line.push(task);
    else {
      if (key !== undefined) this.#behind.set(key, new Fifo());
      this.#ready.push(task);
    }
    this.#startReady();
    return true;
  }

  /** Whether a task of any key would be taken. */
  get hasRoom(): boolean {
    return this.#waiting < this.#options.queueLimit;
  }

  /** Drops all waiting tasks. Returns how many there were. */
  abandon(): number {
    const abandoned = this.#waiting;
    this.#ready.drain();
    this.#behind.clear();
    this.#waiting = 0;
    return abandoned;
  }

  #startReady(): void {
    // A handler that ends at once comes back here through `#ended`; the loop below then goes on with the next task.
    if (this.#starting) return;
    this.#starting = true;
    while (this.#running < this.#options.concurrency) {
      const task = this.#ready.shift();
      if (task === undefined) break;
      this.#waiting -= 1;
      this.#run(task, this.#options.keyOf(task));
    }
    this.#starting = false;
  }

  #run(task: T, key: string | undefined): void {
    this.#running += 1;
    const work = this.#options.start(task);
    if (work === undefined) this.#ended(key);
    else void work.then(() => this.#ended(key));
  }

  #ended(key: string | undefined): void {
    this.#running -= 1;
    if (key !== undefined) {
      const next = this.#behind.get(key)?.shift();
      if (next === undefined) this.#behind.delete(key);
      else this.#ready.push(next);
    }
    if (this.#waiting > 0) this.#startReady();
    if (this.#refused && this.#waiting * 2 <= this.#options.queueLimit) {
      this.#refused = false;
      this.#options.onRoom();
    }
    if (this.idle) this.#options.onIdle();
  }
}
