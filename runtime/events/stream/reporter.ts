import type { Clock } from "../../abi/index.js";
import type { EventsNotice, NoticeBody, TransportName } from "./notices.js";

/** Where a stream of events is in its life. */
export type Phase = "idle" | "waiting" | "connecting" | "open" | "retrying" | "closing" | "ended";

/** Counters since the stream was made. */
export interface EventsCounters {
  /** Events taken, duplicates not counted. */
  received: number;
  /** Events that came again and were left out. */
  duplicates: number;
  /** Events of a type, or with a content, that this version does not know. They were handed on as such. */
  unknown: number;
  /** Gaps reported. */
  gaps: number;
  /** Connections after the first. */
  reconnects: number;
  /** 429 answers. */
  rateLimited: number;
}

/** What only drivers know and the snapshot shows. */
export interface LiveState {
  phase: Phase;
  transport: TransportName | undefined;
  connectionId: string | undefined;
  version: string | undefined;
  /** Attempts since the last connection that held, as the snapshot shows them. */
  attempt: number;
  /** Since when nothing is read because the queue is full; monotonic. */
  pausedSinceMs: number | undefined;
  gapRisk: boolean;
  resumeLikelyLost: boolean;
}

/** Tells whoever listens what happens, and keeps what the snapshot is made of. */
export class Reporter {
  readonly counters: EventsCounters = {
    received: 0,
    duplicates: 0,
    unknown: 0,
    gaps: 0,
    reconnects: 0,
    rateLimited: 0,
  };
  readonly live: LiveState = {
    phase: "idle",
    transport: undefined,
    connectionId: undefined,
    version: undefined,
    attempt: 0,
    pausedSinceMs: undefined,
    gapRisk: false,
    resumeLikelyLost: false,
  };
  readonly #clock: Clock;
  readonly #listeners = new Set<(notice: EventsNotice) => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  listen(listener: (notice: EventsNotice) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  tell(body: NoticeBody): void {
    if (body.type === "gap") this.counters.gaps += 1;
    if (this.#listeners.size === 0) return;
    const notice: EventsNotice = { atMs: this.#clock.now(), ...body };
    for (const listener of this.#listeners) {
      try {
        listener(notice);
      } catch (error) {
        // A listener is there to watch; what it does wrong must not reach the stream.
        console.error("A listener of event notices failed:", error);
      }
    }
  }
}
