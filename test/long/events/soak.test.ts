import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createDispatcher, laneOf, openEvents, orderKeyOf, type StreamEvent } from "svc-apps/events";
import { createClient } from "../../../runtime/http/index.js";

const EVENTS = 1_000_000;
const PER_CHUNK = 200;

const utf8 = new TextEncoder();

/** A stream that never runs dry and makes each chunk only when it is asked for. */
async function* endless(onChunk: () => void): AsyncGenerator<Uint8Array> {
  yield utf8.encode('data: {"type":"connection_open","connectionId":"c","version":"1"}\n\n');
  for (let first = 1; first <= EVENTS; first += PER_CHUNK) {
    onChunk();
    let text = "";
    for (let n = first; n < first + PER_CHUNK; n += 1) {
      const message = {
        publicId: String(7_103_000_000_000_000 + n),
        channelId: String(7_102_000 + (n % 7)),
        content: "x".repeat(250),
      };
      text += `id: ${1_000_000_000_000_000 + n}\ndata: ${JSON.stringify({ type: "message_create", serverId: "1", message })}\n\n`;
    }
    yield utf8.encode(text);
  }
  await new Promise(() => undefined);
}

setFlagsFromString("--expose-gc");
/** Collects garbage: only what is held on to is measured. */
const collect = runInNewContext("gc") as () => void; // V8's own

test("EVT-44 a million events through a slow consumer leave memory flat and the sender waiting", async () => {
  let chunks = 0;
  let handled = 0;
  let finish: () => void = () => undefined;
  const all = new Promise<void>((resolve) => (finish = resolve));
  const stream = openEvents(
    createClient({
      baseUrl: "http://service.test",
      token: "svc_app.7100000000000000001.s3cret",
      transport: () => Promise.reject(new Error("not used")),
      streamTransport: () =>
        Promise.resolve({
          status: 200,
          headers: { "content-type": "text/event-stream" },
          body: endless(() => (chunks += 1)),
          close: () => undefined,
        }),
    }),
    { intents: ["messages"], transport: "gateway" },
  );
  const megabytes: number[] = [];
  let mostAhead = 0;
  const dispatcher = createDispatcher<StreamEvent>({
    concurrency: 8,
    queueLimit: 500,
    order: "channel",
    laneOf,
    orderKeyOf,
    handle: async () => {
      // Slower than the stream: every event waits for a turn of the event loop.
      if (handled % 16 === 0) await new Promise<void>((resolve) => setImmediate(resolve));
      handled += 1;
      mostAhead = Math.max(mostAhead, chunks * PER_CHUNK - handled);
      if (handled % 100_000 === 0) {
        collect();
        megabytes.push(process.memoryUsage().heapUsed / 1_048_576);
      }
      if (handled === EVENTS) finish();
    },
  });
  stream.run(dispatcher).catch(() => undefined);
  await all;
  expect(stream.state).toMatchObject({ queued: 0, counters: { received: EVENTS, duplicates: 0, gaps: 0 } });
  expect(mostAhead, "events taken from the sender and not handled").toBeLessThan(500 + 3 * PER_CHUNK);
  // The first look is at a program that is not warm; the lowest of several looks is what is held on to.
  const lowest = (from: number) => Math.min(...megabytes.slice(from, from + 5));
  expect(lowest(5), `heap in MB: ${megabytes.map((mb) => mb.toFixed(0)).join(" ")}`).toBeLessThan(lowest(0) + 10);
  await stream.close({ graceMs: 0 });
});
