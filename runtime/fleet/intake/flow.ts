import type { Clock } from "../../abi/index.js";
import type { FleetReport } from "../../diagnostics/fleet.js";
import { type AckableEvent, laneOf, type ReceivedEvent } from "../../events/index.js";
import type { LogEntry } from "../engine/contract.js";
import type { Appender } from "./appender.js";
import { rateMeter } from "./rate.js";
import { ReadAhead, type ReadEvent } from "./read-ahead.js";

/** Most events held here, beside those that are being appended; above, the stream is not read. */
const MOST_HELD = 1_000;

/** Milliseconds between two looks whether the reader has fallen behind. */
const LOOK_MS = 1_000;

export interface FlowOptions {
  readonly slot: number;
  readonly appender: Pick<Appender, "add" | "addInteraction">;
  readonly clock: Clock;
  readonly report: FleetReport;
  /** How long an interaction may wait for the lane at all. */
  readonly interactionLifeMs: number;
  /** Where an event belongs; undefined when it is not to be appended. */
  readonly partitionOf: (received: ReceivedEvent) => number | undefined;
  /** The entry of an event, made for each attempt; undefined when it cannot be written out. */
  readonly entryOf: (received: ReceivedEvent) => LogEntry | undefined;
}

interface Held {
  readonly received: AckableEvent;
  readonly read: ReadEvent;
}

/**
 * The way of events from the stream into the log. Interactions go past everything that waits. Other events are appended
 * in order of their partition; a full partition holds up its own channels, until the reader is too far ahead of it.
 */
export class IntakeFlow {
  readonly #options: FlowOptions;
  readonly #ahead = new ReadAhead();
  readonly #came: (count: number) => number;
  readonly #appended: (count: number) => number;
  #held: Held[] = [];
  #heldUntilMs = -Infinity;
  #cancelHold = () => {};
  #cancelLook = () => {};
  #onRoom = () => {};
  #isClosed = false;

  constructor(options: FlowOptions) {
    this.#options = options;
    const nowMs = () => options.clock.monotonicMs();
    this.#came = rateMeter(nowMs);
    this.#appended = rateMeter(nowMs);
    this.#lookOften();
  }

  take(received: AckableEvent): void {
    const { appender, entryOf, interactionLifeMs, clock } = this.#options;
    const read = this.#ahead.take(clock.monotonicMs());
    this.#came(1);
    if (laneOf(received.event) === "interactions") {
      const leftMs = interactionLifeMs - (clock.monotonicMs() - received.receivedAtMs);
      appender.addInteraction({ write: () => entryOf(received), done: () => this.#done({ received, read }) }, leftMs);
      return;
    }
    this.#held.push({ received, read });
    this.#pump();
  }

  /** Appends nothing but interactions for so long. */
  hold(ms: number): void {
    this.#heldUntilMs = this.#options.clock.monotonicMs() + ms;
    this.#cancelHold();
    this.#cancelHold = this.#options.clock.schedule(() => this.#pump(), ms);
  }

  /** Resolves once more may be read, or this is closed. */
  async room(): Promise<void> {
    if (this.#held.length < MOST_HELD || this.#isClosed) return;
    await new Promise<void>((resolve) => (this.#onRoom = resolve));
  }

  close(): void {
    this.#isClosed = true;
    this.#held = [];
    this.#cancelHold();
    this.#cancelLook();
    this.#onRoom();
  }

  #pump(): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (nowMs < this.#heldUntilMs) return;
    let taken = 0;
    for (const { received, read } of this.#held) {
      if (!this.#ahead.mayAppend(read, nowMs)) break;
      taken += 1;
      this.#append({ received, read });
    }
    if (taken === 0) return;
    this.#held.splice(0, taken);
    if (this.#held.length <= MOST_HELD / 2) this.#onRoom();
  }

  #append({ received, read }: Held): void {
    const { appender, entryOf, partitionOf } = this.#options;
    const partition = partitionOf(received);
    const done = () => this.#done({ received, read });
    if (partition === undefined) queueMicrotask(done);
    else appender.add({ partition, write: () => entryOf(received), done });
  }

  #done({ received, read }: Held): void {
    if (this.#isClosed) return;
    this.#appended(1);
    this.#ahead.done(read);
    received.ack();
    if (this.#held.length > 0) this.#pump();
  }

  #lookOften(): void {
    this.#cancelLook = this.#options.clock.schedule(() => {
      this.#look();
      this.#lookOften();
    }, LOOK_MS);
  }

  /** Reports a reader that cannot keep up, before a successor could no longer resume where it is. */
  #look(): void {
    const { slot, clock, report } = this.#options;
    const nowMs = clock.monotonicMs();
    const [perSecond, appendedPerSecond] = [this.#came(0), this.#appended(0)];
    const facts = { slot, waiting: this.#ahead.events, oldestMs: this.#ahead.ageMs(nowMs) };
    const turn = this.#ahead.turn(nowMs);
    if (turn === "caught-up") report("reader_caught_up", `The log has taken what waited at slot ${slot}.`, { slot });
    if (turn !== "behind") return;
    const rates = `${appendedPerSecond.toFixed(1)} events a second of ${perSecond.toFixed(1)} that come`;
    const since = `${facts.waiting} events wait, the oldest for ${(facts.oldestMs / 1_000).toFixed(1)} s`;
    const risk = "If this process ended now, events could be lost, as a reported gap";
    const message = `The reader of slot ${slot} cannot keep up: the log takes ${rates}; ${since}. ${risk}.`;
    report("reader_behind", message, { ...facts, perSecond, appendedPerSecond });
  }
}
