import { afterEach, expect, test } from "vitest";
import { startSandbox, type Sandbox } from "svc-apps/sandbox";

let running: Sandbox | undefined;
afterEach(() => running?.stop());

test("SBX-01 a message written over HTTP is read back in process", async () => {
  const sandbox = (running = await startSandbox({ clock: "virtual", seed: 1 }));
  const { serverId, channelId, token } = sandbox.defaults;
  const path = `/api/servidores/${serverId}/canais/${channelId}/mensagens`;
  const headers = { authorization: `Bearer ${token}`, "x-svc-api-version": "1", "content-type": "application/json" };
  const body = JSON.stringify({ content: "hello", clientRef: "a" });
  const written = await fetch(sandbox.baseUrl + path, { method: "POST", headers, body });
  expect(written.status).toBe(201);
  const read = await sandbox.request({ method: "GET", url: path, headers });
  expect(JSON.parse(read.body)).toMatchObject({ messages: [{ content: "hello", channelId }], reactions: {} });
});
