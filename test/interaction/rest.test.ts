import http from "node:http";
import { createClient } from "svc-apps";
import { nodeTransport } from "svc-apps/node";
import { restChannel } from "../../runtime/interaction/channels/rest.js";
import { json, startServer } from "../support/http-server.js";
import { expect, onTestFinished, test } from "vitest";

const token = "svc_app.7301000000000000001.secret";
const interactionId = "0b8f2a52-4a5e-4c53-8f0e-1d8f6f0a6b11";
const accepted = { interaction: { id: interactionId, state: "x", followups: 0, expiresAt: "2030-01-01T00:00:00Z" } };

/** A service that answers what comes over a new connection, and what comes over one that was kept while `isAlive`. */
async function serviceWithOldConnections() {
  const world = { isAlive: true, ports: [] as (number | undefined)[] };
  const known = new Set<unknown>();
  const server = await startServer((_seen, response) => {
    const { socket } = response;
    world.ports.push(socket?.remotePort);
    if (!world.isAlive && known.has(socket)) return;
    known.add(socket);
    json(response, 200, accepted);
  });
  const agent = new http.Agent({ keepAlive: true });
  onTestFinished(async () => {
    agent.destroy();
    await server.close();
  });
  const client = createClient({ baseUrl: server.url, token, transport: nodeTransport({ agent }) });
  return { world, agent, channel: () => restChannel(client, interactionId as never) }; // an id, as the service makes them
}

test("an attempt that overtakes one that hangs opens a new connection, however many are pooled", async () => {
  const { world, agent, channel } = await serviceWithOldConnections();
  const burst = Array.from({ length: 6 }, async () => channel().confirm({ type: "defer" }, 2_000));
  await Promise.all(burst);
  expect(Object.values(agent.freeSockets).flat().length).toBeGreaterThan(3);
  world.isAlive = false;
  const one = channel();
  void one.confirm({ type: "defer" }, 2_000);
  expect(await one.confirm({ type: "defer" }, 2_000)).toMatchObject({ was: "accepted" });
});

test("an attempt after one that failed at once takes a pooled connection", async () => {
  const { world, channel } = await serviceWithOldConnections();
  const one = channel();
  for (let attempt = 1; attempt <= 3; attempt += 1) await one.confirm({ type: "defer" }, 2_000);
  expect(new Set(world.ports).size).toBe(1);
});
