import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { type AppsError, asChannelId, asServerId, createClient, createMessage, getMe, isAppsError } from "svc-apps";
import { json, startServer } from "../../support/http-server.js";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void; // there once the flag above is set

/** Bytes in use after everything that can go is gone. */
async function settledHeap(): Promise<number> {
  for (let turn = 0; turn < 5; turn += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
  return process.memoryUsage().heapUsed;
}

test("memory is flat over 200,000 calls, faults among them", async () => {
  let count = 0;
  const server = await startServer((_seen, response) => {
    count += 1;
    if (count % 50 === 0) return void response.socket?.destroy();
    if (count % 33 === 0) return json(response, 409, { code: "STALE_REVISION", currentRevision: "1" });
    if (count % 21 === 0) return json(response, 429, {}, { "retry-after": "0" });
    if (count % 17 === 0) return void response.writeHead(502).end("<html>");
    json(response, 200, { app: {}, message: {} });
  });
  const client = createClient({
    baseUrl: server.url,
    token: "svc_app.71.s3cr3t",
    retry: { baseMs: 1, ceilingMs: 2 },
    concurrency: { maxConcurrent: 16 },
    onDiagnostic: () => undefined,
  });
  const place = { serverId: asServerId("7101"), channelId: asChannelId("7102"), content: "x" };
  const failures: AppsError["kind"][] = [];
  const one = async (n: number) => {
    try {
      await (n % 3 === 0 ? createMessage(client, place, { signal: new AbortController().signal }) : getMe(client, {}));
    } catch (error) {
      if (!isAppsError(error)) throw error;
      if (failures.length < 1_000) failures.push(error.kind);
    }
  };
  const run = async (calls: number) => {
    let left = calls;
    const worker = async () => {
      while (left-- > 0) {
        server.seen.length = 0;
        await one(left);
      }
    };
    await Promise.all(Array.from({ length: 32 }, worker));
  };
  await run(20_000);
  // What is kept of each call shows in every round; what a runtime compiles or pools by the way does not come twice.
  const grown: number[] = [];
  for (let round = 0; round < 4; round += 1) {
    const before = await settledHeap();
    await run(50_000);
    grown.push((await settledHeap()) - before);
  }
  await server.close();
  expect(new Set(failures)).toContain("refusal");
  expect(Math.min(...grown), `bytes kept by round: ${grown.join(", ")}`).toBeLessThan(500_000); // ten a call
}, 600_000);
