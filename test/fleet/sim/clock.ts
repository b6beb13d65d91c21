import type { Clock } from "../../../runtime/abi/index.js";

interface Timer {
  readonly dueMs: number;
  readonly order: number;
  readonly callback: () => void;
  isCancelled: boolean;
}

/** A clock on which a world runs, in real time or not. */
export interface WorldClock extends Clock {
  /** Resolves when so much time has passed. */
  run(ms: number): Promise<void>;
}

/** A virtual clock for many members and long times: a heap of timers, and one turn of the event loop for each instant. */
export class SimClock implements WorldClock {
  #nowMs = 0;
  #order = 0;
  readonly #heap: Timer[] = [];

  now(): number {
    return Date.UTC(2030, 0, 1) + Math.floor(this.#nowMs);
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  schedule(callback: () => void, delayMs: number): () => void {
    if (delayMs === Infinity) return () => {};
    const timer = {
      dueMs: this.#nowMs + Math.max(0, delayMs),
      order: (this.#order += 1),
      callback,
      isCancelled: false,
    };
    this.#push(timer);
    return () => (timer.isCancelled = true);
  }

  /** Moves from instant to instant until so much time has passed. */
  async run(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      await turn();
      let first = this.#heap[0];
      while (first?.isCancelled === true) {
        this.#pop();
        first = this.#heap[0];
      }
      if (first === undefined || first.dueMs > endMs) break;
      this.#nowMs = first.dueMs;
      while (first !== undefined && (first.isCancelled || first.dueMs <= this.#nowMs)) {
        this.#pop();
        if (!first.isCancelled) first.callback();
        first = this.#heap[0];
      }
    }
    this.#nowMs = endMs;
    await turn();
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let index = heap.push(timer) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!isBefore(timer, heap[parent]!)) break;
      heap[index] = heap[parent]!;
      index = parent;
    }
    heap[index] = timer;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (heap.length === 0 || last === undefined) return;
    let index = 0;
    for (;;) {
      let child = 2 * index + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child += 1;
      if (!isBefore(heap[child]!, last)) break;
      heap[index] = heap[child]!;
      index = child;
    }
    heap[index] = last;
  }
}

const isBefore = (one: Timer, other: Timer): boolean =>
  one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.order < other.order);

/** All promises that can settle do so before the event loop turns. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The clock of one machine: it can be wrong, stand still, or be gone. */
export class MachineClock implements Clock {
  readonly #world: WorldClock;
  readonly #skewMs: number;
  #held: (() => void)[] | undefined;
  isDead = false;

  constructor(world: WorldClock, skewMs: number) {
    this.#world = world;
    this.#skewMs = skewMs;
  }

  now(): number {
    return this.#world.now() + this.#skewMs;
  }

  monotonicMs(): number {
    return this.#world.monotonicMs();
  }

  schedule(callback: () => void, delayMs: number): () => void {
    let isCancelled = false;
    const run = () => {
      if (isCancelled || this.isDead) return;
      if (this.#held === undefined) callback();
      else this.#held.push(() => isCancelled || callback());
    };
    const cancel = this.#world.schedule(run, delayMs);
    return () => {
      isCancelled = true;
      cancel();
    };
  }

  get isPaused(): boolean {
    return this.#held !== undefined;
  }

  /** What falls due meanwhile happens afterwards, all at once. */
  pause(): void {
    this.#held ??= [];
  }

  resume(): void {
    this.#world.schedule(() => {
      // What falls due while this runs takes its turn behind it.
      const held = this.#held ?? [];
      for (let callback = held.shift(); callback !== undefined; callback = held.shift()) if (!this.isDead) callback();
      this.#held = undefined;
    }, 0);
  }
}
