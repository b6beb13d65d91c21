import type { CursorRecord } from "../../../runtime/events/cursor/record.js";
import type { StreamEvent, TransportName } from "svc-apps/events";
import { isDeepStrictEqual } from "node:util";
import { AckTracker } from "../../../runtime/events/queue/event-queue.js";
import { stepPosition } from "../../../runtime/events/position.js";
import type { Delivery, PositionAction, PositionInput } from "../../../runtime/events/position-inputs.js";
import {
  isDraining,
  type PositionState,
  recordOf,
  resumeIdOf,
  startPosition,
  unheardMs,
} from "../../../runtime/events/position-state.js";
import type { QueuedEvent } from "../../../runtime/events/queue/queued-event.js";
import { numberOf } from "./sent-events.js";

/** What became of every event of one history, and the rules that were broken. */
export class PositionLedger {
  readonly broken: string[] = [];
  gaps = 0;
  readonly #handled = new Set<number>();
  readonly #covered = new Set<number>();
  /** Handed out by this process and not handled. */
  #open = new Map<QueuedEvent, number>();
  /** How often this process was given each event. */
  #given = new Map<number, number>();
  #extra = 0;
  #toldRepeats = 0;
  /** The last new event of each family: what a mailbox brought of one may be older than what its successor brings. */
  #lastNew = new Map<string, number>();

  /** A process starts. */
  begin(): void {
    this.#open = new Map();
    this.#given = new Map();
    this.#extra = 0;
    this.#toldRepeats = 0;
    this.#lastNew = new Map();
  }

  get open(): readonly QueuedEvent[] {
    return [...this.#open.keys()];
  }

  get isIdle(): boolean {
    return this.#open.size === 0;
  }

  /** The App was told that it may be missing. */
  cover(number: number): void {
    if (!this.#handled.has(number) && !this.#given.has(number)) this.#covered.add(number);
  }

  /** Nobody asked for it, or nobody can know that it is missing. */
  excuse(number: number): void {
    if (!this.#handled.has(number)) this.#covered.add(number);
  }

  give(queued: QueuedEvent, family: string): void {
    const number = numberOf(queued.event);
    const times = this.#given.get(number) ?? 0;
    this.#given.set(number, times + 1);
    this.#open.set(queued, number);
    if (times > 0) {
      this.#extra += 1;
      if (queued.event.type !== "reaction_update") this.broken.push(`event ${number} was handed out twice`);
      return;
    }
    const lastNew = this.#lastNew.get(family) ?? 0;
    if (number < lastNew) this.broken.push(`event ${number} came after event ${lastNew}`);
    this.#lastNew.set(family, number);
  }

  finish(event: QueuedEvent): void {
    const number = this.#open.get(event);
    if (number === undefined) return;
    this.#open.delete(event);
    this.#handled.add(number);
    event.settled();
  }

  finishSome(times: number, below: (limit: number) => number): void {
    const events = this.open;
    for (let left = times; left > 0; left -= 1) {
      const event = events[below(events.length)];
      if (event !== undefined) this.finish(event);
    }
  }

  toldRepeats(count: number): void {
    this.#toldRepeats += count;
  }

  /** Once all effects of one input are known. */
  check(): void {
    if (this.#extra > this.#toldRepeats) this.broken.push(`${this.#extra} repeats, ${this.#toldRepeats} told`);
  }

  /** Once everything has come to rest. */
  checkAll(count: number): void {
    for (let number = 1; number <= count; number += 1) {
      if (this.#handled.has(number) || this.#covered.has(number)) continue;
      this.broken.push(`event ${number} was lost untold`);
    }
  }
}

interface ProcessFacts {
  readonly fresh: TransportName;
  readonly writer: string;
  readonly intents: readonly string[];
  readonly checksPurity: boolean;
}

/** A process that finds this record: its position, and how far what it was given is handled. */
export class PositionProcess {
  readonly acks: AckTracker<QueuedEvent>;
  /** Each step, made twice from the same state, has come to the same; true where that is not looked at. */
  isPure = true;
  readonly #checksPurity: boolean;
  #state: PositionState;

  constructor(
    restored: CursorRecord | undefined,
    resumeId: string,
    { fresh, writer, intents, checksPurity }: ProcessFacts,
  ) {
    this.acks = new AckTracker(resumeId);
    this.#checksPurity = checksPurity;
    this.#state = startPosition({
      transport: restored?.transport ?? fresh,
      restored,
      resumeId,
      offlineSinceMs: restored?.savedAtMs,
      ...(restored?.othersSinceMs !== undefined && { addedSinceMs: restored.othersSinceMs }),
      dedupeSize: 100,
      writer,
      intents,
    });
  }

  /** Whether the mailbox may repeat what the one before it brought. */
  get isSuccessor(): boolean {
    return this.#state.aloneInSuccessor !== undefined;
  }

  get isDraining(): boolean {
    return isDraining(this.#state);
  }

  /** Whether nothing of the mailbox is left to handle. */
  get isEmptied(): boolean {
    return this.#state.pages.known.length === 0;
  }

  get resumeId(): string | undefined {
    return resumeIdOf(this.#state, this.acks.handledId);
  }

  /** As `Progress` makes it, where events are read as soon as they are sent. */
  record(nowMs: number, sentMsOf: (event: StreamEvent) => number): CursorRecord {
    const { oldest } = this.acks;
    const lagMs = oldest === undefined ? 0 : nowMs - sentMsOf(oldest.event);
    const savedMs = nowMs - Math.max(unheardMs(this.#state, nowMs), lagMs);
    return recordOf(this.#state, this.acks.handledId, { savedMs, dateOf: (ms) => ms });
  }

  /** One step, with what concerns handled events carried out. Returns everything that follows. */
  step(input: PositionInput, nowMs: number): readonly PositionAction[] {
    const before = this.#state;
    const { state, actions } = stepPosition(before, input, nowMs);
    if (this.#checksPurity) {
      this.isPure &&= isDeepStrictEqual(stepPosition(before, input, nowMs), { state, actions });
    }
    this.#state = state;
    for (const action of actions) {
      if (action.type === "passed") this.acks.pass(action.id);
      else if (action.type === "started_over") this.acks.startOver();
      else if (action.type === "deliver") this.#admit(action);
    }
    return actions;
  }

  #admit({ events, lineage, places, receivedMs }: Delivery): void {
    const arrival = { lineage, receivedMs, settle: (event: QueuedEvent) => this.acks.settle(event) };
    for (const [index, event] of events.entries()) {
      event.admit(arrival, places?.[index]);
      this.acks.add(event);
    }
  }
}
