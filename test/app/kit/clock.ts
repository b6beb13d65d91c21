import type { Clock } from "svc-apps/rest";

interface Timer {
  readonly atMs: number;
  readonly callback: () => void;
}

/** A clock that moves only when told to. */
export class StepClock implements Clock {
  #nowMs = 1_000_000;
  readonly #timers = new Set<Timer>();

  now(): number {
    return this.#nowMs;
  }
  monotonicMs(): number {
    return this.#nowMs;
  }
  schedule(callback: () => void, delayMs: number): () => void {
    const timer = { atMs: this.#nowMs + Math.max(0, delayMs), callback };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }
  get waiting(): number {
    return this.#timers.size;
  }

  /** Moves on, running what falls due in order; lets promises settle after each. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      await settle();
      const due = [...this.#timers].filter(({ atMs }) => atMs <= endMs).toSorted((a, b) => a.atMs - b.atMs)[0];
      if (!due) break;
      this.#timers.delete(due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.callback();
    }
    this.#nowMs = endMs;
    await settle();
  }
}

/** Lets everything that waits for nothing but promises run on. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** A promise to be settled from outside. */
export function gate<Value = void>(): {
  readonly promise: Promise<Value>;
  readonly open: (value: Value) => void;
  readonly fail: (error: unknown) => void;
} {
  let open: (value: Value) => void = () => {};
  let fail: (error: unknown) => void = () => {};
  const promise = new Promise<Value>((resolve, reject) => {
    open = resolve;
    fail = reject;
  });
  return { promise, open, fail };
}
