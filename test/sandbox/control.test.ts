import { expect, test } from "vitest";
import { PortalRules } from "../../sandbox/portal/portal.js";
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

test("SBX-08 every action of the portal can be made over the control port, with its fields checked", async () => {
  const sandbox = await start({ controlPort: 0 });
  const { appId, serverId } = sandbox.defaults;
  const { actions } = (await ask(sandbox, "/")).body as { readonly actions: Record<string, object> };
  const internal = ["constructor", "note", "app", "addCommand"];
  for (let rules: unknown = PortalRules.prototype; rules !== Object.prototype; rules = Object.getPrototypeOf(rules))
    for (const name of Object.getOwnPropertyNames(rules).filter((one) => !internal.includes(one)))
      expect(Object.keys(actions)).toContain(name);
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
  for (const ms of [1e300, -1, "3000"]) {
    const refused = await ask(sandbox, "/clock/advance", { ms });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { message: expect.stringContaining("31536000000") as unknown },
    ]);
  }
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
  expect(await statusOf(`${sandbox.controlUrl}/`, { host: "evil.example" })).toBe(403);
  for (const site of ["cross-site", "same-site"])
    expect((await ask(sandbox, "/log", undefined, { "sec-fetch-site": site })).status).toBe(403);
  const other = { origin: "http://127.0.0.1:1" }; // another port of this machine is another origin
  expect((await ask(sandbox, "/portal/restartService", {}, other)).status).toBe(403);
  const simple = await fetch(`${sandbox.controlUrl}/portal/restartService`, {
    method: "POST",
    body: "{}",
    headers: { "content-type": "text/plain" },
  });
  expect(simple.status).toBe(400);
});

test("SBX-11 its own page may ask everything, and a link from elsewhere may open it", async () => {
  const sandbox = await start({ controlPort: 0 });
  const own = { origin: sandbox.controlUrl ?? "", "sec-fetch-site": "same-origin" };
  expect((await ask(sandbox, "/page/state", undefined, own)).status).toBe(200);
  expect((await ask(sandbox, "/portal/restartService", {}, own)).status).toBe(200);
  const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  expect(await statusOf(`${sandbox.controlUrl}/`, link)).toBe(200);
  expect(await statusOf(`${sandbox.controlUrl}/log`, link)).toBe(403);
  expect(await statusOf(`${sandbox.controlUrl}/`, { ...link, "sec-fetch-dest": "iframe" })).toBe(403);
});

/** Asks with headers that `fetch` keeps for itself. */
async function statusOf(url: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  const { request } = await import("node:http");
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { headers }, (incoming) => resolve(incoming.resume().statusCode));
    outgoing.on("error", reject).end();
  });
}

test("SBX-11 what the page is told holds no credential, not even one that was just issued", async () => {
  const sandbox = await start({ controlPort: 0 });
  const { appId, person, channelId } = sandbox.defaults;
  const issued = (await ask(sandbox, "/portal/issueCredential", { appId })).body as { readonly token: string };
  person.post(channelId, `is this yours: ${issued.token}?`);
  await sandbox.request({ method: "GET", url: `/api/apps/me?token=${issued.token}`, headers: {} });
  const numbers = sandbox.log.entries().map(({ number }) => number);
  const told = [
    await ask(sandbox, "/page/state"),
    ...(await Promise.all(numbers.map(async (number) => ask(sandbox, `/page/log/${number}`)))),
  ];
  const secret = issued.token.split(".")[2] ?? "";
  expect(secret).not.toBe("");
  expect(JSON.stringify(told)).not.toContain(secret);
});

test("SBX-08 time, files and open points are there for programs of any language", async () => {
  const sandbox = await start({ controlPort: 0, record: true });
  const snapshot = await fetch(`${sandbox.controlUrl}/snapshot`);
  expect(await snapshot.text()).toBe(sandbox.snapshot());
  expect(await ask(sandbox, "/assumptions", { errorBodyShape: "nested" })).toMatchObject({
    status: 200,
    body: { errorBodyShape: "nested" },
  });
  expect(await ask(sandbox, "/assumptions", { errorBodyShape: "round" })).toMatchObject({ status: 400 });
  const recording = await fetch(`${sandbox.controlUrl}/recording`);
  expect(await recording.text()).toContain('"format":"sandbox-recording"');
  const other = await start({ controlPort: 0 });
  const put = await fetch(`${other.controlUrl}/snapshot`, { method: "PUT", body: sandbox.snapshot() });
  expect(put.status).toBe(200);
  expect(other.defaults.token).toBe(sandbox.defaults.token);
});
