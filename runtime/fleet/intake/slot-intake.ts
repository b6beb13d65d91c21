import type { TransportName } from "../../diagnostics/events.js";
import {
  type AckableEvent,
  contentIdentity,
  type CloseOptions,
  type CloseResult,
  isEventsEnded,
  type ReceivedEvent,
} from "../../events/index.js";
import type { KeyValue } from "../../store/contract.js";
import { boundedId } from "../engine/adapter.js";
import type { LogEntry } from "../engine/contract.js";
import { encodeEnvelope, placeOf } from "../envelope.js";
import { LeaseHolder } from "../hold/lease.js";
import type { FleetParts } from "../resolve-options.js";
import { sleep } from "../../base/time.js";
import { Appender, type AppendRight } from "./appender.js";
import { IntakeFlow } from "./flow.js";
import { isVacant, SlotCursor } from "./slot-cursor.js";

/** What a stream is opened with, each time a slot is taken. */
export interface StreamSeat {
  /** 0 or 1. */
  readonly slot: number;
  /** The place of the slot: hand both on to `openEvents`. */
  readonly cursorStore: KeyValue;
  readonly cursorKey: string;
}

/** What a fleet uses of a stream of events: an `EventStream`, opened and not yet consumed. */
export interface FleetStream {
  entries(options: { readonly ack: "manual" }): AsyncIterable<AckableEvent>;
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
    else report("slot_released", `Slot ${slot} is released.`, { slot });
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
      await sleep(settings.clock, REOPEN_MS, signal);
    }
    if (this.#isLeaving) await this.#lastCursor?.vacate().catch(() => undefined);
  }

  async #readOnce(cursor: SlotCursor, signal: AbortSignal): Promise<void> {
    const { slot, open } = this.#options;
    this.#stream = open({ slot, cursorStore: cursor, cursorKey: `slot-${slot}` });
    const appender = this.#appender(signal);
    const { slots, isSplit, settings, report } = this.#options;
    const { clock, interactions } = settings;
    const entryOf = (received: ReceivedEvent) => this.#entry(received);
    const partitionOf = (received: ReceivedEvent) => this.#partition(received);
    const { lifeMs: interactionLifeMs } = interactions;
    const flow = new IntakeFlow({ slot, appender, clock, report, interactionLifeMs, partitionOf, entryOf });
    const hasOther = slots > 1 && !isSplit;
    let waitedOut = 0;
    try {
      for await (const received of this.#stream.entries({ ack: "manual" })) {
        if (signal.aborted) break;
        this.#options.onEvents(1);
        const gaps = hasOther ? (this.#stream.state?.counters?.gaps ?? 0) : 0;
        if (gaps > waitedOut) flow.hold(HEAD_START_MS);
        waitedOut = gaps;
        flow.take(received);
        await flow.room();
      }
    } finally {
      flow.close();
      appender.close();
    }
  }

  #appender(signal: AbortSignal): Appender {
    const { session, settings, report, engineFailed, slots } = this.#options;
    const { clock } = settings;
    const right: AppendRight = {
      untilMayAct: (until) => this.#until(() => this.#holder.mayAct, until),
      untilConfirmed: (until) => {
        const askedMs = clock.monotonicMs();
        this.#holder.poke();
        return this.#until(() => this.#holder.confirmedAfter(askedMs), until);
      },
    };
    return new Appender({ session, right, isOnlyWriter: slots === 1, clock, report, engineFailed, signal });
  }

  #partition({ event, identity }: ReceivedEvent): number | undefined {
    const { session, slot, isSplit } = this.#options;
    // Ids of events without content may be the connection's own: one of two holders speaks for them.
    if (slot > 0 && !isSplit && contentIdentity(event) === undefined) return undefined;
    const place = placeOf(event, identity, session.events.partitions);
    return place === "interactions" ? 0 : place;
  }

  #entry(received: ReceivedEvent): LogEntry | undefined {
    const { settings, report } = this.#options;
    const { event, identity, receivedAtMs, backfilled = false } = received;
    const partition = this.#partition(received);
    if (partition === undefined) return undefined;
    const id = /^[!-~]{1,200}$/.test(identity)
      ? identity
      : `x-${Buffer.from(boundedId(identity)).toString("base64url")}`;
    try {
      const source = this.#stream?.state?.transport ?? "gateway";
      const heldMs = settings.clock.monotonicMs() - receivedAtMs;
      return { id, body: encodeEnvelope({ event, identity, source, backfilled, heldMs }), partition };
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
