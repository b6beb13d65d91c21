import type { IntentFamily } from "svc-apps/types";
import type { PositionInput } from "../../../runtime/events/position-inputs.js";
import { QueuedEvent } from "../../../runtime/events/queue/queued-event.js";
import { eventOf, SentEvents } from "./sent-events.js";

/** What the service promises, small enough for histories to reach beyond it. */
export const WINDOW = 12;
export const MAILBOX_EVENTS = 10;
/** Time between two heartbeats of a quiet stream. */
export const HEARTBEAT_MS = 5;

type Intents = readonly IntentFamily[];

export interface ServiceStream {
  readonly pending: number[];
  readonly intents: Intents;
  /** What it greets with, until that is read. */
  greeting: PositionInput | undefined;
  readonly resumedFrom: string | undefined;
  readonly acceptedMs: number;
  read: boolean;
  /** Everything sent before this time was read. */
  heardMs: number;
  /** Whether a heartbeat came behind everything that was missed before it was opened. */
  caughtUp: boolean;
  beside: boolean;
}

export interface ServiceMailbox {
  readonly id: string;
  readonly intents: Intents;
  /** Everything up to this number is not in it. */
  readonly first: number;
  readonly openedMs: number;
  taken: number;
  sinceRead: number;
  gone: boolean;
}

/** What a read of a mailbox is answered with, until it comes. */
export interface ServiceAnswer {
  readonly since: string;
  readonly events: readonly number[];
  readonly next: string;
  readonly startedMs: number;
}

/** How one service answers what is not documented. */
export interface ServiceHabits {
  /** Whether a position of a mailbox that is read again gives its events again. */
  readonly repeats: boolean;
  /** Whether a stream is resumed with other intents. */
  readonly resumesOthers: boolean;
}

/** The service of one history, written from the platform's document alone. */
export class ModelService {
  readonly sent = new SentEvents();
  readonly habits: ServiceHabits;
  /** Open mailboxes, by id. */
  readonly boxes = new Map<string, ServiceMailbox>();
  stream: ServiceStream | undefined;
  #streamIntents: Intents = [];
  #ids = 0;

  constructor(habits: ServiceHabits) {
    this.habits = habits;
  }

  /** Sends one event to whoever asked for its family. Returns its number. */
  send(nowMs: number, chance: () => number): number {
    const number = this.sent.send(nowMs, chance);
    const family = this.sent.familyOf(number);
    if (this.stream?.intents.includes(family) === true) this.stream.pending.push(number);
    for (const box of this.boxes.values()) {
      if (!box.intents.includes(family)) continue;
      box.sinceRead += 1;
      if (box.sinceRead > MAILBOX_EVENTS) box.gone = true;
    }
    return number;
  }

  /** Opens a stream: resumed inside the window, from now on otherwise. */
  openStream(resumedFrom: string | undefined, intents: Intents, beside: boolean, nowMs: number): ServiceStream {
    const { last } = this.sent;
    const from = Number(resumedFrom ?? -1);
    const isSame = this.habits.resumesOthers || this.#streamIntents.join() === intents.join();
    const isInside = from >= 0 && last - from <= WINDOW && isSame;
    const connectionId = `c${(this.#ids += 1)}`;
    this.#streamIntents = intents;
    this.stream = {
      pending: isInside ? this.#numbers(from, intents) : [],
      intents,
      greeting: isInside
        ? { type: "resume_granted" }
        : { type: "greeted", connectionId, id: undefined, heardMs: nowMs },
      resumedFrom,
      acceptedMs: nowMs,
      read: false,
      heardMs: nowMs,
      caughtUp: false,
      beside,
    };
    return this.stream;
  }

  openBox(intents: Intents, openedMs: number): ServiceMailbox {
    const { last } = this.sent;
    const id = `mb${(this.#ids += 1)}`;
    const box = { id, intents, first: last, openedMs, taken: last, sinceRead: 0, gone: false };
    this.boxes.set(id, box);
    return box;
  }

  /** What a read of a mailbox is answered with. */
  answer(box: ServiceMailbox, since: string, size: number, startedMs: number): ServiceAnswer {
    const from = this.habits.repeats ? Number(since) : Math.max(box.taken, Number(since));
    const all = this.#numbers(from, box.intents);
    const events = all.slice(0, size);
    const next = String(events.length === all.length ? this.sent.last : events.at(-1));
    return { since, events, next, startedMs };
  }

  /** Events as they come: with ids over a stream, without any from a mailbox. */
  queued(numbers: readonly number[], withIds: boolean): QueuedEvent[] {
    return numbers.map((number) => {
      const id = withIds ? String(number) : undefined;
      return new QueuedEvent(eventOf(this.sent.all, number), id, id ?? "");
    });
  }

  #numbers(from: number, intents: Intents): number[] {
    const numbers: number[] = [];
    for (let number = from + 1; number <= this.sent.last; number += 1) {
      if (intents.includes(this.sent.familyOf(number))) numbers.push(number);
    }
    return numbers;
  }
}

/** A mailbox that the service has let go. */
export const goneBox = (id: string): ServiceMailbox => ({
  id,
  intents: [],
  first: 0,
  openedMs: 0,
  taken: 0,
  sinceRead: 0,
  gone: true,
});
