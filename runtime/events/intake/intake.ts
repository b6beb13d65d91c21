import type { Clock } from "../../abi/index.js";
import { HandledPrefix } from "../cursor/prefix.js";
import type { Grace } from "../grace.js";
import type { Entry } from "./entry.js";
import { RateMeter } from "./rate.js";
import type { Sink } from "./sink.js";

/** What an intake is built from. */
export interface IntakeOptions<E> {
  readonly sink: Sink<E>;
  readonly clock: Clock;
  /** Where a former process stopped; empty when this is a fresh start. */
  readonly resumeId: string;
  /** Most events from the first unhandled one on, handled or not, before no more are taken. */
  readonly maxUnhandled: number;
  /** Called after each handled event. */
  readonly onHandled: (() => void) | undefined;
}

/**
 * Between the transports and whoever handles events: keeps the order of arrival, parks what does not fit, and says when
 * to read on. Both transports end here, so handlers cannot tell them apart.
 */
export class Intake<E> {
  readonly #options: IntakeOptions<E>;
  readonly #rate: RateMeter;
  readonly #stopListening: () => void;
  readonly #prefix: HandledPrefix<Entry<E>>;
  #parked: readonly Entry<E>[] = [];
  #received = 0;
  #onRoom: (() => void) | undefined;
  #onDrained: (() => void) | undefined;
  #closed = false;
  #holds = 0;

  constructor(options: IntakeOptions<E>) {
    this.#options = options;
    this.#prefix = new HandledPrefix(options.resumeId);
    this.#rate = new RateMeter(options.clock.monotonicMs());
    this.#stopListening = options.sink.onRoom(() => this.#moveOn());
  }

  /** How far what arrived is handled. */
  get prefix(): HandledPrefix<Entry<E>> {
    return this.#prefix;
  }

  /** Events taken since the start, without duplicates. */
  get received(): number {
    return this.#received;
  }

  /** Events that wait: in the queue, and here because the queue is full. */
  get waiting(): number {
    return this.#options.sink.queued + this.#parked.length;
  }

  /** Events taken although there was no room for them any more. */
  get overflow(): number {
    return Math.max(this.#parked.length, this.#prefix.open - this.#options.maxUnhandled);
  }

  /** Events a millisecond, lately. */
  get ratePerMs(): number {
    return this.#rate.perMs(this.#options.clock.monotonicMs());
  }

  /** Milliseconds since the oldest unhandled event arrived; 0 when all are handled. */
  get lagMs(): number {
    const oldest = this.#prefix.oldest;
    return oldest === undefined ? 0 : this.#options.clock.monotonicMs() - oldest.receivedAtMs;
  }

  /** Whether whatever brings events should bring no more for now. */
  get full(): boolean {
    if (this.#closed) return false;
    return this.#holds > 0 || this.#parked.length > 0 || this.#prefix.open >= this.#options.maxUnhandled;
  }

  /** Takes events in order of arrival. */
  accept(entries: readonly Entry<E>[]): void {
    if (entries.length === 0 || this.#closed) return;
    for (const entry of entries) this.#prefix.add(entry);
    this.#received += entries.length;
    this.#rate.add(entries.length, this.#options.clock.monotonicMs());
    const all = this.#parked.length === 0 ? entries : [...this.#parked, ...entries];
    this.#parked = this.#holds > 0 ? all : this.#options.sink.take(all);
  }

  /** Hands nothing out until the function returned is called; what comes meanwhile waits. */
  hold(): () => void {
    this.#holds += 1;
    let held = true;
    return () => {
      if (!held) return;
      held = false;
      this.#holds -= 1;
      this.#moveOn();
    };
  }

  /** An event is handled. */
  settle(entry: Entry<E>): void {
    if (this.#closed) return;
    this.#prefix.settle(entry);
    this.#options.onHandled?.();
    if (this.#onRoom !== undefined && this.#parked.length === 0) this.#moveOn();
    if (this.#prefix.open === 0) this.#onDrained?.();
  }

  /** Waits until everything taken is handled, or the time for it is up. Returns how much is not. */
  async drain(grace: Grace): Promise<number> {
    if (this.#prefix.open > 0) {
      const drained = new Promise<void>((resolve) => {
        this.#onDrained = resolve;
      });
      await grace.cover(drained);
    }
    return this.#prefix.open;
  }

  /** Resolves once there is room again, or nothing is taken any more. One waits at a time. */
  room(): Promise<void> {
    if (!this.full) return Promise.resolve();
    return new Promise((resolve) => {
      this.#onRoom = resolve;
    });
  }

  /** Takes nothing more, lets nobody wait and moves no cursor. */
  close(): void {
    this.#closed = true;
    this.#parked = [];
    this.#stopListening();
    this.#moveOn();
  }

  #moveOn(): void {
    if (this.#parked.length > 0 && this.#holds === 0) this.#parked = this.#options.sink.take(this.#parked);
    if (this.full) return;
    const resolve = this.#onRoom;
    this.#onRoom = undefined;
    resolve?.();
  }
}
