import type { StreamEvent } from "svc-apps/events";
import { type Numbered, numbered, numberOf } from "./position-ledger.js";
import { someEvent } from "./position-service.js";

/** What the service of one history has sent, and when. */
export class SentEvents {
  readonly all: Numbered[] = [];
  readonly #sentMs: number[] = [];

  get last(): number {
    return this.all.length;
  }

  /** Sends one more. Returns its number. */
  send(nowMs: number, chance: () => number): number {
    const number = this.last + 1;
    this.all.push(numbered(someEvent(number, chance), number));
    this.#sentMs.push(nowMs);
    return number;
  }

  /** When an event of this number was sent; `Infinity` without one. */
  sentMs(number: number | undefined): number {
    return number === undefined ? Infinity : (this.#sentMs[number - 1] ?? Infinity);
  }

  sentMsOf(event: StreamEvent): number {
    return this.sentMs(numberOf(event));
  }

  /** A gap is a promise: what is lost was sent since that time, and has a higher id. */
  inside(sinceMs: number, lastId: number): readonly number[] {
    return this.all.map(numberOf).filter((number) => number > lastId && this.sentMs(number) >= sinceMs);
  }
}
