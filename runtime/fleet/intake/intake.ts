import { limits } from "../../../generated/tables.js";
import type { FleetParts } from "../options.js";
import { type OpenStream, SlotIntake } from "./slot-intake.js";

/** How the live stream is read, besides what the fleet says. */
export interface IntakeOptions {
  /** Whether each of two connections gets a part of the events only. Default false. */
  readonly isSplit?: boolean;
}

type FleetIntakeOptions = IntakeOptions & FleetParts & { readonly open: OpenStream };

/** Part of the safe rate at which a warning is due: before it matters. */
const WARN_AT = 0.7;

/** What one member does about the slots of the live stream. It holds one at most: two would die together. */
export class FleetIntake {
  /** Resolves with the error that ended the stream for good, or with undefined when it was stopped. */
  readonly ended: Promise<unknown>;
  readonly #slots: readonly SlotIntake[];
  readonly #rate: (count: number) => number;
  readonly #options: FleetIntakeOptions;
  #isWarned = false;
  #end: (error: unknown) => void = () => {};

  constructor(options: FleetIntakeOptions) {
    this.#options = options;
    const { settings, slots, isSplit = false } = options;
    this.#rate = rateMeter(() => settings.clock.monotonicMs());
    this.ended = new Promise((resolve) => (this.#end = resolve));
    this.#slots = Array.from(
      { length: slots },
      (_, slot) =>
        new SlotIntake({
          ...options,
          slot,
          isSplit,
          mayTake: () => this.#slots.every((other, index) => index === slot || !other.isTaking),
          onEvents: (count) => this.#count(count),
          onFinal: (error) => this.#end(error),
        }),
    );
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

  /** Reads no more, saves the place, gives the slot back. */
  async stop(): Promise<void> {
    await Promise.all(this.#slots.map((slot) => slot.stop()));
    this.#end(undefined);
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

/** Events a second, over about the last ten seconds: counts those of a call, and gives the rate so far. */
function rateMeter(nowMs: () => number): (count: number) => number {
  let [perSecond, counted, sinceMs] = [0, 0, nowMs()];
  return (count) => {
    counted += count;
    const passedMs = nowMs() - sinceMs;
    if (passedMs < 1_000) return perSecond;
    const weight = Math.exp(-passedMs / 10_000);
    perSecond = perSecond * weight + (counted / passedMs) * 1_000 * (1 - weight);
    [counted, sinceMs] = [0, nowMs()];
    return perSecond;
  };
}

/** Milliseconds between the end of a lease and the first event of the next holder, as measured. */
const TAKE_OVER_MS = 500;

/**
 * Events a second up to which one connection is safe: while nobody reads, the service keeps so many events, and it takes
 * a lease and a little more until the next holder reads.
 */
const warmLimitPerSecond = (resumeEvents: number, leaseMs: number): number =>
  resumeEvents / ((leaseMs + TAKE_OVER_MS) / 1_000);
