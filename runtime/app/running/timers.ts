import type { Clock } from "../../abi/index.js";

/** Timers that end together, so that a stopped App keeps no process alive. */
export class Timers {
  readonly #clock: Clock;
  readonly #cancels = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `callback` once after `delayMs`; the returned function cancels it. */
  schedule(callback: () => void, delayMs: number): () => void {
    const fire = () => {
      this.#cancels.delete(forget);
      callback();
    };
    const cancel = this.#clock.schedule(fire, delayMs);
    const forget = () => {
      this.#cancels.delete(forget);
      cancel();
    };
    this.#cancels.add(forget);
    return forget;
  }

  cancelAll(): void {
    for (const cancel of this.#cancels) cancel();
  }
}
