import type { Clock } from "../abi/index.js";

/** Time that something under way may still take. Whoever asks for less than is left gets it; nobody gets more. */
export class Grace {
  readonly #clock: Clock;
  #endsAtMs = Infinity;
  #onShorter: () => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** So many milliseconds from now on, or what is left when that is less. */
  limit(graceMs: number): void {
    this.#endsAtMs = Math.min(this.#endsAtMs, this.#clock.monotonicMs() + graceMs);
    this.#onShorter();
  }

  /** Resolves with `work`, which must not reject, or when the time is up. One waits at a time. */
  cover(work: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      let cancel = () => {};
      const finish = () => {
        cancel();
        this.#onShorter = () => {};
        resolve();
      };
      this.#onShorter = () => {
        cancel();
        const leftMs = this.#endsAtMs - this.#clock.monotonicMs();
        if (leftMs <= 0) finish();
        else if (leftMs < Infinity) cancel = this.#clock.schedule(finish, leftMs);
      };
      this.#onShorter();
      void work.then(finish);
    });
  }
}
