import type { Clock } from "../abi/index.js";

/** Milliseconds that a store may take to save something. */
export const SAVE_MS = 5000;

/** The longest delay of a timer, for waits without a time limit. */
export const FOREVER_MS = 2 ** 31 - 1;

/**
 * Waits on the given clock. True when the time has passed or `early` has resolved, false when the signal was aborted
 * first. Leaves no timer behind.
 */
export function waitFor(clock: Clock, ms: number, signal?: AbortSignal, early?: Promise<void>): Promise<boolean> {
  if (signal?.aborted === true) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (waited: boolean) => {
      cancel();
      signal?.removeEventListener("abort", onAbort);
      resolve(waited);
    };
    const onAbort = () => finish(false);
    const cancel = clock.schedule(() => finish(true), ms);
    signal?.addEventListener("abort", onAbort, { once: true });
    void early?.then(() => finish(true));
  });
}

/**
 * A controller that is aborted with `signal`, and can be aborted alone. Abort it when its work is over: this removes
 * its listener from `signal`, whatever listeners others have added to its own signal.
 */
export function linkedTo(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  const follow = () => controller.abort();
  signal.addEventListener("abort", follow, { once: true });
  controller.signal.addEventListener("abort", () => signal.removeEventListener("abort", follow), { once: true });
  return controller;
}

/** A deadline that can be brought forward and never put off. */
export class Grace {
  readonly #clock: Clock;
  #endsAtMs = Infinity;
  readonly #onShorter = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds left. */
  get leftMs(): number {
    return Math.max(0, this.#endsAtMs - this.#clock.monotonicMs());
  }

  /** Brings the deadline forward to `graceMs` from now, if that is earlier. */
  limit(graceMs: number): void {
    this.#endsAtMs = Math.min(this.#endsAtMs, this.#clock.monotonicMs() + graceMs);
    for (const look of this.#onShorter) look();
  }

  /**
   * Resolves with `work`, which must not reject, or at the deadline.
   * @param reserveMs resolves so much before the deadline, to leave time for later steps
   */
  cover(work: Promise<void>, reserveMs = 0): Promise<void> {
    return new Promise((resolve) => {
      let cancel = () => {};
      const finish = () => {
        cancel();
        this.#onShorter.delete(look);
        resolve();
      };
      const look = () => {
        cancel();
        const leftMs = this.#endsAtMs - reserveMs - this.#clock.monotonicMs();
        if (leftMs <= 0) finish();
        else if (leftMs < Infinity) cancel = this.#clock.schedule(finish, leftMs);
      };
      this.#onShorter.add(look);
      look();
      void work.then(finish);
    });
  }
}
