import { limits } from "../../../generated/tables.js";
import { property } from "../../interaction/read.js";
import type { FleetParts } from "../resolve-options.js";
import { rateMeter } from "./rate.js";
import { type FleetStream, type OpenStream, SlotIntake } from "./slot-intake.js";

/** How the live stream is read, besides what the fleet says. */
export interface IntakeOptions {
  /** Whether each of two connections gets a part of the events only. Default false. */
  readonly isSplit?: boolean;
}

type FleetIntakeOptions = IntakeOptions & FleetParts & { readonly open: OpenStream };

/** Part of the safe rate at which a warning is due: before it matters. */
const WARN_AT = 0.7;

/** Milliseconds for which a member reads by both slots before it leaves slot 1: what it has read by it gets into the log. */
const BOTH_MS = 1_000;

/**
 * What one member does about the slots of the live stream. It holds one, since two would die together. Where nobody else
 * takes slot 0, the holder of slot 1 moves to it: only by slot 0 do events come that are told apart by nothing but their id.
 */
export class FleetIntake {
  /** Resolves with the error that ended the stream for good, or with undefined when it was stopped. */
  readonly ended: Promise<unknown>;
  readonly #slots: SlotIntake[];
  readonly #rate: (count: number) => number;
  readonly #options: FleetIntakeOptions;
  #isWarned = false;
  #isStopped = false;
  #end: (error: unknown) => void = () => {};
  /** Since when nobody has taken slot 0, and when this member last saw that. */
  #freeSinceMs = 0;
  #seenFreeMs = -Infinity;
  #cancelMove: (() => void) | undefined;
  #moved = Promise.resolve();

  constructor(options: FleetIntakeOptions) {
    this.#options = options;
    const { settings, slots } = options;
    this.#rate = rateMeter(() => settings.clock.monotonicMs());
    this.ended = new Promise((resolve) => (this.#end = resolve));
    this.#slots = Array.from({ length: slots }, (_, slot) => this.#standBy(slot));
    for (const slot of this.#slots) slot.start();
  }

  /** One of the slots, as held or not held here. */
  slot(slot: number): SlotIntake | undefined {
    return this.#slots[slot];
  }

  get held(): SlotIntake | undefined {
    return this.#slots.find((slot) => slot.isHeld);
  }

  /** Events a second that this member takes in. */
  get perSecond(): number {
    return this.#rate(0);
  }

  /** Ends with this error; `stop()` is still to be called. */
  fail(error: unknown): void {
    this.#end(error);
  }

  /** Reads no more, saves the place, gives the slot back. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelMove?.();
    await Promise.all([this.#moved, ...this.#slots.map((slot) => slot.stop())]);
    this.#end(undefined);
  }

  #standBy(slot: number): SlotIntake {
    const { isSplit = false } = this.#options;
    return new SlotIntake({
      ...this.#options,
      slot,
      isSplit,
      mayTake: () => this.#mayTake(slot),
      onEvents: (count) => {
        this.#count(count);
        if (slot === 0) this.#planMove();
      },
      onRenewed: () => {
        // Where no event comes, the stream itself says that the slot is read.
        if (slot === 0 && isOnline(this.#slots[0]?.stream)) this.#planMove();
      },
      onFinal: (error) => this.#end(error),
    });
  }

  #mayTake(slot: number): boolean {
    const { settings, isSplit = false } = this.#options;
    if (this.#slots.every((other, index) => index === slot || !other.isTaking)) return true;
    if (slot !== 0 || isSplit) return false;
    const nowMs = settings.clock.monotonicMs();
    // Each look is a fifth of a lease after the one before it, here and at those who hold nothing.
    if (nowMs - this.#seenFreeMs > settings.leaseMs / 2) this.#freeSinceMs = nowMs;
    this.#seenFreeMs = nowMs;
    return nowMs - this.#freeSinceMs > settings.leaseMs / 2;
  }

  /** Leaves slot 1 once both are read, so that nothing is missed between them, and stands by for it again. */
  #planMove(): void {
    if (this.#isStopped || this.#slots[1]?.isHeld !== true) return;
    this.#cancelMove ??= this.#options.settings.clock.schedule(() => {
      const former = this.#slots[1];
      const next = (this.#slots[1] = this.#standBy(1));
      this.#moved = Promise.resolve(former?.stop()).then(() => {
        this.#cancelMove = undefined;
        if (!this.#isStopped) next.start();
      });
    }, BOTH_MS);
  }

  #count(count: number): void {
    const perSecond = this.#rate(count);
    const { slots, settings } = this.#options;
    if (slots > 1) return;
    const safePerSecond = warmLimitPerSecond(limits.resumeEvents, settings.leaseMs);
    if (perSecond < WARN_AT * safePerSecond) {
      this.#isWarned = this.#isWarned && perSecond > 0.5 * safePerSecond;
      return;
    }
    if (this.#isWarned) return;
    this.#isWarned = true;
    const rates = `${Math.round(perSecond)} events a second, and one connection is safe up to ${Math.round(safePerSecond)}`;
    const message = `There are ${rates}: above it, events are lost when the member that reads them dies. Set standby: "hot", or a shorter leaseMs.`;
    this.#options.report("warm_unsafe", message, { perSecond, safePerSecond });
  }
}

/** Whether the service has greeted or resumed the stream. One that is not of `openEvents()` may say nothing of it. */
const isOnline = (stream: FleetStream | undefined): boolean =>
  stream?.state?.transport !== undefined && property(stream.state, "offlineMs") === 0;

/** Milliseconds between the end of a lease and the first event of the next holder, as measured. */
const TAKE_OVER_MS = 500;

/**
 * Events a second up to which one connection is safe: while nobody reads, the service keeps so many events, and it takes
 * a lease and a little more until the next holder reads.
 */
const warmLimitPerSecond = (resumeEvents: number, leaseMs: number): number =>
  resumeEvents / ((leaseMs + TAKE_OVER_MS) / 1_000);
