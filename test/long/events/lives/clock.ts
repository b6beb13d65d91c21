import type { Clock } from "svc-apps/rest";

/** How many milliseconds pass on it in one of the machine's: lives of minutes take a second, over sockets that are real. */
const SPEED = 100;

/** Real milliseconds between two looks at what is due, and the most that counts of one that comes late. */
const TICK_MS = 2;
const LATEST_MS = 5;

interface Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

/** Fast time for the App and its service alike. It stands still while the machine is busy: nothing expires over that. */
class FastClock implements Clock {
  #nowMs = 0;
  #lookedMs = 0;
  #interval: ReturnType<typeof setInterval> | undefined;
  readonly #timers = new Set<Timer>();

  start(): void {
    this.#lookedMs = performance.now();
    this.#interval = setInterval(() => this.#look(), TICK_MS);
  }

  stop(): void {
    clearInterval(this.#interval);
  }

  now(): number {
    return 1_700_000_000_000 + this.#nowMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  schedule(callback: () => void, delayMs: number): () => void {
    const timer = { atMs: this.#nowMs + delayMs, callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  #look(): void {
    const realMs = performance.now();
    this.#nowMs += SPEED * Math.min(LATEST_MS, realMs - this.#lookedMs);
    this.#lookedMs = realMs;
    const due = [...this.#timers].filter(({ atMs }) => atMs <= this.#nowMs).toSorted((a, b) => a.atMs - b.atMs);
    for (const timer of due) if (this.#timers.delete(timer)) timer.callback();
  }
}

export const fastClock = new FastClock();

export const pass = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    fastClock.schedule(resolve, ms);
  });
