import type { Clock, TransportRequest } from "../../abi/index.js";
import { aborted, TransportFailure } from "./failure.js";

/** Calls `fail` when the request's time runs out or its signal fires; the returned function stops watching. */
export function watch(
  { timeoutMs, signal }: Pick<TransportRequest, "timeoutMs" | "signal">,
  clock: Clock,
  fail: (failure: TransportFailure) => void,
): (() => void) | undefined {
  const cancelTimer =
    timeoutMs === undefined
      ? undefined
      : clock.schedule(() => fail(new TransportFailure("timeout", `no answer within ${timeoutMs} ms`)), timeoutMs);
  if (!signal) return cancelTimer;
  const onAbort = () => fail(aborted(true));
  signal.addEventListener("abort", onAbort, { once: true });
  return () => {
    cancelTimer?.();
    signal.removeEventListener("abort", onAbort);
  };
}
