import type { Clock } from "../../abi/index.js";
import type { RunContext } from "./context.js";

/** A handler took longer than it may. */
export class HandlerTimeout extends Error {
  override readonly name = "HandlerTimeout";

  constructor(timeoutMs: number) {
    super(`The handler took longer than handlerTimeoutMs (${timeoutMs} ms); it is no longer waited for.`);
  }
}

interface Run<E> {
  readonly context: RunContext<E>;
  readonly startedAtMs: number;
  readonly release: () => void;
}

/**
 * Handlers at work, oldest first, watched by one timer for all of them.
 *
 * A handler that takes too long is told through its signal and its place is given to others: one that never ends must
 * not hold back its channel, the cursor and everything behind it for good.
 */
export class Overdue<E> {
  readonly #timeoutMs: number;
  readonly #clock: Clock;
  readonly #report: (error: unknown, event: E) => void;
  readonly #runs = new Set<Run<E>>();
  #overdue = 0;
  #cancelTimer: (() => void) | undefined;
  #stopped = false;

  /** @param timeoutMs 0: no handler takes too long */
  constructor(timeoutMs: number, clock: Clock, report: (error: unknown, event: E) => void) {
    this.#timeoutMs = timeoutMs;
    this.#clock = clock;
    this.#report = report;
  }

  /** Handlers given up on that have not ended. */
  get count(): number {
    return this.#overdue;
  }

  /** Settles the task when `work` ends or takes too long, whichever is first; never rejects. */
  watch(context: RunContext<E>, work: PromiseLike<void>): Promise<void> {
    return new Promise((release) => {
      const run = { context, startedAtMs: this.#clock.monotonicMs(), release };
      this.#runs.add(run);
      this.#arm();
      work.then(
        () => this.#ended(run),
        (error: unknown) => {
          this.#report(error, context.task.event);
          this.#ended(run);
        },
      );
    });
  }

  /** Aborts everything at work without settling it. Returns how many that were. */
  abortAll(reason: Error): number {
    this.#stopped = true;
    this.#cancelTimer?.();
    for (const { context } of this.#runs) context.abort(reason);
    return this.#runs.size;
  }

  #ended(run: Run<E>): void {
    if (!this.#runs.delete(run)) {
      this.#overdue -= 1;
      return;
    }
    // What ends after the grace time was abandoned: counting it now would move a cursor that is already saved.
    if (!this.#stopped) run.context.task.settled();
    run.release();
  }

  #arm(): void {
    if (this.#timeoutMs === 0 || this.#cancelTimer !== undefined) return;
    const [oldest] = this.#runs;
    if (oldest === undefined) return;
    const dueInMs = oldest.startedAtMs + this.#timeoutMs - this.#clock.monotonicMs();
    this.#cancelTimer = this.#clock.schedule(() => this.#sweep(), Math.max(0, dueInMs));
  }

  #sweep(): void {
    this.#cancelTimer = undefined;
    const startedBefore = this.#clock.monotonicMs() - this.#timeoutMs;
    for (const run of this.#runs) {
      if (run.startedAtMs > startedBefore) break;
      this.#runs.delete(run);
      this.#overdue += 1;
      const timeout = new HandlerTimeout(this.#timeoutMs);
      run.context.abort(timeout);
      this.#report(timeout, run.context.task.event);
      run.context.task.settled();
      run.release();
    }
    this.#arm();
  }
}
