/**
 * Time and timers, handed in at the edge so that every test runs on a clock it can step.
 * Any object of this shape serves.
 */
export interface Clock {
  /** Wall-clock time, milliseconds since the Unix epoch. Only for timestamps that cross the wire. */
  now(): number;
  /** Milliseconds on a clock that never goes backward. All deadlines and durations use this one. */
  monotonicMs(): number;
  /** Runs `callback` once after `delayMs`, never for `Infinity`; the returned function cancels it. */
  schedule(callback: () => void, delayMs: number): () => void;
}

/** The longest delay of `setTimeout`, some 25 days: it takes a longer one for 0. */
const LONGEST_MS = 2 ** 31 - 1;

/** The clock of the machine. Its timers keep the process alive, as `setTimeout` does. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  schedule(callback, delayMs) {
    if (delayMs > LONGEST_MS) {
      const wait = () => (cancel = systemClock.schedule(callback, delayMs - LONGEST_MS));
      let cancel = systemClock.schedule(wait, LONGEST_MS);
      return () => cancel();
    }
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};
