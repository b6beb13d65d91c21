import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { createClient, createMessage, fetchTransport, asChannelId, asServerId, getMe } from "svc-apps";
import { createFetchClient } from "svc-apps/rest";
import { createVirtualClock } from "../support/virtual-clock.js";
import { outcomeOf } from "../support/test-client.js";

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closers.splice(0).map((close) => close()));
});

/** A server that answers each request with these bytes, and then does `after` with the connection. */
async function serveBytes(bytes: string | Buffer, after: (socket: Socket) => void = () => undefined): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined);
    socket.once("data", () => socket.write(bytes, () => after(socket)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(
    () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const head = (...lines: readonly string[]) => `HTTP/1.1 200 OK\r\n${lines.join("\r\n")}\r\n\r\n`;
const end = (socket: Socket) => socket.end();
const place = { serverId: asServerId("7101"), channelId: asChannelId("7102"), content: "x" };

type Case = readonly [what: string, bytes: string | Buffer, expected: object, after?: (socket: Socket) => void];

/** Answers that no correct service would give, and what a call makes of them. */
const cases: readonly Case[] = [
  ["garbage instead of HTTP", "SMTP 220 hello\r\n\r\n", {}, end],
  ["a head without end", `HTTP/1.1 200 OK\r\nx: ${"y".repeat(200_000)}`, {}, end],
  ["an empty answer", "", { kind: "no-answer", reason: "connection" }, end],
  [
    "a body shorter than announced",
    `${head("content-length: 100")}{"message"`,
    { kind: "no-answer", reason: "connection" },
    end,
  ],
  ["a broken chunk", `${head("transfer-encoding: chunked")}zz\r\n{}\r\n0\r\n\r\n`, {}, end],
  ["two lengths", `${head("content-length: 2", "content-length: 3")}{}x`, {}, end],
  ["gzip that is none", `${head("content-encoding: gzip", "content-length: 5")}plain`, {}, end],
  ["a success that is a page", `${head("content-length: 6")}<html>`, { kind: "protocol", status: 200 }],
  ["a success that is a list", `${head("content-length: 2")}[]`, { kind: "protocol", status: 200 }],
  ["JSON cut in the middle", `${head("content-length: 11")}{"message":`, { kind: "protocol", status: 200 }],
  [
    "bytes that are no UTF-8",
    Buffer.concat([Buffer.from(head("content-length: 4")), Buffer.from([0xff, 0xfe, 0xc3, 0x28])]),
    { kind: "protocol" },
  ],
  [
    "a redirect to elsewhere",
    "HTTP/1.1 307 X\r\nlocation: http://evil.example/\r\ncontent-length: 0\r\n\r\n",
    { kind: "protocol", status: 307 },
  ],
  [
    "a refusal without a body",
    "HTTP/1.1 418 X\r\ncontent-length: 0\r\n\r\n",
    { kind: "http", status: 418, ambiguous: false },
  ],
  ["a change of protocol", "HTTP/1.1 101 X\r\nupgrade: ws\r\nconnection: upgrade\r\n\r\n", {}, end],
  ["JSON nested very deep", `${head("connection: close")}${"[".repeat(100_000)}`, { kind: "protocol" }, end],
];

describe.each(["node", "fetch"])("over %s", (door) => {
  const call = async (baseUrl: string) => {
    const client = createClient({
      baseUrl,
      token: "svc_app.71.s3cr3t",
      retry: { retries: 0 },
      timeoutMs: 3_000,
      ...(door === "fetch" && { transport: fetchTransport() }),
    });
    return outcomeOf(createMessage(client, place));
  };

  test.each(cases.map((one) => [one[0], one] as const))(
    "%s ends in one of our errors, told from a success",
    async (_what, [, bytes, expected, after]) => {
      const outcome = await call(await serveBytes(bytes, after));
      expect(outcome).toMatchObject({ operation: "createMessage", attempts: 1, ...expected });
      expect(["no-answer", "protocol", "http"]).toContain((outcome as { kind: string }).kind);
    },
  );

  test("an answer beyond the size limit is refused, and the connection is not kept", async () => {
    const baseUrl = await serveBytes(`${head("content-length: 3000")}${"x".repeat(3_000)}`);
    const client = createClient({
      baseUrl,
      token: "svc_app.71.s3cr3t",
      maxBodyBytes: 2_999,
      ...(door === "fetch" && { transport: fetchTransport() }),
    });
    const error = await outcomeOf(getMe(client, {}));
    expect(error).toMatchObject({
      kind: "protocol",
      attempts: 1,
      message: expect.stringContaining("more than 2999 bytes"),
    });
  });

  const NAMED = "x-request-id: r-7";
  test.each([
    ["was cut", `${head(NAMED, "content-length: 100")}{"app"`, "connection", end],
    ["is too long", `${head(NAMED, "content-length: 3001")}${"x".repeat(3_001)}`, "more than 3000 bytes"],
    ["is no gzip", `${head(NAMED, "content-encoding: gzip", "content-length: 5")}plain`, "no answer|gzip"],
  ])("an error over an answer that %s has the name of the request", async (_what, bytes, why, after?: typeof end) => {
    const options = { token: "svc_app.71.s3cr3t", maxBodyBytes: 3_000, retry: { retries: 0 } };
    const clients = [
      (baseUrl: string) =>
        createClient({ ...options, baseUrl, ...(door === "fetch" && { transport: fetchTransport() }) }),
      ...(door === "fetch" ? [(baseUrl: string) => createFetchClient({ ...options, baseUrl })] : []),
    ];
    for (const clientOf of clients) {
      const error = await outcomeOf(getMe(clientOf(await serveBytes(bytes, after)), {}));
      expect(error).toMatchObject({ message: expect.stringMatching(why), requestId: "r-7", attempts: 1 });
    }
  });
});

test("an error over an answer that took too long has the name of the request", async () => {
  const clock = createVirtualClock();
  const fetch = async () => new Response(new ReadableStream(), { headers: { "x-request-id": "r-8" } });
  const options = { baseUrl: "https://chat.example", token: "svc_app.71.s3cr3t", retry: { retries: 0 } };
  const outcome = outcomeOf(getMe(createFetchClient({ ...options, clock, fetch }), {}));
  await clock.advance(10_000);
  expect(await outcome).toMatchObject({ reason: "timeout", requestId: "r-8" });
});
