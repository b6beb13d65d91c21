import http from "node:http";
import net from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, test } from "vitest";
import { fetchStreamTransport, fetchTransport, TransportFailure } from "svc-apps";
import { nodeStreamTransport, nodeTransport } from "svc-apps/node";
import { type Responder, startServer, type TestServer } from "../support/http-server.js";
import { createVirtualClock } from "../support/virtual-clock.js";

const servers: TestServer[] = [];
const serve = async (respond: Responder) => {
  const server = await startServer(respond);
  servers.push(server);
  return server;
};
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const request = (url: string, extra: object = {}) => ({
  method: "GET",
  url,
  headers: { accept: "application/json" },
  ...extra,
});

const transports = { node: nodeTransport, fetch: fetchTransport } as const;

describe.each(Object.entries(transports))("%s transport", (name, make) => {
  test("carries method, path, headers and body, and brings status, headers and text back", async () => {
    const server = await serve((_seen, response) => response.writeHead(201, { "x-one": "1" }).end("olá"));
    const answer = await make()(
      request(`${server.url}/a/b?c=d`, { method: "POST", headers: { "x-two": "2" }, body: "ção" }),
    );
    expect(answer).toMatchObject({ status: 201, body: "olá" });
    expect(answer.headers["x-one"]).toBe("1");
    expect(server.seen[0]).toMatchObject({ method: "POST", path: "/a/b?c=d", body: "ção" });
    expect(server.seen[0]?.headers["x-two"]).toBe("2");
    expect(server.seen[0]?.headers["cookie"]).toBeUndefined();
  });

  test("a request that cannot be written rejects alone and for good: others of the same turn are sent", async () => {
    const server = await serve((_seen, response) => response.end("fine"));
    const bad = make()(request(server.url, { headers: { "x-broken": "line\nbreak" } }));
    const good = make()(request(server.url));
    await expect(bad).rejects.toBeInstanceOf(TransportFailure);
    if (name === "node") await expect(bad).rejects.toMatchObject({ sent: false, final: true });
    expect((await good).body).toBe("fine");
    expect(server.seen).toHaveLength(1);
  });

  test("a redirect is an answer and is not followed", async () => {
    const server = await serve((_seen, response) => response.writeHead(302, { location: "/elsewhere" }).end());
    expect((await make()(request(server.url))).status).toBe(302);
    expect(server.seen).toHaveLength(1);
  });

  test("gzip is accepted and undone", async () => {
    const server = await serve((_seen, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("packed")),
    );
    expect((await make()(request(server.url, { maxBodyBytes: 100 }))).body).toBe("packed");
    expect(server.seen[0]?.headers["accept-encoding"]).toContain("gzip");
  });

  test("a small gzip body that unpacks beyond the limit is refused", async () => {
    const server = await serve((_seen, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync("0".repeat(5_000_000))),
    );
    await expect(make()(request(server.url, { maxBodyBytes: 1_000_000 }))).rejects.toMatchObject({
      reason: "too-large",
    });
  });

  test("an answer of exactly the limit passes, one byte more is refused", async () => {
    const server = await serve((_seen, response) => response.end("x".repeat(10)));
    expect((await make()(request(server.url, { maxBodyBytes: 10 }))).body).toHaveLength(10);
    await expect(make()(request(server.url, { maxBodyBytes: 9 }))).rejects.toMatchObject({ reason: "too-large" });
  });

  test.each([
    ["GET", 204],
    ["GET", 200],
    ["HEAD", 200],
  ])("an answer without a body is empty, though it names an encoding (%s, %i)", async (method, status) => {
    const server = await serve((_seen, response) => response.writeHead(status, { "content-encoding": "gzip" }).end());
    expect(await make()(request(server.url, { method }))).toMatchObject({ status, body: "" });
  });

  test("a byte order mark is not part of the text", async () => {
    const server = await serve((_seen, response) => response.end("\ufeff{}"));
    expect((await make()(request(server.url))).body).toBe("{}");
  });

  test("an answer that does not come ends in a timeout, on the clock that was handed in", async () => {
    const clock = createVirtualClock();
    const server = await serve(() => undefined);
    const outcome = make({ clock })(request(server.url, { timeoutMs: 5_000 })).catch((error: unknown) => error);
    await clock.advance(5_000);
    expect(await outcome).toMatchObject({ reason: "timeout", sent: true });
    expect(clock.pending).toBe(0);
  });

  test("an answer in time leaves no timer behind", async () => {
    const clock = createVirtualClock();
    const server = await serve((_seen, response) => response.end("{}"));
    await make({ clock })(request(server.url, { timeoutMs: 5_000 }));
    expect(clock.pending).toBe(0);
  });

  test("a signal cancels, before and during the request", async () => {
    const server = await serve(() => undefined);
    await expect(make()(request(server.url, { signal: AbortSignal.abort() }))).rejects.toMatchObject({
      reason: "aborted",
      sent: false,
    });
    const controller = new AbortController();
    const busy = await serve(() => controller.abort());
    const outcome = make()(request(busy.url, { signal: controller.signal })).catch((error: unknown) => error);
    expect(await outcome).toMatchObject({ reason: "aborted", sent: true });
  });

  test("a refused connection proves that nothing was sent", async () => {
    const server = await serve(() => undefined);
    await server.close();
    await expect(make()(request(server.url))).rejects.toMatchObject({ reason: "unreachable", sent: false });
  });

  test.each([
    ["before the headers", (response: { socket: { destroy(): void } | null }) => response.socket?.destroy()],
    [
      "in the middle of the body",
      (response: import("node:http").ServerResponse) => {
        response.writeHead(200, { "content-length": "100" });
        response.write("half", () => response.socket?.destroy());
      },
    ],
  ])("a connection broken %s is not an answer", async (_when, act) => {
    const server = await serve((_seen, response) => act(response));
    const failure = await make()(request(server.url)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(TransportFailure);
    expect(failure).toMatchObject({ reason: "connection", sent: true });
  });
});

test("node transport: an address may have the default port of its scheme, or no path", async () => {
  const server = await serve((_seen, response) => response.end());
  const agent = new http.Agent();
  agent.createConnection = () => net.connect(Number(new URL(server.url).port), "127.0.0.1");
  for (const url of ["http://chat.example:80/a?b", "http://chat.example?c", "http://chat.example/d"]) {
    await nodeTransport({ agent })(request(url));
  }
  expect(server.seen.map(({ path, headers }) => [path, headers["host"]])).toEqual([
    ["/a?b", "chat.example"],
    ["/?c", "chat.example"],
    ["/d", "chat.example"],
  ]);
});

const streams = { node: nodeStreamTransport, fetch: fetchStreamTransport } as const;

describe.each(Object.entries(streams))("%s stream transport", (_name, make) => {
  test("chunks arrive as they are written", async () => {
    let write: (text: string) => void = () => undefined;
    const server = await serve((_seen, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" }).flushHeaders();
      write = (text) => response.write(text);
    });
    const answer = await make()(request(server.url));
    expect(answer.headers["content-type"]).toBe("text/event-stream");
    const chunks = answer.body[Symbol.asyncIterator]();
    for (const text of ["one", "two"]) {
      write(text);
      expect(Buffer.from((await chunks.next()).value ?? []).toString()).toBe(text);
    }
    answer.close();
    expect((await chunks.next()).done).toBe(true);
  });

  test("a reader that does not read stops the sender (backpressure)", async () => {
    let accepted = 0;
    const chunk = Buffer.alloc(65_536);
    const server = await serve((seen, response) => {
      if (seen.path === "/ping") return void response.end();
      const push = () => {
        do accepted += chunk.length;
        while (response.write(chunk) && accepted < 64_000_000);
      };
      response.on("drain", push);
      push();
    });
    const answer = await make()(request(server.url));
    // What fits into the buffers of both sockets goes through; then the server must stall, however long others run.
    for (let pings = 0, before = -1; pings < 20 || before !== accepted; pings += 1) {
      before = accepted;
      await nodeTransport()(request(`${server.url}/ping`));
    }
    expect(accepted).toBeLessThan(32_000_000);
    answer.close();
  });

  test("the end of the stream ends the iteration, a reset is thrown", async () => {
    const server = await serve((seen, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      if (seen.path === "/end") response.end("last");
      else response.write("last", () => response.socket?.destroy());
    });
    const read = async (path: string) => {
      let text = "";
      for await (const chunk of (await make()(request(server.url + path))).body) text += Buffer.from(chunk).toString();
      return text;
    };
    expect(await read("/end")).toBe("last");
    await expect(read("/reset")).rejects.toMatchObject({ reason: "connection" });
  });

  test("the timeout covers the headers only", async () => {
    const clock = createVirtualClock();
    const server = await serve((seen, response) => {
      if (seen.path === "/open") response.writeHead(200).flushHeaders();
    });
    const open = await make({ clock })(request(`${server.url}/open`, { timeoutMs: 1_000 }));
    expect(clock.pending).toBe(0);
    open.close();
    const stuck = make({ clock })(request(server.url, { timeoutMs: 1_000 })).catch((error: unknown) => error);
    await clock.advance(1_000);
    expect(await stuck).toMatchObject({ reason: "timeout" });
  });

  test("the signal ends an open stream with its own reason", async () => {
    const server = await serve((_seen, response) => response.writeHead(200).flushHeaders());
    const controller = new AbortController();
    const answer = await make()(request(server.url, { signal: controller.signal }));
    const next = answer.body[Symbol.asyncIterator]()
      .next()
      .catch((error: unknown) => error);
    controller.abort();
    expect(await next).toMatchObject({ reason: "aborted" });
  });

  test("a stream that is closed after its signal fired has ended by the signal all the same", async () => {
    const server = await serve((_seen, response) => response.writeHead(200).flushHeaders());
    const controller = new AbortController();
    const answer = await make()(request(server.url, { signal: controller.signal }));
    const next = answer.body[Symbol.asyncIterator]()
      .next()
      .catch((error: unknown) => error);
    controller.abort();
    answer.close();
    expect(await next).toMatchObject({ reason: "aborted" });
  });
});
