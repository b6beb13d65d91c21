import type { StreamEvent } from "../event-kinds.js";
import type { PullSink } from "../intake/pull-sink.js";

/** How an iterator gets at what it hands out. */
export interface IterateOptions<T> {
  readonly sink: PullSink<StreamEvent>;
  /** What there is at this moment; undefined when there is nothing. */
  readonly poll: (sink: PullSink<StreamEvent>) => T | undefined;
  /** Called when the consumer leaves early. */
  readonly leave: () => Promise<unknown>;
}

/** Hands out what a sink holds, waiting only when it holds nothing: a wait per event would cost more than the event. */
export function iterate<T>({ sink, poll, leave }: IterateOptions<T>): AsyncIterator<T, undefined> {
  const done = { done: true, value: undefined } as const;
  const later = async (): Promise<IteratorResult<T, undefined>> => {
    for (;;) {
      if (!(await sink.ready())) return done;
      const value = poll(sink);
      if (value !== undefined) return { done: false, value };
    }
  };
  return {
    next: () => {
      const value = poll(sink);
      return value === undefined ? later() : Promise.resolve({ done: false, value });
    },
    return: async () => {
      await leave();
      return done;
    },
  };
}
