import { getEventListeners } from "node:events";
import { Agent } from "node:http";
import { afterEach, describe, expect, test } from "vitest";
import { fetchTransport, getMe } from "svc-apps";
import { nodeTransport } from "svc-apps/node";
import { netError, ok, type Reply } from "../support/fake-transport.js";
import { startServer, type TestServer } from "../support/http-server.js";
import { outcomeOf, testClient } from "../support/test-client.js";
import { createVirtualClock } from "../support/virtual-clock.js";

const servers: TestServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const limited = (headers: Record<string, string>): Reply => ({ status: 429, headers, body: "" });

describe.each([
  ["of no time", { "retry-after": "0" }],
  ["that is over", { "retry-after": "Thu, 01 Jan 2015 12:00:00 GMT", date: "Thu, 01 Jan 2026 12:00:00 GMT" }],
  ["of a fraction", { "retry-after": "0.01" }],
  ["as a date without a Date beside it", { "retry-after": "Thu, 01 Jan 2015 12:00:00 GMT" }],
  ["said twice, of no time", { "retry-after": "0, 0" }],
])("RATE-05 a wait %s", (_what, headers) => {
  test("is ours, which grows", async () => {
    const { client, clock, requests } = testClient([limited(headers)]);
    const outcome = outcomeOf(getMe(client, {}));
    await clock.advance(0);
    const sentAt: number[] = [];
    for (let ms = 0; ms < 12_000; ms += 50) {
      while (sentAt.length < requests.length) sentAt.push(ms);
      await clock.advance(50);
    }
    const waits = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
    expect(waits).toEqual([250, 500, 1_000, 2_000, 4_000]);
    expect(await outcome).toMatchObject({ name: "RateLimitedError", attempts: 6 });
  });
});

test.each([
  ["two numbers", "1, 3"],
  ["a number and a date", "3, Thu, 01 Jan 2026 12:00:01 GMT"],
  ["two dates", "Thu, 01 Jan 2026 12:00:03 GMT, Thu, 01 Jan 2026 12:00:01 GMT"],
])("RATE-02 of a wait asked for twice, as %s, the longer one counts", async (_what, value) => {
  const date = "Thu, 01 Jan 2026 12:00:00 GMT";
  const { client, clock, requests } = testClient([limited({ "retry-after": value, date }), ok({})]);
  const call = getMe(client, {});
  await clock.advance(2_999);
  expect(requests).toHaveLength(1);
  await clock.advance(1);
  await call;
});

test("RATE-02 over node, a wait asked for in two headers is the longer one", async () => {
  const server = await startServer((_seen, response) =>
    response
      .writeHead(
        429,
        [
          ["retry-after", "1"],
          ["retry-after", "7"],
        ].flat(),
      )
      .end(),
  );
  servers.push(server);
  const { headers } = await nodeTransport()({ method: "GET", url: server.url, headers: {} });
  expect(headers["retry-after"]).toBe("1, 7");
});

test("a repetition after a dead connection uses a fresh one: with every kept one stale, the second attempt succeeds", async () => {
  const stale = new Set<unknown>();
  const held: (() => void)[] = [];
  let isBroken = false;
  const server = await startServer((_seen, response) => {
    const { socket } = response;
    if (isBroken && stale.has(socket)) return void socket?.destroy();
    stale.add(socket);
    const answer = () => response.end('{"app":{}}');
    if (isBroken) return void answer();
    // All eight together, so that each has a connection of its own.
    if (held.push(answer) === 8) for (const one of held) one();
  });
  servers.push(server);
  const agent = new Agent({ keepAlive: true });
  const clock = createVirtualClock();
  const { client } = testClient([], { baseUrl: server.url, transport: nodeTransport({ agent, clock }), clock });
  const repeated = new Promise<void>((resolve) => {
    client.diagnostics.listen(({ type }) => type === "http.retry" && resolve());
  });
  await Promise.all(Array.from({ length: 8 }, async () => getMe(client, {})));
  expect(stale.size).toBe(8);
  isBroken = true;
  const before = server.seen.length;
  const call = getMe(client, {});
  await repeated;
  await clock.advance(250);
  expect(await call).toEqual({ app: {} });
  expect(server.seen.length - before).toBe(2);
  agent.destroy();
});

test.each([
  "CERT_HAS_EXPIRED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
])("a certificate that is not trusted (%s) is not asked for again", async (code) => {
  const { client, requests } = testClient([netError(code)]);
  expect(await outcomeOf(getMe(client, {}))).toMatchObject({
    kind: "no-answer",
    reason: "unreachable",
    attempts: 1,
    ambiguous: false,
  });
  expect(requests).toHaveLength(1);
});

test("a certificate error in words, as Deno has it, is final as well, and a refused connection in words is one", async () => {
  const words = (message: string) => testClient([new TypeError(message)]);
  const deno = words("error sending request for url (https://x/): invalid peer certificate: UnknownIssuer");
  expect(await outcomeOf(getMe(deno.client, {}))).toMatchObject({ reason: "unreachable", attempts: 1 });
  const refused = words("client error (Connect): tcp connect error: Connection refused (os error 111)");
  const outcome = outcomeOf(getMe(refused.client, {}));
  await refused.clock.advance(10_000);
  expect(await outcome).toMatchObject({ reason: "unreachable", attempts: 4, ambiguous: false });
});

test("an error of another realm is read by its shape", async () => {
  const foreign = Object.assign(Object.create(null) as Error, { name: "TypeError", cause: { code: "ECONNREFUSED" } });
  const { client, clock } = testClient([async () => Promise.reject(foreign as Error)]);
  const outcome = outcomeOf(getMe(client, {}));
  await clock.advance(10_000);
  expect(await outcome).toMatchObject({ reason: "unreachable", ambiguous: false });
});

describe("one AbortSignal on a thousand calls", () => {
  test("has one listener, warns of nothing, and keeps none when they are done", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on("warning", onWarning);
    const open: (() => void)[] = [];
    const held: Reply = () => new Promise((resolve) => open.push(() => resolve(ok({ app: {} }))));
    const { client } = testClient([held], { concurrency: { maxConcurrent: 200 } });
    const { signal } = new AbortController();
    const calls = Array.from({ length: 1_000 }, async () => getMe(client, {}, { signal }));
    await new Promise((resolve) => setImmediate(resolve));
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    while (open.length > 0) {
      for (const answer of open.splice(0)) answer();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(calls);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
  });

  test("ends them all, sent or waiting", async () => {
    const { client, requests } = testClient([async () => new Promise(() => {})], {
      concurrency: { maxConcurrent: 10 },
    });
    const controller = new AbortController();
    const calls = Array.from({ length: 1_000 }, async () => outcomeOf(getMe(client, {}, controller)));
    await new Promise((resolve) => setImmediate(resolve));
    controller.abort();
    const outcomes = await Promise.all(calls);
    expect(outcomes.every((outcome) => Reflect.get(Object(outcome) as object, "reason") === "aborted")).toBe(true);
    expect(requests).toHaveLength(10);
    expect(getEventListeners(controller.signal, "abort")).toHaveLength(0);
  });
});

test("over fetch, a call that is over is aborted, the first one too: nothing keeps the process", async () => {
  const clock = createVirtualClock();
  const signals: (AbortSignal | null | undefined)[] = [];
  const fetch = (_url: string, init: RequestInit) => {
    signals.push(init.signal);
    return new Promise<Response>(() => {});
  };
  const { client } = testClient([], { transport: fetchTransport({ fetch, clock }), clock, retry: { retries: 0 } });
  const outcome = outcomeOf(getMe(client, {}));
  await clock.advance(0);
  await new Promise((resolve) => setImmediate(resolve));
  await clock.advance(10_000);
  expect(await outcome).toMatchObject({ reason: "timeout" });
  expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
});
