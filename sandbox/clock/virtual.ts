import type { SandboxClock } from "./clock.js";
import { Timers } from "./timers.js";

/** A clock that stands still until it is told to move. */
export interface VirtualClock extends SandboxClock {
  /**
   * Moves time forward by `ms` (zero or more). Timers run in the order they fall due, each at its own instant, and
   * promises settle before the next one, so code that waits on the clock behaves as it would in real time.
   * Calls made while another is running queue up behind it.
   */
  advance(ms: number): Promise<void>;
  /** Lets promises, and callbacks of local I/O that is ready, run without moving time. */
  settle(): Promise<void>;
  /** How many timers are waiting. */
  readonly pendingTimers: number;
}

/** Where a virtual clock starts. */
export interface VirtualClockOptions {
  /** Wall-clock time at the start, milliseconds since the Unix epoch. Default: 2030-01-01T00:00:00Z. */
  readonly startMs?: number;
}

/** Two turns of the event loop: one drains every promise, the second what the first one's I/O callbacks started. */
const turnsPerSettle = 2;

/** A {@link VirtualClock}. Its monotonic time starts at zero. */
export function createVirtualClock({ startMs = Date.UTC(2030, 0, 1) }: VirtualClockOptions = {}): VirtualClock {
  const timers = new Timers();
  let elapsedMs = 0;
  let running: Promise<void> = Promise.resolve();

  async function run(ms: number): Promise<void> {
    const targetMs = elapsedMs + ms;
    await settle();
    for (let next = timers.takeUntil(targetMs); next !== undefined; next = timers.takeUntil(targetMs)) {
      elapsedMs = Math.max(elapsedMs, next.dueMs);
      next.callback();
      await settle();
    }
    elapsedMs = targetMs;
    await settle();
  }

  return {
    now: () => startMs + elapsedMs,
    monotonicMs: () => elapsedMs,
    schedule: (callback, delayMs) => timers.add(elapsedMs + Math.max(0, delayMs), callback),
    advance(ms) {
      if (!Number.isFinite(ms) || ms < 0) {
        return Promise.reject(new RangeError(`advance() takes milliseconds, zero or more; it was given ${ms}`));
      }
      const mine = running.then(() => run(ms));
      running = mine.catch(() => undefined);
      return mine;
    },
    settle,
    get pendingTimers() {
      return timers.size;
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < turnsPerSettle; turn++) await new Promise<void>((resolve) => setImmediate(resolve));
}

/** Whether `clock` can be stepped. */
export function isVirtualClock(clock: SandboxClock): clock is VirtualClock {
  return "advance" in clock;
}
