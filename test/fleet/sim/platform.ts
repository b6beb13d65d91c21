import type {
  AckableEvent,
  CloseOptions,
  CloseResult,
  ReceivedEvent,
  StreamEvent,
} from "../../../runtime/events/index.js";
import type { FleetStream, StreamSeat } from "../../../runtime/fleet/index.js";
import type { MachineClock, WorldClock } from "./clock.js";
import { isStoreError } from "svc-apps/stores";
import { type Cursors, cursorsIn } from "../../events/kit/cursors.js";

/** An event of the model, with the number that orders all. */
export interface Emitted {
  readonly number: number;
  readonly channel: string;
  readonly atMs: number;
  readonly event: StreamEvent;
}

/** What the service promises: so many events, for so long. */
const WINDOW_EVENTS = 500;
const WINDOW_MS = 120_000;

export const identityOf = (number: number): string => `m-${number}`;

/** A model of the service's stream: numbers events, keeps a window, and brings them to whoever is connected. */
export class SimPlatform {
  readonly emitted: Emitted[] = [];
  /** Numbers that a start-over left out and told. */
  readonly toldLost = new Set<number>();
  readonly #clock: WorldClock;
  readonly #streams = new Set<SimStream>();
  /** Number of the first event that anybody could have read. */
  firstRead: number | undefined;

  constructor(clock: WorldClock) {
    this.#clock = clock;
  }

  emit(channel: string): void {
    const number = this.emitted.length;
    // The fields that the fleet looks at; the rest of a message is of no concern here.
    const event = { type: "message_create", serverId: "1", message: { publicId: String(number), channelId: channel } };
    this.emitted.push({ number, channel, atMs: this.#clock.monotonicMs(), event: event as unknown as StreamEvent });
    for (const stream of this.#streams) stream.arrive(number);
  }

  /** Where a stream begins that resumes after `last`; what is outside the window is told as lost. */
  begin(last: number | undefined, stream: SimStream): number {
    this.#streams.add(stream);
    const head = this.emitted.length;
    if (last === undefined) {
      this.firstRead ??= head;
      for (let number = this.firstRead; number < head; number += 1) this.toldLost.add(number);
      return head;
    }
    const oldest = this.emitted[last + 1];
    const isInside =
      head - (last + 1) <= WINDOW_EVENTS &&
      (oldest === undefined || this.#clock.monotonicMs() - oldest.atMs <= WINDOW_MS);
    if (isInside) return last + 1;
    for (let number = last + 1; number < head; number += 1) this.toldLost.add(number);
    stream.state.counters.gaps += 1;
    return head;
  }

  leave(stream: SimStream): void {
    this.#streams.delete(stream);
  }
}

/** A model of an `EventStream`: resumes from its cursor, saves it once a second, hands out batches. */
export class SimStream implements FleetStream {
  readonly #platform: SimPlatform;
  readonly #seat: StreamSeat;
  readonly #cursors: Cursors;
  readonly #clock: MachineClock;
  readonly #latencyMs: () => number;
  readonly state = { transport: "gateway" as const, counters: { gaps: 0 } };
  #queue: ReceivedEvent[] = [];
  readonly #open: { readonly number: number; isDone: boolean }[] = [];
  #onDrained = () => {};
  #handled: number | undefined;
  #saved: number | undefined;
  #isClosed = false;
  #graceMs = 0;
  #error: Error | undefined;
  #wake = () => {};
  #done: Promise<void> | undefined;
  #cancelSave = () => {};

  constructor(platform: SimPlatform, seat: StreamSeat, at: { clock: MachineClock; latencyMs: () => number }) {
    this.#platform = platform;
    this.#seat = seat;
    this.#cursors = cursorsIn(seat.cursorStore, at.clock);
    this.#clock = at.clock;
    this.#latencyMs = at.latencyMs;
  }

  /** The platform's side. */
  arrive(number: number): void {
    this.#clock.schedule(() => {
      if (this.#isClosed) return;
      this.#queue.push(this.#received(number));
      this.#wake();
    }, this.#latencyMs());
  }

  entries(): AsyncIterable<AckableEvent> {
    return { [Symbol.asyncIterator]: () => this.#read() };
  }

  async close({ graceMs = 0 }: CloseOptions = {}): Promise<CloseResult> {
    if (!this.#isClosed) {
      this.#graceMs = graceMs;
      this.#isClosed = true;
      this.#cancelSave();
      this.#platform.leave(this);
      this.#wake();
    }
    await Promise.race([
      this.#done,
      new Promise((resolve) => void this.#clock.schedule(() => resolve(undefined), graceMs)),
    ]);
    return { unhandled: this.#queue.length };
  }

  async *#read(): AsyncGenerator<AckableEvent, void, undefined> {
    let finish = () => {};
    this.#done = new Promise((resolve) => (finish = resolve));
    try {
      const record = await this.#load();
      if (this.#isClosed) return;
      this.#handled = record;
      const from = this.#platform.begin(record, this);
      if (record === undefined) this.#handled = from - 1;
      for (let number = from; number < this.#platform.emitted.length; number += 1)
        this.#queue.push(this.#received(number));
      this.#saveOften();
      await this.#save();
      while (!this.#isClosed) {
        if (this.#error !== undefined) throw this.#error;
        const next = this.#queue.shift();
        if (next !== undefined) {
          yield this.#ackable(next);
          continue;
        }
        await new Promise<void>((resolve) => (this.#wake = resolve));
      }
      if (this.#open.length > 0) await this.#drained();
      await this.#save();
    } finally {
      this.#isClosed = true;
      this.#cancelSave();
      this.#platform.leave(this);
      finish();
    }
  }

  /** Handled is what comes before the first event that was handed out and not acknowledged. */
  #ackable(received: ReceivedEvent): AckableEvent {
    const entry = { number: Number(received.eventId), isDone: false };
    this.#open.push(entry);
    const ack = () => {
      entry.isDone = true;
      for (let first = this.#open[0]; first?.isDone === true; first = this.#open[0]) {
        this.#handled = first.number;
        this.#open.shift();
      }
      if (this.#open.length === 0) this.#onDrained();
    };
    return { ...received, attempt: 1, ack, nack: () => {} };
  }

  /** As a real stream, for as long as closing may take. */
  async #drained(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#onDrained = resolve;
      this.#clock.schedule(resolve, this.#graceMs);
    });
  }

  async #load(): Promise<number | undefined> {
    for (;;) {
      try {
        const record = await this.#cursors.load(this.#seat.cursorKey);
        return record?.lastEventId === undefined ? undefined : Number(record.lastEventId);
      } catch {
        // A real stream would report it and start over; this model waits, so that a loss is the fleet's alone.
        await new Promise<void>((resolve) => void this.#clock.schedule(resolve, 200));
        if (this.#isClosed) return undefined;
      }
    }
  }

  #saveOften(): void {
    this.#cancelSave = this.#clock.schedule(() => {
      void this.#save();
      this.#saveOften();
    }, 1_000);
  }

  async #save(): Promise<void> {
    const handled = this.#handled;
    if (handled === undefined || handled === this.#saved) return;
    const record = { transport: "gateway" as const, lastEventId: String(handled), savedAtMs: this.#clock.now() };
    try {
      await this.#cursors.save(this.#seat.cursorKey, record);
      this.#saved = handled;
    } catch (error) {
      if (!isStoreError(error, "taken")) return;
      this.#error = Object.assign(new Error("taken"), { reason: "cursor-taken" });
      this.#wake();
    }
  }

  #received(number: number): ReceivedEvent {
    const { event } = this.#platform.emitted[number]!;
    const identity = identityOf(number);
    return { event, identity, eventId: String(number), connectionId: "1", receivedAtMs: this.#clock.monotonicMs() };
  }
}
