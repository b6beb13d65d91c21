import type { Clock } from "../abi/index.js";

/** Milliseconds between two lines about the same thing. */
const EVERY_MS = 60_000;

/** Things told apart at a time. Whoever can make up names must not be able to fill the memory, nor the log. */
const MOST = 64;

/** Of what strangers can cause as often as they like, tells one in a minute for each kind, and how many there were. */
export class Seldom {
  readonly #clock: Clock;
  readonly #kinds = new Map<string, { readonly toldMs: number; untold: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `tell` with how often this happened since it was told last, this time included; or counts and says nothing. */
  tell(kind: string, tell: (count: number) => void): void {
    const toldMs = this.#clock.monotonicMs();
    const known = this.#kinds.get(kind);
    if (known ? toldMs - known.toldMs < EVERY_MS : !this.#makesRoom(toldMs)) {
      if (known) known.untold += 1;
      return;
    }
    this.#kinds.set(kind, { toldMs, untold: 0 });
    tell((known?.untold ?? 0) + 1);
  }

  /** What was told longer ago is forgotten, its count too, as soon as its place is needed. */
  #makesRoom(nowMs: number): boolean {
    if (this.#kinds.size < MOST) return true;
    for (const [kind, { toldMs }] of this.#kinds) if (nowMs - toldMs >= EVERY_MS) this.#kinds.delete(kind);
    return this.#kinds.size < MOST;
  }
}

/** A count as a field of a line: once is what a line says without it. */
export const times = (count: number): { readonly count?: number } => (count > 1 ? { count } : {});
