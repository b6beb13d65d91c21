import type { Clock } from "./clock.js";

/** The longest delay of a timer, for waits without a time limit. */
export const FOREVER_MS = 2 ** 31 - 1;

/** The callbacks that wait for each signal, and how to remove its one listener. */
const hubs = /* @__PURE__ */ new WeakMap<
  AbortSignal,
  { readonly waiting: Set<() => void>; readonly end: () => void }
>();

/**
 * Calls `callback`, a new function each time, once when the signal fires; the returned function stops waiting. All
 * calls under one signal share one listener, which is removed with the last of them: runtimes warn of more than ten
 * listeners as of a leak. A signal that has fired does not fire again: check `aborted` first.
 */
export function onAbort(signal: AbortSignal, callback: () => void): () => void {
  let hub = hubs.get(signal);
  if (!hub) {
    const waiting = new Set<() => void>();
    const end = () => {
      hubs.delete(signal);
      signal.removeEventListener("abort", fire);
    };
    const fire = () => {
      end();
      for (const one of waiting) one();
    };
    hubs.set(signal, (hub = { waiting, end }));
    signal.addEventListener("abort", fire);
  }
  const { waiting, end } = hub;
  waiting.add(callback);
  return () => {
    if (waiting.delete(callback) && waiting.size === 0) end();
  };
}

/** What ends a wait; undefined where nothing does. */
export interface Limits {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Which limit ended a wait. */
export type Ended = "timeout" | "aborted";

/**
 * Calls `onEnd` when the time is over or the signal fires, whichever is first, and at once for a signal that has fired;
 * the returned function stops waiting.
 */
export function onLimit({ timeoutMs, signal }: Limits, clock: Clock, onEnd: (why: Ended) => void): () => void {
  const end = (why: Ended) => {
    stop();
    onEnd(why);
  };
  const cancel = timeoutMs === undefined ? undefined : clock.schedule(() => end("timeout"), timeoutMs);
  const ignore = signal && onAbort(signal, () => end("aborted"));
  const stop = () => {
    cancel?.();
    ignore?.();
  };
  if (signal?.aborted) end("aborted");
  return stop;
}

/**
 * Settles like `work` if that settles in time and before the signal fires; otherwise rejects with the error that `late`
 * makes. A later outcome is dropped.
 */
export const within = <Value>(
  work: PromiseLike<Value>,
  limits: Limits & { readonly clock: Clock },
  late: (why: Ended) => Error,
): Promise<Value> =>
  new Promise((resolve, reject) => {
    const stop = onLimit(limits, limits.clock, (why) => reject(late(why)));
    // Always handled, also after the wait has ended: an unhandled rejection would end the process.
    work.then(resolve, reject).then(stop);
  });

/** Waits on the clock, or until `early` resolves. False when the signal fired first or had fired. Leaves no timer behind. */
export const sleep = (
  clock: Clock,
  timeoutMs: number,
  signal?: AbortSignal,
  early?: Promise<unknown>,
): Promise<boolean> =>
  new Promise((resolve) => {
    const stop = onLimit({ timeoutMs, signal }, clock, (why) => resolve(why === "timeout"));
    void early?.then(() => resolve(true)).then(stop);
  });

/**
 * A controller that is aborted with `signal`, and can be aborted alone. Abort it when its work is over: this removes
 * its listener from `signal`, whatever listeners others have added to its own signal.
 */
export function linkedTo(signal: AbortSignal): AbortController {
  const controller = new AbortController();
  const follow = () => controller.abort();
  if (signal.aborted) follow();
  else controller.signal.addEventListener("abort", onAbort(signal, follow), { once: true });
  return controller;
}

/** A deadline that can be brought forward and never put off. */
export class Deadline {
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
