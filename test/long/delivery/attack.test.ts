import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";
import { deliveryHeaders, recipeVersion } from "../../../runtime/delivery/core/wire.js";
import { createSigningPair, deliveryFixture, signDelivery } from "../../../testing/delivery/index.js";

let place: string;

/** An endpoint in a process of its own, so that its memory is its own too. It tells its port, and its memory when asked. */
const endpoint = `
  import { createServer } from "node:http";
  import { toNodeHandler } from "./runtime/adapters/index.ts";
  import { createDeliveryHandler, fixedKeys } from "./runtime/delivery/index.ts";
  const published = JSON.parse(process.argv[2]);
  const handler = createDeliveryHandler({ apps: "17", keys: fixedKeys([published]), handle: () => ({ type: "defer" }) });
  const server = createServer(toNodeHandler(handler)).listen(0, "127.0.0.1", () => process.send(server.address().port));
  process.on("message", async () => {
    for (let round = 0; round < 3; round += 1) {
      globalThis.gc();
      await new Promise((resolve) => setTimeout(resolve, 30)); // buffers are given back a moment after their objects
    }
    const { heapUsed, arrayBuffers, rss } = process.memoryUsage();
    process.send({ bytes: heapUsed + arrayBuffers, rss, counts: handler.counts() });
  });
`;

beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), "attacked-"));
  await build({
    stdin: { contents: endpoint, resolveDir: process.cwd() },
    outfile: join(place, "endpoint.mjs"),
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "silent",
  });
});
afterAll(() => rm(place, { recursive: true, force: true }));

interface Memory {
  readonly bytes: number;
  readonly rss: number;
  readonly counts: Readonly<Record<string, number>>;
}

async function started() {
  const key = await createSigningPair("ed25519-attacked");
  const child = fork(join(place, "endpoint.mjs"), [JSON.stringify(key.published)], { execArgv: ["--expose-gc"] });
  const [port] = (await once(child, "message")) as [number]; // the first thing it sends
  const memory = async (): Promise<Memory> => {
    child.send("memory");
    const [answer] = (await once(child, "message")) as [Memory]; // what it sends when asked
    return answer;
  };
  const good = () =>
    signDelivery({ keys: key, appId: "17", body: deliveryFixture("command", { id: crypto.randomUUID() }) });
  return { port, memory, good, stop: () => child.kill() };
}

/** Headers that pass every check that can be made without the body. */
function head(length: number): string {
  const fields = {
    host: "x",
    "content-type": "application/json",
    "content-length": String(length),
    [deliveryHeaders.app]: "17",
    [deliveryHeaders.delivery]: crypto.randomUUID(),
    [deliveryHeaders.timestamp]: String(Math.floor(Date.now() / 1_000)),
    [deliveryHeaders.version]: recipeVersion,
    [deliveryHeaders.signature]: `ed25519-attacked=${"f".repeat(85)}Q`,
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST / HTTP/1.1\r\n${lines.join("")}\r\n`;
}

async function post(port: number, { headers, body }: Awaited<ReturnType<typeof signDelivery>>): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: Buffer.from(body) });
  await response.arrayBuffer();
  return response.status;
}

test("END-23 three hundred slow bodies leave memory within the bound, and good deliveries pass meanwhile", async () => {
  const { port, memory, good, stop } = await started();
  try {
    expect(await post(port, await good())).toBe(200);
    const before = await memory();
    const size = 1_000_000;
    const sockets: Socket[] = [];
    const closed: Promise<unknown>[] = [];
    for (let at = 0; at < 300; at += 1) {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => undefined).resume();
      closed.push(once(socket, "close"));
      socket.write(head(size));
      socket.write(Buffer.alloc(400_000, 0x20));
      sockets.push(socket);
    }
    await Promise.all(sockets.map(written));
    for (let round = 0; round < 5; round += 1) expect(await post(port, await good())).toBe(200);
    const during = await memory();
    expect(during.bytes - before.bytes).toBeLessThan(3 * 33_554_432);
    await Promise.all(closed);
    const after = await memory();
    expect(after.bytes - before.bytes).toBeLessThan(5_000_000);
    expect(after.counts["refused"]).toBe(300);
    expect(after.counts["answered"]).toBe(6);
  } finally {
    stop();
  }
});

test("END-23 ten thousand forged deliveries leave memory as it was", async () => {
  const { port, memory, good, stop } = await started();
  try {
    const request = Buffer.from(head(1_000) + " ".repeat(1_000), "latin1");
    const flood = (count: number) => Promise.all(Array.from({ length: 20 }, () => oneByOne(port, request, count / 20)));
    await flood(2_000);
    const before = await memory();
    await flood(10_000);
    const after = await memory();
    expect(after.counts["refused"]).toBe(12_000);
    expect(after.bytes - before.bytes).toBeLessThan(5_000_000);
    expect(await post(port, await good())).toBe(200);
  } finally {
    stop();
  }
});

/** Resolves when the kernel has what was written, or the other side hung up. */
async function written(socket: Socket): Promise<void> {
  if (socket.writableNeedDrain) await Promise.race([once(socket, "drain"), once(socket, "close")]);
}

/** Sends the same request so many times, each after the answer to the last: a refusal closes its connection. */
async function oneByOne(port: number, request: Buffer, count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    const socket = connect(port, "127.0.0.1").resume();
    socket.write(request);
    await once(socket, "close");
  }
}
