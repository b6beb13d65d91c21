import type { TransportName } from "../../diagnostics/events.js";
import {
  contentIdentity,
  type CursorStore,
  type CloseOptions,
  type CloseResult,
  isEventsEnded,
  laneOf,
  type ReceivedEvent,
} from "../../events/index.js";
import { boundedId } from "../engine/adapter.js";
import type { LogEntry } from "../engine/contract.js";
import { encodeEnvelope, placeOf } from "../envelope.js";
import { LeaseHolder } from "../hold/lease.js";
import type { FleetParts } from "../options.js";
import { waitFor } from "../../events/time.js";
import { Appender, type AppendRight } from "./appender.js";
import { isVacant, SlotCursor } from "./slot-cursor.js";

/** What a stream is opened with, each time a slot is taken. */
export interface StreamSeat {
  /** 0 or 1. */
  readonly slot: number;
  /** The place of the slot: hand both on to `openEvents`. */
  readonly cursorStore: CursorStore;
  readonly cursorKey: string;
}

/** What a fleet uses of a stream of events: an `EventStream`, opened and not yet consumed. */
export interface FleetStream {
  batches(): AsyncIterable<readonly ReceivedEvent[]>;
  /**
   * The transport in use: without it events count as the gateway's. And how many gaps there have been: without it, what
   * the other of two readers has yet to bring may come out of order after one.
   */
  readonly state?: {
    readonly transport: TransportName | undefined;
    readonly counters?: { readonly gaps: number };
  };
  close(options?: CloseOptions): Promise<CloseResult>;
}

/** Opens the live stream for the holder of a slot. */
export type OpenStream = (seat: StreamSeat) => FleetStream;

export interface SlotIntakeOptions extends FleetParts {
  readonly slot: number;
  readonly open: OpenStream;
  /** Whether each connection gets a part of the events only: then both holders append all of theirs. */
  readonly isSplit: boolean;
  /** Asked before a free slot is taken: a member holds one slot at most. */
  readonly mayTake: () => boolean;
  readonly onEvents: (count: number) => void;
  /** The engine confirmed that this member holds the slot. */
  readonly onRenewed: () => void;
  /** The stream ended for good: going on cannot help, here or elsewhere. */
  readonly onFinal: (error: unknown) => void;
}

/** Milliseconds until a stream that ended with an error is opened again. */
const REOPEN_MS = 1_000;

/**
 * Milliseconds that a reader with a gap waits before it appends what came after: what it missed, the other one may not
 * have appended yet. Short enough for an interaction that only this reader brings.
 */
const HEAD_START_MS = 1_000;

/** Milliseconds that leaving may take for what has been read to be in the log. */
const LEAVE_MS = 2_000;

/** One slot of the live stream at one member: stands by, holds it, reads the stream into the log. */
export class SlotIntake {
  readonly #options: SlotIntakeOptions;
  readonly #holder: LeaseHolder;
  readonly #leaveStatus: () => void;
  #hasLostTouch = false;
  #isSuspended = false;
  #reading: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;
  #waiting = new Set<() => void>();
  #stream: FleetStream | undefined;
  #sinceMs: number | undefined;
  #lastCursor: SlotCursor | undefined;
  /** Left of our own accord: the next holder need not wait. */
  #isLeaving = false;

  constructor(options: SlotIntakeOptions) {
    this.#options = options;
    const { session, slot, report } = options;
    const { member, leaseMs, clock } = options.settings;
    this.#holder = new LeaseHolder({
      session,
      name: `slot.${slot}`,
      member,
      leaseMs,
      clock,
      mayTake: () => options.mayTake(),
      isVacant: async () => !this.#hasLostTouch && (await isVacant(session.state, slot)),
      onWritten: () => {
        this.#wake();
        options.onRenewed();
      },
      listener: {
        begin: (fence) => this.#begin(fence),
        end: (why) => this.#end(why),
        suspend: () => {
          this.#isSuspended = true;
          report("suspended", `The holder of slot ${slot} is out of touch with the engine: nothing is appended.`, {
            slot,
          });
        },
        goOn: () => {
          this.#isSuspended = false;
          report("resumed", `Slot ${slot} is this member's again: what was read meanwhile is appended.`, { slot });
        },
      },
    });
    this.#leaveStatus = session.onStatus((status) => {
      if (status !== "connected") this.#hasLostTouch = true;
      else this.#holder.poke();
    });
  }

  get isHeld(): boolean {
    return this.#holder.state.type === "holding";
  }

  /** Holds the slot, or is about to. */
  get isTaking(): boolean {
    return this.isHeld || this.#holder.isTaking;
  }

  get isSuspended(): boolean {
    return this.isHeld && this.#isSuspended;
  }

  /** When this member took the slot, on its wall clock. */
  get sinceMs(): number | undefined {
    return this.isHeld ? this.#sinceMs : undefined;
  }

  get stream(): FleetStream | undefined {
    return this.#stream;
  }

  start(): void {
    this.#holder.start();
  }

  /** Reads no more, saves the place and gives the slot back. */
  async stop(): Promise<void> {
    await this.#holder.stop();
    this.#leaveStatus();
  }

  #begin(fence: number): void {
    const { slot, report, settings } = this.#options;
    this.#sinceMs = settings.clock.now();
    this.#isSuspended = false;
    report("slot_taken", `This member holds slot ${slot} of the live stream.`, { slot, fence });
    const abort = new AbortController();
    this.#reading = { abort, done: this.#read(abort.signal) };
  }

  async #end(why: "taken" | "stopped"): Promise<void> {
    const { slot, report } = this.#options;
    const reading = this.#reading;
    this.#reading = undefined;
    this.#isLeaving = why === "stopped";
    if (why === "stopped") await this.#stream?.close({ graceMs: LEAVE_MS });
    reading?.abort.abort();
    this.#wake();
    await this.#stream?.close({ graceMs: 0 });
    await reading?.done;
    if (why === "taken")
      report("slot_lost", `Another member holds slot ${slot} now; its stream is closed here.`, { slot });
    else report("slot_released", `Slot ${slot} is given back.`, { slot });
  }

  /** Reads until told to end; a stream that fails is opened again from the slot's place. */
  async #read(signal: AbortSignal): Promise<void> {
    const { session, slot, report, settings } = this.#options;
    const { member } = settings;
    while (!signal.aborted) {
      const cursor = new SlotCursor({ state: session.state, slot, member });
      this.#lastCursor = cursor;
      try {
        await this.#readOnce(cursor, signal);
        if (!signal.aborted && this.#reading === undefined) break;
      } catch (error) {
        const isTaken = isEventsEnded(error) && error.reason === "cursor-taken";
        const isFinal = isEventsEnded(error) && !isTaken;
        if (signal.aborted || this.#reading === undefined) break;
        if (!isTaken)
          report("stream_ended", `The stream of slot ${slot} ended with an error.`, { slot, isFinal, error });
        if (isFinal) return this.#options.onFinal(error);
      }
      await waitFor(settings.clock, REOPEN_MS, signal);
    }
    if (this.#isLeaving) await this.#lastCursor?.vacate().catch(() => undefined);
  }

  async #readOnce(cursor: SlotCursor, signal: AbortSignal): Promise<void> {
    const { slot, open } = this.#options;
    this.#stream = open({ slot, cursorStore: cursor, cursorKey: `slot-${slot}` });
    const appender = this.#appender();
    const { slots, isSplit, settings } = this.#options;
    const hasOther = slots > 1 && !isSplit;
    let waitedOut = 0;
    try {
      for await (const batch of this.#stream.batches()) {
        this.#options.onEvents(batch.length);
        const gaps = this.#stream.state?.counters?.gaps ?? 0;
        if (hasOther && gaps > waitedOut) await waitFor(settings.clock, HEAD_START_MS, signal);
        waitedOut = gaps;
        if (!(await this.#append(batch, appender, signal))) break;
      }
    } finally {
      appender.close();
    }
  }

  #appender(): Appender {
    const { session, settings, report, engineFailed, slots } = this.#options;
    const { clock } = settings;
    const right: AppendRight = {
      untilMayAct: (signal) => this.#until(() => this.#holder.mayAct, signal),
      untilConfirmed: (signal) => {
        const askedMs = clock.monotonicMs();
        this.#holder.poke();
        return this.#until(() => this.#holder.confirmedAfter(askedMs), signal);
      },
    };
    return new Appender({ session, right, isOnlyWriter: slots === 1, clock, report, engineFailed });
  }

  async #append(batch: readonly ReceivedEvent[], appender: Appender, signal: AbortSignal): Promise<boolean> {
    const entries: LogEntry[] = [];
    for (const received of batch) {
      if (laneOf(received.event) === "interactions") {
        const { clock, interactions } = this.#options.settings;
        const leftMs = interactions.lifeMs - (clock.monotonicMs() - received.receivedAtMs);
        void appender.appendInteraction(() => this.#entry(received), leftMs, signal);
      } else {
        const entry = this.#entry(received);
        if (entry !== undefined) entries.push(entry);
      }
    }
    return appender.append(entries, signal);
  }

  #entry({ event, identity, receivedAtMs, backfilled = false }: ReceivedEvent): LogEntry | undefined {
    const { session, slot, isSplit, settings, report } = this.#options;
    // Ids of events without content may be the connection's own: one of two holders speaks for them.
    if (slot > 0 && !isSplit && contentIdentity(event) === undefined) return undefined;
    const id = /^[!-~]{1,200}$/.test(identity)
      ? identity
      : `x-${Buffer.from(boundedId(identity)).toString("base64url")}`;
    try {
      const source = this.#stream?.state?.transport ?? "gateway";
      const heldMs = settings.clock.monotonicMs() - receivedAtMs;
      const body = encodeEnvelope({ event, identity, source, backfilled, heldMs });
      const place = placeOf(event, identity, session.events.partitions);
      return { id, body, partition: place === "interactions" ? 0 : place };
    } catch (error) {
      report("event_refused", `The event ${identity} cannot be written out.`, { identity, error });
      return undefined;
    }
  }

  #until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    if (holds() || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const look = () => {
        if (!holds() && !signal.aborted) return;
        this.#waiting.delete(look);
        resolve();
      };
      this.#waiting.add(look);
    });
  }

  #wake(): void {
    for (const look of this.#waiting) look();
  }
}
