import type { Clock } from "svc-apps/rest";

interface Timer {
  readonly atMs: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Lets everything that is ready to run, run. Real time does not pass for the code under test. */
export const settle = async (rounds = 1): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) await new Promise<void>((resolve) => setImmediate(resolve));
};

/** Time that moves only when told to. */
export class VirtualClock implements Clock {
  #nowMs = 1_000_000;
  #order = 0;
  readonly #timers = new Set<Timer>();

  now(): number {
    return 1_700_000_000_000 + this.#nowMs;
  }

  monotonicMs(): number {
    return this.#nowMs;
  }

  schedule(callback: () => void, delayMs: number): () => void {
    const timer = { atMs: this.#nowMs + Math.max(0, delayMs), order: (this.#order += 1), callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Timers that are waiting: none may be left behind by something that ended. */
  get pending(): number {
    return this.#timers.size;
  }

  /** Moves on by `ms`, running what falls due in order and letting its consequences happen before time moves on. */
  async advance(ms: number): Promise<void> {
    const untilMs = this.#nowMs + ms;
    await settle();
    for (let next = this.#next(untilMs); next !== undefined; next = this.#next(untilMs)) {
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      this.#timers.delete(next);
      next.callback();
      await settle();
    }
    this.#nowMs = untilMs;
  }

  #next(untilMs: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.atMs > untilMs) continue;
      if (first === undefined || timer.atMs < first.atMs || (timer.atMs === first.atMs && timer.order < first.order)) {
        first = timer;
      }
    }
    return first;
  }
}
