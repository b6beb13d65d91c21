import type { Clock } from "./clock.js";

/** How long to wait, and what aborts the wait. */
export interface Within {
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Settles like `work` if that settles in time and before the signal fires; otherwise rejects with the error that `late`
 * makes. A later outcome is dropped.
 */
export function settledWithin<Value>(
  work: PromiseLike<Value>,
  { clock, timeoutMs, signal }: Within,
  late: (why: "timeout" | "aborted") => Error,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    const end = (why?: "timeout" | "aborted") => {
      cancel();
      signal?.removeEventListener("abort", onAbort);
      if (why) reject(late(why));
    };
    const onAbort = () => end("aborted");
    const cancel = clock.schedule(() => end("timeout"), timeoutMs);
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) onAbort();
    work.then(resolve, reject).then(() => end());
  });
}
