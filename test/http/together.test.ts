import { AsyncLocalStorage } from "node:async_hooks";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { once } from "node:events";
import { fetchTransport } from "svc-apps";
import type { Transport } from "../../runtime/abi/index.js";
import type * as Bounded from "../../runtime/http/transport/bounded.js";
import type * as Fetch from "../../runtime/http/transport/fetch.js";
import { nodeTransport } from "../../runtime/http/transport/node.js";
import { afterEach, describe, expect, test, vi } from "vitest";

const transports: readonly (readonly [string, () => Transport])[] = [
  ["node:http", () => nodeTransport()],
  ["fetch", () => fetchTransport()],
];
const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
  vi.unstubAllGlobals();
});

/** A server that writes down what arrives, and in which turn of the loop. */
async function listening(): Promise<{ readonly baseUrl: string; readonly seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(request.url ?? "");
    response.end("{}");
  }).listen(0, "127.0.0.1");
  ends.push(
    () => void server.close(),
    () => void server.closeAllConnections(),
  );
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // of a server that listens on a port
  return { baseUrl: `http://127.0.0.1:${port}`, seen };
}

describe.each(transports)("requests over %s", (_, make) => {
  test("that are given up in the turn they were made in are never sent", async () => {
    const { baseUrl, seen } = await listening();
    const transport = make();
    const controller = new AbortController();
    const given = transport({ method: "GET", url: `${baseUrl}/given-up`, headers: {}, signal: controller.signal });
    const kept = transport({ method: "GET", url: `${baseUrl}/kept`, headers: {} });
    controller.abort();
    await expect(given).rejects.toMatchObject({ reason: "aborted", sent: false });
    expect((await kept).status).toBe(200);
    expect(seen).toEqual(["/kept"]);
  });
});

test("requests over fetch leave at the end of the turn, in the order in which they were made", async () => {
  const called: string[] = [];
  const transport = fetchTransport({
    fetch: async (url) => {
      called.push(url);
      return new Response("{}");
    },
  });
  const urls = ["http://a.example/1", "http://a.example/2"];
  const answers = urls.map((url) => transport({ method: "GET", url, headers: {} }));
  await Promise.resolve();
  expect(called).toEqual([]);
  expect((await Promise.all(answers)).map(({ body }) => body)).toEqual(["{}", "{}"]);
  expect(called).toEqual(urls);
});

test("each request leaves in the asynchronous context of its caller", async () => {
  const context = new AsyncLocalStorage<string>();
  const seen: (string | undefined)[] = [];
  const transport = fetchTransport({
    fetch: async () => {
      seen.push(context.getStore());
      return new Response("{}");
    },
  });
  const get = async () => transport({ method: "GET", url: "http://a.example/", headers: {} });
  await Promise.all([context.run("first", get), context.run("second", get)]);
  expect(seen).toEqual(["first", "second"]);
});

/** A transport's module, loaded anew with what it imports: it looks at the runtime when it is loaded. */
async function fresh<Module>(name: string): Promise<Module> {
  vi.resetModules();
  return (await import(`../../runtime/http/transport/${name}?sources`)) as Module; // the module of that name
}

test("where no turn can be waited for, a request leaves at once", async () => {
  vi.stubGlobal("setImmediate", undefined);
  const { startTogether } = await fresh<typeof Bounded>("bounded.js");
  const started = vi.fn<() => void>();
  startTogether(started);
  expect(started).toHaveBeenCalledOnce();
});

test("a setImmediate that is there and throws, as in Next's edge runtime, holds no request back", async () => {
  const { baseUrl, seen } = await listening();
  vi.stubGlobal("setImmediate", () => {
    throw new Error("Node.js API is not supported in the Edge Runtime");
  });
  const { fetchTransport: made } = await fresh<typeof Fetch>("fetch.js");
  await made()({ method: "GET", url: `${baseUrl}/stub`, headers: {} });
  expect(seen).toEqual(["/stub"]);
});
