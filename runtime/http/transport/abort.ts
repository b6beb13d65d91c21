import type { Clock } from "../../abi/index.js";
import { type Limits, onLimit } from "../../base/time.js";
import { aborted, TransportFailure } from "./failure.js";

/** Calls `fail` when the request's time runs out or its signal fires; the returned function stops watching. */
export const watch = (limits: Limits, clock: Clock, fail: (failure: TransportFailure) => void): (() => void) =>
  onLimit(limits, clock, (first) =>
    fail(
      first === "aborted"
        ? aborted(true)
        : new TransportFailure(first, `no answer within ${Math.ceil(limits.timeoutMs as number)} ms`), // set: it has run out
    ),
  );
