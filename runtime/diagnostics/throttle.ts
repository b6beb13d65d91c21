import type { Clock } from "../abi/index.js";

/** Milliseconds between two entries of one kind. */
const INTERVAL_MS = 60_000;

/** Most kinds remembered: senders who invent names must not be able to fill memory or log. */
const MAX_KINDS = 64;

/** Logs at most one entry per kind and minute, with a count. For incidents that anybody outside can cause at will. */
export class LogThrottle {
  readonly #clock: Clock;
  readonly #kinds = new Map<string, { readonly loggedMs: number; suppressed: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls `write` with the number of incidents since the last entry, or only counts this one. */
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

  /** Forgets kinds whose last entry is older than the interval, once their place is needed. */
  #hasRoom(nowMs: number): boolean {
    if (this.#kinds.size < MAX_KINDS) return true;
    for (const [kind, { loggedMs }] of this.#kinds) if (nowMs - loggedMs >= INTERVAL_MS) this.#kinds.delete(kind);
    return this.#kinds.size < MAX_KINDS;
  }
}

/** The count as a field of a log entry; left out when it is 1. */
export const countField = (count: number): { readonly count?: number } => (count > 1 ? { count } : {});
