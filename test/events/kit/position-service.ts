import type { PositionInput } from "../../../runtime/events/position-inputs.js";
import { interaction, message, reaction } from "./fake-service.js";

/** What the service promises, small enough for histories to reach beyond it. */
export const WINDOW = 12;
export const MAILBOX_EVENTS = 10;

export interface ServiceStream {
  readonly pending: number[];
  /** What it greets with, until that is read. */
  greeting: PositionInput | undefined;
  readonly resumedFrom: string | undefined;
  read: boolean;
  /** Everything sent before this time was read. */
  heardMs: number;
  beside: boolean;
}

export interface ServiceMailbox {
  readonly id: string;
  /** Everything up to this number is not in it. */
  readonly first: number;
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

/** Some event: reactions look alike, the others carry ids of their own. */
export function someEvent(number: number, chance: () => number): object {
  const kind = chance();
  if (kind < 0.45) return message(number);
  return kind < 0.55 ? interaction(number) : reaction(Math.floor(chance() * 2));
}

const numbersFrom = (from: number, last: number): number[] =>
  Array.from({ length: last - from }, (_, n) => from + 1 + n);

interface Opening {
  readonly last: number;
  readonly connectionId: string;
  readonly beside: boolean;
  readonly nowMs: number;
}

/** A stream as the service opens it: resumed inside the window, from now on otherwise. */
export function openStream(
  resumedFrom: string | undefined,
  { last, connectionId, beside, nowMs }: Opening,
): ServiceStream {
  const from = Number(resumedFrom ?? -1);
  const isInside = from >= 0 && last - from <= WINDOW;
  const greeting: PositionInput = isInside
    ? { type: "resume_granted" }
    : { type: "greeted", connectionId, id: undefined, heardMs: 0 };
  return {
    pending: isInside ? numbersFrom(from, last) : [],
    greeting,
    resumedFrom,
    read: false,
    heardMs: nowMs,
    beside,
  };
}

/** What a read of a mailbox is answered with. */
export function pageOf(from: number, last: number, size: number): { readonly events: number[]; readonly next: string } {
  const events = numbersFrom(from, last).slice(0, size);
  return { events, next: String(from + events.length) };
}
