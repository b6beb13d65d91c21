import type { Clock } from "../abi/index.js";

/**
 * Timers that can be cancelled together, so that a stopped App does not keep its process alive. Interactions share no
 * timer: some runtimes end a timer with the request that armed it.
 */
export class Timers implements Pick<Clock, "schedule"> {
  readonly clock: Clock;
  readonly #armed: SessionTimer[] = [];

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** Runs `callback` once after `delayMs`; the returned function cancels it. */
  schedule(callback: () => void, delayMs: number): () => void {
    const nowMs = this.clock.monotonicMs();
    const timer = this.create(callback, nowMs + delayMs);
    timer.wakeIn(delayMs, nowMs);
    return () => timer.clear();
  }

  /** Creates a timer without arming it. `final` runs at `finalMs`. */
  create(final: () => void, finalMs: number): SessionTimer {
    return new SessionTimer(this, final, finalMs);
  }

  /** Cancels all timers but those of the next attempt at a confirmation on its way. */
  cancelAll(): void {
    for (const timer of this.#armed.slice()) timer.clear();
  }

  add(timer: SessionTimer): number {
    return this.#armed.push(timer) - 1;
  }

  /** Moves the last timer into the free place: a `Set` would cost more than the timer itself. */
  remove(place: number): void {
    const last = this.#armed.pop();
    if (last === undefined || place === this.#armed.length) return;
    this.#armed[place] = last;
    last.place = place;
  }
}

/**
 * The one timer of an interaction, for its automatic confirmation and, until then, for the attempt that overtakes one that
 * hangs. Shared for speed: arming and cancelling a timer is what costs most in an interaction that goes well.
 */
export class SessionTimer {
  readonly #timers: Timers;
  #final: (() => void) | undefined;
  readonly #finalMs: number;
  #overtake: (() => void) | undefined;
  #overtakeMs = Infinity;
  #wakeMs = Infinity;
  #disarm: (() => void) | undefined;
  /** Index among the armed timers. */
  place = 0;

  constructor(timers: Timers, final: () => void, finalMs: number) {
    this.#timers = timers;
    this.#final = final;
    this.#finalMs = finalMs;
  }

  /** Arms the timer: in `ms` it runs what is due. */
  wakeIn(ms: number, nowMs: number): void {
    this.#wakeMs = nowMs + ms;
    this.#disarm = this.#timers.clock.schedule(this.#wake, ms);
    this.place = this.#timers.add(this);
  }

  /** Runs `act` in `ms`, by the armed timer if that wakes before; the returned function cancels it. */
  schedule(act: () => void, ms: number, nowMs: number): () => void {
    const atMs = nowMs + ms;
    if (this.#wakeMs < nowMs || this.#wakeMs > atMs) return this.#timers.clock.schedule(act, ms);
    this.#overtake = act;
    this.#overtakeMs = atMs;
    return this.#cancelOvertaking;
  }

  /** Cancels the final action. The timer stays armed while an attempt shares it. */
  clear(): void {
    this.#final = undefined;
    if (this.#overtakeMs < Infinity) return;
    this.#wakeMs = Infinity;
    this.#disarm?.();
    this.#release();
  }

  #release(): void {
    if (this.#disarm !== undefined) this.#timers.remove(this.place);
    this.#disarm = undefined;
  }

  readonly #cancelOvertaking = (): void => {
    this.#overtakeMs = Infinity;
  };

  readonly #wake = (): void => {
    this.#release();
    const nowMs = this.#timers.clock.monotonicMs();
    const untilMs = nowMs + 1; // timers count whole milliseconds, and may fire up to one early
    if (this.#overtakeMs <= untilMs) {
      this.#overtakeMs = Infinity;
      this.#overtake?.();
    }
    if (this.#finalMs <= untilMs) {
      this.#final?.();
      this.#final = undefined;
    }
    const nextMs = Math.min(this.#overtakeMs, this.#final === undefined ? Infinity : this.#finalMs);
    if (nextMs === Infinity) this.#wakeMs = Infinity;
    else this.wakeIn(nextMs - nowMs, nowMs);
  };
}
