import { openEvents } from "../../runtime/events/index.js";
import { createClient } from "../../runtime/http/index.js";
import { byDispatcher, byLoop, seen } from "./consume.js";
import { benchToken, COUNT } from "./material.js";
import { race, table, verdict } from "./measure.js";
import { eventsourceClient, heyApi } from "./peers.mjs";

const clientAt = (baseUrl: string) => createClient({ baseUrl, token: benchToken });

/** The same events over a socket, against what a user would pick instead; none of the others validates or deduplicates. */
export async function overHttp(baseUrl: string, rounds: number): Promise<string> {
  const url = `${baseUrl}/api/apps/eventos?intents=messages`;
  const taken = await race(
    [
      { name: "ours, to a handler", run: () => byDispatcher(clientAt(baseUrl), COUNT) },
      { name: "ours, by `for await`", run: () => byLoop(clientAt(baseUrl), COUNT) },
      { name: "eventsource-client, callback and `JSON.parse`", run: () => byEventsourceClient(url) },
      { name: "hey-api, `for await`", run: () => byHeyApi(url) },
    ],
    rounds,
  );
  const [ours = 1, , client = 0, hey = 0] = taken.map(({ wallMs }) => wallMs);
  const rows = taken.map(({ name, wallMs, cpuMs }) => [
    name,
    Math.round(COUNT / wallMs),
    ((cpuMs * 1e6) / COUNT / 1000).toFixed(2),
  ]);
  return [
    table(["over loopback HTTP", "k events/s", "µs of CPU per event"], rows),
    `Ahead of eventsource-client: ${verdict(ours < client)}. Ahead of hey-api: ${verdict(ours < hey)}.`,
  ].join("\n\n");
}

function byEventsourceClient(url: string): Promise<void> {
  return new Promise((resolve) => {
    let left = COUNT + 1;
    const close = eventsourceClient(url, (data) => {
      const { message } = JSON.parse(data) as { message?: { content: string } };
      seen.size += message?.content.length ?? 0;
      left -= 1;
      if (left > 0) return;
      close();
      resolve();
    });
  });
}

async function byHeyApi(url: string): Promise<void> {
  let left = COUNT + 1;
  const stop = new AbortController();
  for await (const event of heyApi(url, stop.signal)) {
    seen.size += event.message?.content.length ?? 0;
    left -= 1;
    if (left === 0) break;
  }
  stop.abort();
}

/** From the write at the service to the handler, at 5,000 events a second. */
export async function latency(baseUrl: string, seconds: number): Promise<string> {
  const delays: number[] = [];
  const startMs = performance.now();
  for await (const event of openEvents(clientAt(baseUrl), { intents: ["paced"], transport: "gateway" })) {
    if (event.type !== "message_create") continue;
    const writtenMs = Number(event.message.content.slice(3).split(" ")[0]?.slice(0, 17));
    delays.push(performance.timeOrigin + performance.now() - writtenMs);
    if (performance.now() - startMs > seconds * 1000) break;
  }
  // The first second is for warming up.
  const sorted = delays.slice(5000).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? NaN;
  return `From write to handler at 5,000 events/s: median ${at(0.5).toFixed(2)} ms, p99 ${at(0.99).toFixed(2)} ms. Under 5 ms: ${verdict(at(0.99) < 5)}.`;
}

/** From the moment a broken connection is noticed to the first missed event in a handler. */
export async function reconnection(baseUrl: string, times: number): Promise<string> {
  const delays: number[] = [];
  for (let round = 0; round < times; round += 1) {
    let lostMs = 0;
    const stream = openEvents(clientAt(baseUrl), {
      intents: ["resumable"],
      transport: "gateway",
      onDiagnostic: ({ type }) => {
        if (type === "events.disconnected") lostMs = performance.now();
      },
    });
    let events = 0;
    for await (const event of stream) {
      if (event.type !== "message_create") continue;
      events += 1;
      if (events === 2) break;
    }
    delays.push(performance.now() - lostMs);
  }
  const worst = Math.max(...delays);
  return `From a lost connection to the first resumed event: worst of ${times} is ${worst.toFixed(1)} ms. Under 50 ms: ${verdict(worst < 50)}.`;
}
