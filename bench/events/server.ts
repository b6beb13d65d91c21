/** A service that streams as fast as it is read, in a process of its own. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { COUNT, cutAtRandom, eventJson, frame, greeting } from "./material.js";

const chunks = cutAtRandom(greeting + Array.from({ length: COUNT }, (_, n) => frame(n, eventJson(n))).join(""));
const head = { "content-type": "text/event-stream", "cache-control": "no-store" };

async function asFastAsRead(response: ServerResponse): Promise<void> {
  for (const chunk of chunks) if (!response.write(chunk)) await once(response, "drain");
}

/** So many a second, each with the time at which it was written. */
function paced(response: ServerResponse, perSecond: number): void {
  response.write(greeting);
  const startMs = performance.now();
  let sent = 0;
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - startMs) * perSecond) / 1000);
    for (; sent < due; sent += 1) {
      const json = eventJson(sent).replace(
        "lorem ipsum",
        `at ${(performance.timeOrigin + performance.now()).toFixed(3)}`,
      );
      response.write(frame(sent, json));
    }
  }, 1);
  response.on("close", () => clearInterval(timer));
}

/** A few events and then nothing, until it is resumed. */
function resumable(response: ServerResponse, lastEventId: string | undefined): void {
  if (lastEventId === undefined) {
    response.write(greeting + frame(0, eventJson(0)));
    setTimeout(() => response.destroy(), 20);
    return;
  }
  response.write('data: {"type":"connection_resume"}\n\n' + frame(1, eventJson(1)));
}

const server = createServer((request, response) => {
  response.on("error", () => undefined);
  response.writeHead(200, head);
  const url = new URL(request.url ?? "/", "http://x");
  const intents = url.searchParams.get("intents");
  const { "last-event-id": lastEventId } = request.headers;
  if (intents === "paced") paced(response, 5000);
  else if (intents === "resumable") resumable(response, typeof lastEventId === "string" ? lastEventId : undefined);
  else void asFastAsRead(response).catch(() => undefined);
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
