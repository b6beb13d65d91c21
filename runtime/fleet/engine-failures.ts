import type { Clock } from "../abi/index.js";
import type { FleetReport } from "../diagnostics/fleet.js";
import { LogThrottle } from "../diagnostics/throttle.js";
import type { EngineSession } from "./engine/contract.js";

/** Milliseconds for which an engine in reach has to fail until that is reported. */
const FAILING_MS = 5_000;

/** Milliseconds without a failure after which the next one is the first. */
const WELL_MS = 10_000;

/**
 * What is asked of the engine in the background is asked again until there is an answer. Whoever asks hands in each
 * failure here: an engine in reach that has been failing for some seconds is reported, once a minute. One that is out of
 * reach is reported as such, and what it leaves undone is no failure.
 */
export function engineFailures(
  session: Pick<EngineSession, "onStatus">,
  clock: Clock,
  report: FleetReport,
): (error: unknown) => void {
  const throttle = new LogThrottle(clock);
  let isConnected = true;
  let sinceMs = 0;
  let latestMs = -Infinity;
  // Ends with the session.
  session.onStatus((status) => {
    if (status === "lost" || status === "ended") return;
    isConnected = status === "connected";
    latestMs = -Infinity;
  });
  return (error) => {
    if (!isConnected) return;
    const nowMs = clock.monotonicMs();
    if (nowMs - latestMs > WELL_MS) sinceMs = nowMs;
    latestMs = nowMs;
    if (nowMs - sinceMs < FAILING_MS) return;
    const why = error instanceof Error ? error.message : String(error);
    const message = `The engine is in reach and has been failing for ${Math.round((nowMs - sinceMs) / 1_000)} s; it is asked again. ${why}`;
    throttle.log("engine", () => report("engine_failed", message, { error }));
  };
}
