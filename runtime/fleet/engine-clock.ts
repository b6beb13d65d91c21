import type { Clock } from "../abi/index.js";
import type { FleetReport } from "../diagnostics/fleet.js";
import type { EngineSession } from "./engine/contract.js";

/** Milliseconds between two readings. */
const EVERY_MS = 30_000;

/** A clock that is further off than this is reported. */
const TOLERATED_MS = 1_000;

/** How much less exact than the best one a newer reading may be, milliseconds: clocks drift, so that old ones grow worse. */
const WORSE_MS = 5;

/**
 * The engine's time at this member, which serves all members for deadlines: no machine's own wall clock is ever held
 * against another's. Reads the engine's clock now, and again from time to time. Rejects when the first reading fails.
 */
export async function startEngineClock(session: Pick<EngineSession, "time">, clock: Clock, report: FleetReport) {
  let best = await session.time();
  let cancel = () => {};
  let isStopped = false;
  let isTold = false;
  const engineClock = {
    /** Milliseconds since the epoch, as the engine has it. */
    get nowMs(): number {
      return best.nowMs + clock.monotonicMs() - best.atMs;
    },
    /** Milliseconds by which the wall clock of this machine is ahead of the engine's. */
    get offsetMs(): number {
      return clock.now() - engineClock.nowMs;
    },
    get errorMs(): number {
      return best.errorMs;
    },
    get roundTripMs(): number {
      return best.roundTripMs;
    },
    stop(): void {
      isStopped = true;
      cancel();
    },
  };
  const compare = (): void => {
    const { offsetMs, errorMs } = engineClock;
    const isOff = Math.abs(offsetMs) - errorMs > TOLERATED_MS;
    if (isOff && !isTold) {
      const seconds = (offsetMs / 1_000).toFixed(1);
      const message = `The clock of this machine is ${seconds} s ahead of the engine's. Leases are unaffected; delivery signatures may be rejected.`;
      report("clock_offset", message, { offsetMs, errorMs });
    }
    isTold = isOff;
  };
  const read = async (): Promise<void> => {
    const reading = await session.time();
    const offByMs = Math.abs(reading.nowMs - best.nowMs - (reading.atMs - best.atMs));
    // Of two that cannot both be true, the newer one is: another server answers, a clock was set, or has drifted far.
    const isRefuted = offByMs > reading.errorMs + best.errorMs;
    if (isRefuted || reading.errorMs <= best.errorMs + WORSE_MS) best = reading;
    compare();
  };
  const plan = (): void => {
    if (isStopped) return; // while it was read
    cancel = clock.schedule(
      () =>
        void read()
          .catch(() => undefined)
          .then(plan),
      EVERY_MS,
    );
  };
  compare();
  plan();
  return engineClock;
}

export type EngineClock = Awaited<ReturnType<typeof startEngineClock>>;
