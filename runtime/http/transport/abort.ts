import type { Clock } from "../../abi/index.js";
import { aborted, TransportFailure } from "./failure.js";

/** The callbacks that wait for each signal, and how to remove its one listener. */
const hubs = new WeakMap<AbortSignal, { readonly waiting: Set<() => void>; readonly end: () => void }>();

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
interface Limits {
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Calls `onEnd` when the time is over or the signal fires, whichever is first; the returned function stops waiting. */
export function whichever(
  { timeoutMs, signal }: Limits,
  clock: Clock,
  onEnd: (first: "timeout" | "aborted") => void,
): () => void {
  const end = (first: "timeout" | "aborted") => {
    stop();
    onEnd(first);
  };
  const cancel = timeoutMs === undefined ? undefined : clock.schedule(() => end("timeout"), timeoutMs);
  const ignore = signal && onAbort(signal, () => end("aborted"));
  const stop = () => {
    cancel?.();
    ignore?.();
  };
  return stop;
}

/** Calls `fail` when the request's time runs out or its signal fires; the returned function stops watching. */
export const watch = (limits: Limits, clock: Clock, fail: (failure: TransportFailure) => void): (() => void) =>
  whichever(limits, clock, (first) =>
    fail(
      first === "aborted"
        ? aborted(true)
        : new TransportFailure(first, `no answer within ${Math.ceil(limits.timeoutMs as number)} ms`), // set: it has run out
    ),
  );

/** Waits on the clock; rejects when the signal fires. */
export const sleep = (clock: Clock, timeoutMs: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const end = (first: "timeout" | "aborted") => (first === "aborted" ? reject(aborted(false)) : resolve());
    if (signal?.aborted) end("aborted");
    else whichever({ timeoutMs, signal }, clock, end);
  });
