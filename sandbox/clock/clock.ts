export interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

interface Entry extends Timer {
  cancelled: boolean;
}

/** Timers by due time, then by the order of scheduling. A cancelled one stays among them until its turn comes. */
export class Timers {
  readonly #entries: Entry[] = [];

  get size(): number {
    return this.#entries.filter(({ cancelled }) => !cancelled).length;
  }

  /** Adds one; the returned function cancels it. */
  add(dueMs: number, callback: () => void): () => void {
    const entry: Entry = { dueMs, callback, cancelled: false };
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle]?.dueMs ?? 0) <= dueMs) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, entry);
    return () => {
      entry.cancelled = true;
    };
  }

  takeUntil(untilMs: number): Timer | undefined {
    for (let first = this.#entries[0]; first !== undefined && first.dueMs <= untilMs; first = this.#entries[0]) {
      this.#entries.shift();
      if (!first.cancelled) return first;
    }
    return undefined;
  }
}

/**
 * Time as the sandbox needs it. The same shape as the client library's clock, declared again here because the two
 * must not know each other: an object made for one fits the other.
 */
export interface SandboxClock {
  /** Wall-clock time, milliseconds since the Unix epoch. */
  now(): number;
  /** Milliseconds on a clock that never goes backward. */
  monotonicMs(): number;
  /** Runs `callback` once after `delayMs`; the returned function cancels it. */
  schedule(callback: () => void, delayMs: number): () => void;
}

/** The clock of the machine. Its timers do not keep the process alive: a listening server does that. */
export const realClock: SandboxClock = {
  now: () => Date.now(),
  monotonicMs: () => performance.now(),
  schedule(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    timer.unref();
    return () => clearTimeout(timer);
  },
};

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

export function isVirtualClock(clock: SandboxClock): clock is VirtualClock {
  return "advance" in clock;
}
