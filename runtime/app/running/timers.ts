import type { Clock } from "../../abi/index.js";

interface Entry {
  readonly dueMs: number;
  callback: (() => void) | undefined;
}

/**
 * Many timers of about the same length over one timer of the clock, which end together, so that a stopped App keeps no
 * process alive. Nearly all are cancelled long before they are due: adding and cancelling one costs next to nothing,
 * and a cancelled one waits in line until its turn comes.
 */
export class Timers {
  readonly #clock: Clock;
  /** By due time; what stands before `#first` is done with. */
  #line: Entry[] = [];
  #first = 0;
  #armedForMs = Number.POSITIVE_INFINITY;
  #disarm: () => void = () => {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs `callback` once after `delayMs`; the returned function cancels it. */
  schedule(callback: () => void, delayMs: number): () => void {
    const entry: Entry = { dueMs: this.#clock.monotonicMs() + delayMs, callback };
    let at = this.#line.length;
    while (at > this.#first && (this.#line[at - 1]?.dueMs ?? 0) > entry.dueMs) at -= 1;
    if (at === this.#line.length) this.#line.push(entry);
    else this.#line.splice(at, 0, entry);
    if (entry.dueMs < this.#armedForMs) this.#arm(entry.dueMs);
    return () => {
      entry.callback = undefined;
    };
  }

  cancelAll(): void {
    this.#line = [];
    this.#first = 0;
    this.#disarm();
    this.#armedForMs = Number.POSITIVE_INFINITY;
  }

  #arm(dueMs: number): void {
    this.#disarm();
    this.#armedForMs = dueMs;
    this.#disarm = this.#clock.schedule(() => this.#fire(), Math.max(0, dueMs - this.#clock.monotonicMs()));
  }

  #fire(): void {
    this.#armedForMs = Number.POSITIVE_INFINITY;
    const nowMs = this.#clock.monotonicMs();
    for (let next = this.#line[this.#first]; next !== undefined; next = this.#line[this.#first]) {
      // A timer of the machine may come a little early.
      if (next.callback !== undefined && next.dueMs > nowMs + 1) return this.#rest(next.dueMs);
      this.#first += 1;
      const { callback } = next;
      next.callback = undefined;
      callback?.();
    }
    this.#rest(undefined);
  }

  /** Lets go of what is done with, and waits for the next. */
  #rest(nextDueMs: number | undefined): void {
    this.#line.splice(0, this.#first);
    this.#first = 0;
    if (nextDueMs !== undefined && nextDueMs < this.#armedForMs) this.#arm(nextDueMs);
  }
}
