import type { Dispatcher } from "../dispatch/dispatcher.js";
import type { LaneName } from "../dispatch/task.js";
import type { Entry } from "./entry.js";

/** Where events go: a dispatcher, or whoever iterates. */
export interface Sink<E> {
  /** Takes what there is room for, in order. Returns the rest, in order. */
  take(entries: readonly Entry<E>[]): readonly Entry<E>[];
  /** Calls back whenever there may be room again. Returns how to stop that. */
  onRoom(callback: () => void): () => void;
  /** Events waiting in it. */
  readonly queued: number;
  /** Nothing more will come: `error` says why, when it is no orderly end. */
  end(error?: Error): void;
}

/** Events into the lanes of a dispatcher. A full lane does not hold back what takes the other. */
export class DispatcherSink<E> implements Sink<E> {
  readonly #dispatcher: Dispatcher<E>;

  constructor(dispatcher: Dispatcher<E>) {
    this.#dispatcher = dispatcher;
  }

  get queued(): number {
    return this.#dispatcher.snapshot.queued;
  }

  take(entries: readonly Entry<E>[]): readonly Entry<E>[] {
    let refused: Entry<E>[] | undefined;
    const full = new Set<LaneName>();
    for (const entry of entries) {
      // Once a lane has refused one, the later ones of that lane wait behind it even if a place has become free since.
      if (full.size > 0 && full.has(this.#dispatcher.laneOf(entry.event))) refused?.push(entry);
      else if (!this.#dispatcher.offer(entry)) {
        full.add(this.#dispatcher.laneOf(entry.event));
        (refused ??= []).push(entry);
      }
    }
    return refused ?? nothing;
  }

  onRoom(callback: () => void): () => void {
    return this.#dispatcher.onRoom(callback);
  }

  end(): void {
    // Whoever made the dispatcher stops it; the stream may end long before its handlers do.
  }
}

const nothing: readonly never[] = [];
