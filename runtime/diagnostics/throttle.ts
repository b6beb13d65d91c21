import type { Clock } from "../abi/index.js";

/** Milliseconds between two entries of one kind. */
const INTERVAL_MS = 60_000;

/** Kinds remembered at a time. Whoever can make up names must not be able to fill the memory, nor the log. */
const MAX_KINDS = 64;

/** Logs at most one entry per kind per minute, with how often it happened since. For what strangers can cause at will. */
export class LogThrottle {
  readonly #clock: Clock;
  readonly #kinds = new Map<string, { readonly loggedMs: number; suppressed: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `write` with how often this happened since the last entry, this time included; or counts and is silent. */
  log(kind: string, write: (count: number) => void): void {
    const nowMs = this.#clock.monotonicMs();
    const known = this.#kinds.get(kind);
    if (known ? nowMs - known.loggedMs < INTERVAL_MS : !this.#hasRoom(nowMs)) {
      if (known) known.suppressed += 1;
      return;
    }
    this.#kinds.set(kind, { loggedMs: nowMs, suppressed: 0 });
    write((known?.suppressed ?? 0) + 1);
  }

  /** Kinds that were logged longer ago are forgotten, their counts too, as soon as their place is needed. */
  #hasRoom(nowMs: number): boolean {
    if (this.#kinds.size < MAX_KINDS) return true;
    for (const [kind, { loggedMs }] of this.#kinds) if (nowMs - loggedMs >= INTERVAL_MS) this.#kinds.delete(kind);
    return this.#kinds.size < MAX_KINDS;
  }
}

/** A count as a field of an entry: once is what an entry says without it. */
export const countField = (count: number): { readonly count?: number } => (count > 1 ? { count } : {});
