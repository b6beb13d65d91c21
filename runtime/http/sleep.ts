import type { Clock } from "../abi/index.js";
import { aborted } from "./transport/failure.js";

/** Waits on the given clock; rejects at once when the signal fires. */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(aborted(false));
    const onAbort = () => {
      cancel();
      reject(aborted(false));
    };
    const cancel = clock.schedule(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}
