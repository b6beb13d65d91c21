import type { Clock } from "../abi/index.js";

/** As long as a timer can be set for: whatever is waited for comes first, or nobody waits any more. */
export const FOREVER_MS = 2 ** 31 - 1;

/**
 * Waits on the given clock: true when the time has passed or `early` has come, false when the signal fired first.
 * Leaves no timer behind.
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
 * A controller that follows `signal`, and can be fired alone. Fire it when its work is over: it then leaves nothing
 * behind on `signal`, whatever listeners others have put on its own.
 */
export function linkedTo(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  if (signal.aborted) controller.abort();
  const follow = () => controller.abort();
  signal.addEventListener("abort", follow, { once: true });
  controller.signal.addEventListener("abort", () => signal.removeEventListener("abort", follow), { once: true });
  return controller;
}

/** Time that something under way may still take. Whoever asks for less than is left gets it; nobody gets more. */
export class Grace {
  readonly #clock: Clock;
  #endsAtMs = Infinity;
  #onShorter: () => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Milliseconds that are left. */
  get leftMs(): number {
    return Math.max(0, this.#endsAtMs - this.#clock.monotonicMs());
  }

  /** So many milliseconds from now on, or what is left when that is less. */
  limit(graceMs: number): void {
    this.#endsAtMs = Math.min(this.#endsAtMs, this.#clock.monotonicMs() + graceMs);
    this.#onShorter();
  }

  /**
   * Resolves with `work`, which must not reject, or when the time is up. One waits at a time.
   * @param reserveMs gives up so much earlier, for what has to follow
   */
  cover(work: Promise<void>, reserveMs = 0): Promise<void> {
    return new Promise((resolve) => {
      let cancel = () => {};
      const finish = () => {
        cancel();
        this.#onShorter = () => {};
        resolve();
      };
      this.#onShorter = () => {
        cancel();
        const leftMs = this.#endsAtMs - reserveMs - this.#clock.monotonicMs();
        if (leftMs <= 0) finish();
        else if (leftMs < Infinity) cancel = this.#clock.schedule(finish, leftMs);
      };
      this.#onShorter();
      void work.then(finish);
    });
  }
}
