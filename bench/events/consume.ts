import { createDispatcher, laneOf, openEvents, type StreamEvent } from "../../runtime/events/index.js";
import type { EventsClient } from "../../runtime/events/index.js";

const options = { intents: ["messages"], transport: "gateway" } as const;

/** Length of what an event says: something that has to be read from it. */
const sizeOf = (event: StreamEvent): number => (event.type === "message_create" ? event.message.content.length : 0);

/** Keeps what was computed from being optimised away. */
export const seen = { size: 0 };

/** Validated, deduplicated, dispatched: until a handler has had so many. */
export function byDispatcher(client: EventsClient, count: number): Promise<void> {
  return new Promise((resolve) => {
    const stream = openEvents(client, options);
    let left = count;
    const dispatcher = createDispatcher<StreamEvent>({
      laneOf,
      handle: (event) => {
        seen.size += sizeOf(event);
        left -= 1;
        if (left > 0) return;
        void stream.close({ graceMs: 0 });
        resolve();
      },
    });
    stream.run(dispatcher).catch(() => undefined);
  });
}

/** Validated and deduplicated, one by one. */
export async function byLoop(client: EventsClient, count: number): Promise<void> {
  let left = count;
  for await (const event of openEvents(client, options)) {
    seen.size += sizeOf(event);
    left -= 1;
    if (left === 0) return;
  }
}

/** Validated and deduplicated, as many at a time as there are. */
export async function byBatches(client: EventsClient, count: number): Promise<void> {
  let left = count;
  for await (const batch of openEvents(client, options).batches()) {
    for (const { event } of batch) seen.size += sizeOf(event);
    left -= batch.length;
    if (left <= 0) return;
  }
}
