/**
 * Time as the sandbox needs it. The same shape as the client library's clock, declared again here because the two
 * must not know each other: an object made for one fits the other.
 */
export interface SandboxClock {
  /** Wall-clock time, milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds on a clock that never goes backward. */
  monotonicMs(): number;
  /** Runs `callback` once after `delayMs`; the returned function cancels it. */
  schedule(callback: () => void, delayMs: number): () => void;
}

/** The clock of the machine. Its timers do not keep the process alive: a listening server does that. */
export const realClock: SandboxClock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  schedule(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};
