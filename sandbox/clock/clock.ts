export interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

interface Entry extends Timer {
  /** How many were added before it. */
  readonly order: number;
  cancelled: boolean;
}

const isBefore = (one: Entry, other: Entry): boolean =>
  one.dueMs === other.dueMs ? one.order < other.order : one.dueMs < other.dueMs;

/**
 * Timers by due time, then by the order of scheduling. A cancelled one stays among them until its turn comes. A binary
 * heap: kept sorted in a list, the 30,000 of a crowd of interactions took most of the time of a test with them.
 */
export class Timers {
  readonly #heap: Entry[] = [];
  #added = 0;

  get size(): number {
    return this.#heap.filter(({ cancelled }) => !cancelled).length;
  }

  /** Adds one; the returned function cancels it. */
  add(dueMs: number, callback: () => void): () => void {
    const entry: Entry = { dueMs, callback, order: this.#added++, cancelled: false };
    this.#rise(entry);
    return () => {
      entry.cancelled = true;
    };
  }

  takeUntil(untilMs: number): Timer | undefined {
    for (let first = this.#heap[0]; first !== undefined && first.dueMs <= untilMs; first = this.#heap[0]) {
      const last = this.#heap.pop();
      if (last !== undefined && last !== first) this.#sink(last);
      if (!first.cancelled) return first;
    }
    return undefined;
  }

  /** Puts `entry` at the end, and above every parent that comes after it. */
  #rise(entry: Entry): void {
    let at = this.#heap.length;
    while (at > 0) {
      const above = (at - 1) >>> 1;
      const parent = this.#heap[above];
      if (parent === undefined || !isBefore(entry, parent)) break;
      this.#heap[at] = parent;
      at = above;
    }
    this.#heap[at] = entry;
  }

  /** Puts `entry` in the place of the first, and below every child that comes before it. */
  #sink(entry: Entry): void {
    let at = 0;
    for (;;) {
      const [left, right] = [this.#heap[2 * at + 1], this.#heap[2 * at + 2]];
      const isRight = left !== undefined && right !== undefined && isBefore(right, left);
      const child = isRight ? right : left;
      if (child === undefined || !isBefore(child, entry)) break;
      this.#heap[at] = child;
      at = 2 * at + (isRight ? 2 : 1);
    }
    this.#heap[at] = entry;
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
        return Promise.reject(new RangeError(`advance() takes milliseconds, zero or more, got ${ms}`));
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
