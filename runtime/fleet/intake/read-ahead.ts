import { limits } from "../../../generated/tables.js";

/**
 * Most events between the last one that is in the log, with all before it, and one that is being appended. The service
 * keeps 500, and up to a hundred may be in the log while their position is not saved yet.
 */
export const READ_AHEAD_EVENTS = limits.resumeEvents - 100;

/** The same in milliseconds: the service keeps events for 120 s, and a position is saved within some seconds. */
export const READ_AHEAD_MS = limits.resumeWindowMs - 10_000;

/** Part of either limit at which the reader counts as behind, and at which it has caught up. */
const BEHIND = 0.7;
const CAUGHT_UP = 0.35;

/** One event that was read. */
export interface ReadEvent {
  readonly number: number;
  readonly atMs: number;
  isDone: boolean;
}

/**
 * How far a reader of the stream is ahead of the log. Events get into the log in any order over all partitions, and the
 * position in the stream is that of the first one that is not in: a full partition holds it back. Past it, no more is
 * appended than the service would bring again to a successor. Pure: time is passed in.
 */
export class ReadAhead {
  /** From the first event that is not in the log on. */
  #open: ReadEvent[] = [];
  #read = 0;
  #isBehind = false;

  /** One more event was read. */
  take(atMs: number): ReadEvent {
    const event = { number: (this.#read += 1), atMs, isDone: false };
    this.#open.push(event);
    return event;
  }

  /** It is in the log, or will never be. */
  done(event: ReadEvent): void {
    event.isDone = true;
    if (event !== this.#open[0]) return;
    const firstOpen = this.#open.findIndex(({ isDone }) => !isDone);
    this.#open.splice(0, firstOpen < 0 ? this.#open.length : firstOpen);
  }

  /** Events from the first one on that is not in the log. */
  get events(): number {
    return this.#open.length;
  }

  /** Milliseconds since the first event that is not in the log was read. */
  ageMs(nowMs: number): number {
    const [oldest] = this.#open;
    return oldest === undefined ? 0 : nowMs - oldest.atMs;
  }

  /** Whether an event may be appended, or has to wait for those before it. */
  mayAppend({ number }: ReadEvent, nowMs: number): boolean {
    const [oldest] = this.#open;
    if (oldest === undefined || oldest.number === number) return true;
    return number - oldest.number < READ_AHEAD_EVENTS && nowMs - oldest.atMs < READ_AHEAD_MS;
  }

  /** Whether the reader has just fallen behind, or caught up; undefined when neither has changed. */
  turn(nowMs: number): "behind" | "caught-up" | undefined {
    const part = Math.max(this.events / READ_AHEAD_EVENTS, this.ageMs(nowMs) / READ_AHEAD_MS);
    const isBehind = this.#isBehind ? part > CAUGHT_UP : part >= BEHIND;
    if (isBehind === this.#isBehind) return undefined;
    this.#isBehind = isBehind;
    return isBehind ? "behind" : "caught-up";
  }
}
