import { expect, test } from "vitest";
import { start, type VirtualSandbox } from "./support.js";

async function ask(
  sandbox: VirtualSandbox,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<{ readonly status: number; readonly body: unknown }> {
  const post = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
  const response = await fetch(`${sandbox.controlUrl}${path}`, body === undefined ? { headers } : post);
  return { status: response.status, body: await response.json() };
}

test("SBX-08 every gesture of the portal can be made over the control port, with its fields checked", async () => {
  const sandbox = await start({ controlPort: 0 });
  const { appId, serverId } = sandbox.defaults;
  const { gestures } = (await ask(sandbox, "/")).body as { readonly gestures: Record<string, object> };
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(sandbox.portal) as object);
  for (const name of methods.filter((one) => one !== "constructor")) expect(Object.keys(gestures)).toContain(name);
  expect(await ask(sandbox, "/portal/issueCredential", { appId })).toMatchObject({
    status: 200,
    body: { slot: 2, token: expect.stringContaining(appId) as unknown },
  });
  expect(await ask(sandbox, "/portal/issueCredential", { appId })).toMatchObject({
    status: 409,
    body: { code: "SANDBOX_CREDENTIAL_LIMIT" },
  });
  expect(await ask(sandbox, "/portal/issueCredential", { appId: 7 })).toMatchObject({
    status: 400,
    body: { code: "INVALID_INPUT" },
  });
  expect(await ask(sandbox, "/portal/install", { appId, serverId, scopes: ["gerenciar_canais"] })).toMatchObject({
    body: { scopes: ["gerenciar_canais"] },
  });
  expect(await ask(sandbox, "/portal/constructor", {})).toMatchObject({ status: 404 });
  expect(await ask(sandbox, "/portal/probeEndpoint", { appId })).toMatchObject({
    status: 409,
    body: { code: "SANDBOX_NO_ENDPOINT" },
  });
});

test("SBX-08 people act, faults are ordered and time is stepped over the control port", async () => {
  const sandbox = await start({ controlPort: 0 });
  const { person, channelId, appId } = sandbox.defaults;
  expect(await ask(sandbox, `/people/${person.id}/post`, { args: [channelId, "hello"] })).toMatchObject({
    body: { content: "hello" },
  });
  expect(await ask(sandbox, `/people/${person.id}/constructor`, { args: [] })).toMatchObject({ status: 404 });
  const { token } = sandbox.defaults;
  const command = { type: "chat", name: "roll", description: "" };
  await sandbox.request({
    method: "POST",
    url: "/api/apps/me/comandos",
    headers: { authorization: `Bearer ${token}`, "x-svc-api-version": "1", "content-type": "application/json" },
    body: JSON.stringify({ command }),
  });
  const rolled = (await ask(sandbox, `/people/${person.id}/run`, { args: ["roll"] })).body as { readonly id: string };
  expect(await ask(sandbox, "/clock/advance", { ms: 3000 })).toMatchObject({ body: { now: sandbox.clock.now() } });
  expect(await ask(sandbox, `/interactions/${rolled.id}`)).toMatchObject({ body: { state: "expired" } });
  expect((await ask(sandbox, "/faults/serverError", { args: [{ operation: "getMe", status: 500 }] })).status).toBe(200);
  expect((await ask(sandbox, "/faults/streams/end", { args: [] })).status).toBe(200);
  expect((await ask(sandbox, "/faults/toString", { args: [] })).status).toBe(404);
  expect((await sandbox.request({ method: "GET", url: "/api/apps/me", headers: {} })).status).toBe(500);
  const log = (await ask(sandbox, "/log?after=2")).body as readonly { readonly number: number }[];
  expect(log[0]?.number).toBe(3);
  expect(JSON.stringify(log)).not.toContain(token);
  expect(log.length).toBeGreaterThan(3);
  expect(appId).not.toBe("");
});

test("SBX-11 the control port serves programs on this machine, and no web page", async () => {
  const sandbox = await start({ controlPort: 0 });
  expect(new URL(sandbox.controlUrl ?? "").hostname).toBe("127.0.0.1");
  expect((await ask(sandbox, "/", undefined, { origin: "https://evil.example" })).status).toBe(403);
  const { request } = await import("node:http");
  const status = await new Promise((resolve, reject) => {
    const outgoing = request(`${sandbox.controlUrl}/`, { headers: { host: "evil.example" } }, (incoming) =>
      resolve(incoming.resume().statusCode),
    );
    outgoing.on("error", reject).end();
  });
  expect(status).toBe(403);
  const simple = await fetch(`${sandbox.controlUrl}/portal/restartService`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "text/plain" },
  });
  expect(simple.status).toBe(400);
});
