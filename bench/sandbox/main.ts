/**
 * What a sandbox sustains, in a process of its own, on loopback: REST calls, events to two streams, and its memory over
 * a million events. Bundle first, so that no runner that rewrites functions is measured along:
 *
 *   for part in main server; do npx esbuild bench/sandbox/$part.ts --bundle --platform=node --format=esm \
 *     --packages=external --outfile=node_modules/.cache/bench-sandbox/$part.mjs; done
 *   node node_modules/.cache/bench-sandbox/main.mjs
 *
 * CALLS, EVENTS and MILLION set the sizes; MILLION=0 leaves the last part out.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { get, request, Agent } from "node:http";
import { fileURLToPath } from "node:url";
import { brand } from "../../generated/tables.js";

const calls = Number(process.env["CALLS"] ?? 20_000);
const events = Number(process.env["EVENTS"] ?? 40_000);
const million = Number(process.env["MILLION"] ?? 1_000_000);

const server = fork(fileURLToPath(new URL("./server.mjs", import.meta.url)), { execArgv: ["--expose-gc"] });
const heard = async <T>(): Promise<T> => ((await once(server, "message")) as [T])[0];

interface Ready {
  readonly baseUrl: string;
  readonly token: string;
  readonly serverId: string;
  readonly channelId: string;
}
interface Report {
  readonly cpuMs: number;
  readonly heapMb: number;
}

const { baseUrl, token, serverId, channelId } = await heard<Ready>();
const headers = { authorization: `Bearer ${token}`, [brand.versionHeader]: "1", "content-type": "application/json" };
const agent = new Agent({ keepAlive: true, maxSockets: 32 });

async function report(): Promise<Report> {
  server.send({ report: true });
  return heard<Report>();
}

function call(method: string, path: string, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(baseUrl + path, { method, headers, agent }, (incoming) => {
      incoming.resume().on("end", () => resolve());
      if ((incoming.statusCode ?? 500) >= 300) reject(new Error(`${method} ${path}: ${incoming.statusCode}`));
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Makes `count` calls, 32 at any time, and prints what they took. */
async function rest(name: string, count: number, one: () => Promise<void>): Promise<void> {
  for (let warm = 0; warm < 500; warm++) await one();
  const before = await report();
  const startedMs = performance.now();
  let left = count;
  const lane = async (): Promise<void> => {
    while (left-- > 0) await one();
  };
  await Promise.all(Array.from({ length: 32 }, lane));
  const seconds = (performance.now() - startedMs) / 1000;
  const cpuSeconds = ((await report()).cpuMs - before.cpuMs) / 1000;
  console.log(
    `${name.padEnd(24)} ${perSecond(count / seconds)} calls/s, ${perSecond(count / cpuSeconds)} per second of its CPU`,
  );
}

const perSecond = (rate: number): string => Math.round(rate).toLocaleString("en").padStart(9);

/** Opens a stream and counts its events by their id lines, as cheaply as bytes can be looked at. */
async function stream(): Promise<() => number> {
  let seen = 0;
  const outgoing = get(`${baseUrl}/api/apps/eventos?intents=messages`, { headers });
  const [incoming] = (await once(outgoing, "response")) as [NodeJS.ReadableStream];
  incoming.on("data", (chunk: Buffer) => {
    for (let at = chunk.indexOf("\n\n"); at >= 0; at = chunk.indexOf("\n\n", at + 2)) seen++;
  });
  return () => seen;
}

/** Has `count` events sent to both streams, and prints how long the slower one took. */
async function fanOut(count: number, streams: readonly (() => number)[]): Promise<number> {
  const expected = streams.map((seen) => seen() + count);
  const startedMs = performance.now();
  server.send({ post: count });
  await heard();
  while (streams.some((seen, at) => seen() < (expected[at] ?? 0)))
    await new Promise((resolve) => setTimeout(resolve, 1));
  return (performance.now() - startedMs) / 1000;
}

await rest("read the App", calls, () => call("GET", "/api/apps/me"));
await rest("read a server", calls, () => call("GET", `/api/servidores/${serverId}`));
const messages = `/api/servidores/${serverId}/canais/${channelId}/mensagens`;
await rest("write a message", calls, () => call("POST", messages, '{"content":"hello"}'));
const streams = [await stream(), await stream()];
await fanOut(5000, streams);
const before = await report();
const seconds = await fanOut(events, streams);
const cpuSeconds = ((await report()).cpuMs - before.cpuMs) / 1000;
console.log(
  `${"events to two streams".padEnd(24)} ${perSecond(events / seconds)} events/s, ${perSecond(events / cpuSeconds)} per second of its CPU`,
);
for (let sent = 0; sent < million; sent += 100_000) {
  await fanOut(100_000, streams);
  console.log(
    `${"heap after".padEnd(24)} ${(sent + 100_000).toLocaleString("en").padStart(9)} events: ${(await report()).heapMb.toFixed(1)} MB`,
  );
}
server.disconnect();
agent.destroy();
process.exit(0);
