import type { StreamEvent } from "svc-apps/events";
import type { IntentFamily } from "svc-apps/types";
import { eventFamilies } from "../../../generated/tables.js";
import { interaction, message, reaction } from "./fake-service.js";

/** Number of an event in the order in which the service made it; not part of what it looks like. */
const NUMBER = Symbol("number");
export type Numbered = StreamEvent & { readonly [NUMBER]: number };

export const numberOf = (event: StreamEvent): number => (event as Numbered)[NUMBER]; // only numbered ones are made

/** The event with a number beside what the service sends: equal-looking events stay equal. */
export const numbered = (event: object, number: number): Numbered =>
  Object.assign(event, { [NUMBER]: number }) as unknown as Numbered; // as decoding it would make it

/** Some event: reactions look alike, the others carry ids of their own. */
function someEvent(number: number, chance: () => number): { readonly type: keyof typeof eventFamilies } {
  const kind = chance();
  if (kind < 0.4) return message(number) as { type: "message_create" };
  return kind < 0.65
    ? (interaction(number) as { type: "interaction_create" })
    : (reaction(Math.floor(chance() * 2)) as { type: "reaction_update" });
}

/** The event of a number. */
export function eventOf(events: readonly Numbered[], number: number): Numbered {
  const event = events[number - 1];
  if (event === undefined) throw new Error(`no event ${number}`);
  return event;
}

/** What the service of one history has sent, and when. */
export class SentEvents {
  readonly all: Numbered[] = [];
  readonly #sentMs: number[] = [];
  readonly #families: IntentFamily[] = [];

  get last(): number {
    return this.all.length;
  }

  /** Sends one more. Returns its number. */
  send(nowMs: number, chance: () => number): number {
    const number = this.last + 1;
    const event = someEvent(number, chance);
    this.all.push(numbered(event, number));
    this.#sentMs.push(nowMs);
    this.#families.push(eventFamilies[event.type]);
    return number;
  }

  familyOf(number: number): IntentFamily {
    return this.#families[number - 1] ?? "messages";
  }

  /** When an event of this number was sent; `Infinity` without one. */
  sentMs(number: number | undefined): number {
    return number === undefined ? Infinity : (this.#sentMs[number - 1] ?? Infinity);
  }

  numberOf(event: StreamEvent): number {
    return numberOf(event);
  }

  sentMsOf(event: StreamEvent): number {
    return this.sentMs(numberOf(event));
  }

  /** A gap is a promise: what is lost was sent since that time, has a higher id, and is of these families. */
  inside(sinceMs: number, lastId: number, families: readonly string[] | undefined): number[] {
    const numbers: number[] = [];
    for (let number = this.last; number > lastId && this.sentMs(number) >= sinceMs; number -= 1) {
      if (families?.includes(this.familyOf(number)) ?? true) numbers.push(number);
    }
    return numbers;
  }
}
