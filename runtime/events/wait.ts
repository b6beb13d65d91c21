import type { Clock } from "../abi/index.js";

/**
 * Waits on the given clock: true when the time has passed or `early` has come, false when the signal fired first.
 * Leaves no timer behind.
 */
export function waitFor(clock: Clock, ms: number, signal: AbortSignal, early?: Promise<void>): Promise<boolean> {
  if (signal.aborted) return Promise.resolve(false);
  return new Promise((resolve) => {
    const finish = (waited: boolean) => {
      cancel();
      signal.removeEventListener("abort", onAbort);
      resolve(waited);
    };
    const onAbort = () => finish(false);
    const cancel = clock.schedule(() => finish(true), ms);
    signal.addEventListener("abort", onAbort, { once: true });
    void early?.then(() => finish(true));
  });
}
