import type { Clock } from "../abi/index.js";

/** Waits so long on the given clock, or until the signal fires; never rejects. */
export function delay(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  if (signal?.aborted === true) return Promise.resolve();
  return new Promise((resolve) => {
    const finish = () => {
      cancel();
      signal?.removeEventListener("abort", finish);
      resolve();
    };
    const cancel = clock.schedule(finish, ms);
    signal?.addEventListener("abort", finish, { once: true });
  });
}
