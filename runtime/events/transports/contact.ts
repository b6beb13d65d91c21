import type { Clock } from "../../abi/index.js";

/** A read that takes so long had to wait: what it brings has just arrived. One that does not may find older bytes. */
const WAITED_MS = 1;

/**
 * Up to when everything that was sent over a connection has come. Not the moment at which its end is noticed: a dead
 * path is noticed late. Nor simply the last byte: an event of which only a part has come was sent before that byte, and
 * what waited in the socket while nothing was read may be older than its reading.
 */
export class Contact {
  readonly #clock: Clock;
  #wholeMs: number;
  /** When the last chunk arrived, or the one before a pause. */
  #arrivedMs: number;
  #askedMs = 0;
  #isBehind = false;

  /** @param clock of the client; the connection has just been accepted */
  constructor(clock: Clock) {
    this.#clock = clock;
    this.#wholeMs = this.#arrivedMs = clock.monotonicMs();
  }

  /** Everything sent up to this time has come. */
  get wholeMs(): number {
    return this.#wholeMs;
  }

  /** The next chunk is asked for. */
  asks(): void {
    if (this.#isBehind) this.#askedMs = this.#clock.monotonicMs();
  }

  /** Nothing is read for a while. */
  pauses(): void {
    this.#isBehind = true;
  }

  /**
   * A chunk came and was taken in.
   * @param rest what it ends in: nothing open, a frame that began in it, or one that began earlier
   */
  took(rest: "whole" | "begun" | "open"): void {
    const nowMs = this.#clock.monotonicMs();
    const beforeMs = this.#arrivedMs;
    if (this.#isBehind && nowMs - this.#askedMs >= WAITED_MS) this.#isBehind = false;
    if (!this.#isBehind) this.#arrivedMs = nowMs;
    if (rest === "whole") this.#wholeMs = this.#arrivedMs;
    else if (rest === "begun") this.#wholeMs = beforeMs;
  }
}
