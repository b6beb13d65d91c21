import type { Clock } from "../../abi/index.js";

/** How long a store is waited for. */
export interface StoreTime {
  readonly clock: Clock;
  readonly ms: number;
  /** Ends the waiting at once. Default: none. */
  readonly signal?: AbortSignal;
}

/** What `work` with a store comes to. Rejects when it takes too long; what it comes to later is of no interest. */
export async function storeInTime<Result>(work: () => Promise<Result>, time: StoreTime): Promise<Result> {
  const { clock, ms, signal } = time;
  let stop = () => {};
  const late = new Promise<never>((_, reject) => {
    const onAbort = () => reject(new Error("The stream was closed."));
    const cancel = clock.schedule(() => reject(new Error(`The cursor store took longer than ${ms} ms.`)), ms);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted === true) onAbort();
    stop = () => {
      cancel();
      signal?.removeEventListener("abort", onAbort);
    };
  });
  try {
    return await Promise.race([work(), late]);
  } finally {
    stop();
  }
}
