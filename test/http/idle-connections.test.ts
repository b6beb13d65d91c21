import { once } from "node:events";
import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { createClient, getMe } from "svc-apps";
import { canaryToken, outcomeOf } from "../support/test-client.js";
import { createVirtualClock } from "../support/virtual-clock.js";

const servers: http.Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

type Respond = (request: http.IncomingMessage, response: http.ServerResponse) => void;

async function serve(respond: Respond): Promise<{ readonly server: http.Server; readonly baseUrl: string }> {
  const server = http.createServer(respond);
  servers.push(server);
  await once(server.listen(0, "127.0.0.1"), "listening");
  // A server that listens has an address with a port.
  return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

const answer = (response: http.ServerResponse) => {
  response.setHeader("content-type", "application/json");
  response.end('{"app":{"publicId":"1","name":"a"}}');
};

/** A client with idle connections to a server whose old connections do what `meet` does. */
async function withIdle(meet: (socket: Socket) => void) {
  const old = new WeakSet<Socket>();
  let requests = 0;
  let areOldDead = false;
  const { baseUrl } = await serve((request, response) => {
    requests += 1;
    if (areOldDead && old.has(request.socket)) return meet(request.socket);
    old.add(request.socket);
    // All eight are under way at once.
    setImmediate(() => answer(response));
  });
  const clock = createVirtualClock();
  const client = createClient({ baseUrl, token: canaryToken, clock, random: () => 0, timeoutMs: 300 });
  await Promise.all(Array.from({ length: 8 }, async () => getMe(client, {})));
  areOldDead = true;
  requests = 0;
  return { client, clock, requests: () => requests };
}

test("after a timeout on an idle connection all that were idle go, and the repetition takes a new one at once", async () => {
  const { client, clock, requests } = await withIdle(() => undefined);
  let isOver = false;
  const call = getMe(client, {}).finally(() => (isOver = true));
  while (requests() === 0) await clock.advance(0);
  await clock.advance(300);
  while (!isOver) await clock.advance(0);
  await call;
  expect(requests()).toBe(2);
});

test("after a reset of an idle connection likewise", async () => {
  const { client, clock, requests } = await withIdle((socket) => socket.resetAndDestroy());
  let isOver = false;
  const call = getMe(client, {}).finally(() => (isOver = true));
  while (!isOver) await clock.advance(0);
  await call;
  expect(requests()).toBe(2);
});

test("a second connection that is dead too is waited for as usual", async () => {
  const { baseUrl } = await serve((request) => request.socket.resetAndDestroy());
  const clock = createVirtualClock();
  const client = createClient({ baseUrl, token: canaryToken, clock, random: () => 0, retry: { retries: 1 } });
  const outcome = outcomeOf(getMe(client, {}));
  await clock.runUntil(() => clock.pending > 0 && (clock.nextInMs ?? 0) === 250);
  await clock.advance(250);
  expect(await outcome).toMatchObject({ name: "NoAnswerError", attempts: 2 });
});

test.each([
  ["before the service closes it, where its answer says when", "timeout=1", 0, 950],
  ["not at all, where the service closes it at once", "timeout=0", 0, 400],
])("an idle connection is kept %s", async (_what, hint, least, most) => {
  const { server, baseUrl } = await serve((_request, response) => {
    response.setHeader("keep-alive", hint);
    answer(response);
  });
  server.keepAliveTimeout = 60_000;
  const closed = once(server, "connection").then(async ([socket]: Socket[]) => once(socket as Socket, "close"));
  const client = createClient({ baseUrl, token: canaryToken });
  await getMe(client, {});
  const beganMs = performance.now();
  await closed;
  const tookMs = performance.now() - beganMs;
  expect(tookMs).toBeGreaterThanOrEqual(least);
  expect(tookMs).toBeLessThan(most);
});
