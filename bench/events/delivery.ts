import { createDispatcher, laneOf, openEvents, type StreamEvent } from "../../runtime/events/index.js";
import type { EventsClient } from "../../runtime/events/index.js";
import { byDispatcher, seen } from "./consume.js";
import { clientOver, COUNT, cutAtRandom, eventJson, frame, greeting } from "./material.js";
import { race, table } from "./measure.js";
import { memoryStore } from "../../runtime/store/index.js";

const options = { intents: ["messages"], transport: "gateway" } as const;

/** What an ack by hand, a redelivery and saves that are compared add to an event, over the same events in memory. */
export async function delivery(rounds: number): Promise<string> {
  const chunks = cutAtRandom(greeting + Array.from({ length: COUNT }, (_, n) => frame(n, eventJson(n))).join(""));
  const taken = await race(
    [
      { name: "to a handler", run: () => byDispatcher(clientOver(chunks), COUNT) },
      { name: "to a handler, compared and saved every 50 events", run: () => bySaves(clientOver(chunks)) },
      { name: "each acked by hand", run: () => byHand(clientOver(chunks), 1) },
      { name: "each handed out again once, then acked", run: () => byHand(clientOver(chunks), 2) },
    ],
    rounds,
  );
  const rows = taken.map(({ name, cpuMs }) => [name, ((cpuMs * 1000) / COUNT).toFixed(2)]);
  return table(["in memory", "µs of CPU per event"], rows);
}

function bySaves(client: EventsClient): Promise<void> {
  return new Promise((resolve) => {
    const stream = openEvents(client, { ...options, cursorStore: memoryStore(), cursorKey: "bench" });
    let left = COUNT;
    const dispatcher = createDispatcher<StreamEvent>({
      laneOf,
      handle: () => {
        seen.size += 1;
        left -= 1;
        if (left > 0) return;
        void stream.close({ graceMs: 0 });
        resolve();
      },
    });
    stream.run(dispatcher).catch(() => undefined);
  });
}

async function byHand(client: EventsClient, times: number): Promise<void> {
  let left = COUNT;
  for await (const { attempt, ack, nack } of openEvents(client, options).entries({ ack: "manual" })) {
    if (attempt < times) {
      nack();
      continue;
    }
    ack();
    left -= 1;
    if (left === 0) return;
  }
}
