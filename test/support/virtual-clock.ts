/** A clock that stands still until a test moves it. It has the shape of the runtime's `Clock`. */
export interface VirtualClock {
  now(): number;
  monotonicMs(): number;
  schedule(callback: () => void, delayMs: number): () => void;
  /**
   * Moves time forward by `ms`, running every timer that falls due on the way, in order and each at its own instant,
   * and lets promises (and socket events that are already there) settle before, between and after.
   */
  advance(ms: number): Promise<void>;
  /** Lets promises and ready I/O run without moving time. */
  settle(): Promise<void>;
  /** Moves from timer to timer until `done()` holds; fails when no timer is left or `limitMs` of time has passed. */
  runUntil(done: () => boolean, limitMs?: number): Promise<void>;
  /** How many timers are waiting: a leak check. */
  readonly pending: number;
  /** When the next timer is due, in milliseconds from now; undefined when none is waiting. */
  readonly nextInMs: number | undefined;
}

interface Timer {
  readonly dueMs: number;
  readonly order: number;
  readonly callback: () => void;
}

/** Promise chains are rarely longer than this many turns of the event loop between two timers. */
const SETTLE_TURNS = 4;

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Makes a virtual clock. `startMs` is its wall-clock time at monotonic zero. Default: 2030-01-01T00:00:00Z. */
export function createVirtualClock({ startMs = Date.UTC(2030, 0, 1) }: { startMs?: number } = {}): VirtualClock {
  let elapsedMs = 0;
  let order = 0;
  const timers = new Set<Timer>();

  const next = (): Timer | undefined => {
    let first: Timer | undefined;
    for (const timer of timers) {
      if (!first || timer.dueMs < first.dueMs || (timer.dueMs === first.dueMs && timer.order < first.order)) {
        first = timer;
      }
    }
    return first;
  };
  const settle = async () => {
    for (let i = 0; i < SETTLE_TURNS; i += 1) await turn();
  };
  const fire = (timer: Timer) => {
    timers.delete(timer);
    elapsedMs = Math.max(elapsedMs, timer.dueMs);
    timer.callback();
  };

  return {
    now: () => startMs + Math.floor(elapsedMs),
    monotonicMs: () => elapsedMs,
    schedule(callback, delayMs) {
      // NaN and negative delays fire at once, as setTimeout has it.
      const timer = { dueMs: elapsedMs + Math.max(0, delayMs || 0), order: (order += 1), callback };
      timers.add(timer);
      return () => void timers.delete(timer);
    },
    async advance(ms) {
      const targetMs = elapsedMs + ms;
      await settle();
      for (let timer = next(); timer && timer.dueMs <= targetMs; timer = next()) {
        fire(timer);
        await settle();
      }
      elapsedMs = targetMs;
      await settle();
    },
    settle,
    async runUntil(done, limitMs = 3_600_000) {
      const endMs = elapsedMs + limitMs;
      await settle();
      while (!done()) {
        const timer = next();
        if (!timer) throw new Error("virtual clock: no timer is waiting and the condition does not hold");
        if (timer.dueMs > endMs) throw new Error(`virtual clock: the condition does not hold after ${limitMs} ms`);
        fire(timer);
        await settle();
      }
    },
    get pending() {
      return timers.size;
    },
    get nextInMs() {
      const timer = next();
      return timer && timer.dueMs - elapsedMs;
    },
  };
}
