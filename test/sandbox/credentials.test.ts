import { expect, test } from "vitest";
import type { EndpointRequest } from "svc-apps/sandbox";
import { call, here, listen, start } from "./support.js";

const dead = { status: 401, body: { code: "MISSING_CREDENTIAL" } };

test("AUTH-12 the swap action kills every credential at once, revoking a slot kills that one", async () => {
  const sandbox = await start();
  const { appId, token: first } = sandbox.defaults;
  const { token: second, slot } = sandbox.portal.issueCredential({ appId });
  expect(slot).toBe(2);
  expect((await call(sandbox, "getMe", {}, first)).status).toBe(200);
  expect((await call(sandbox, "getMe", {}, second)).status).toBe(200);
  sandbox.portal.revokeCredential({ appId, slot: 1 });
  expect(await call(sandbox, "getMe", {}, first)).toMatchObject(dead);
  expect((await call(sandbox, "getMe", {}, second)).status).toBe(200);
  const { token: third } = sandbox.portal.issueCredential({ appId });
  const { token: fourth } = sandbox.portal.swapCredential({ appId });
  expect(await call(sandbox, "getMe", {}, second)).toMatchObject(dead);
  expect(await call(sandbox, "getMe", {}, third)).toMatchObject(dead);
  expect((await call(sandbox, "getMe", {}, fourth)).status).toBe(200);
});

test("AUTH-13 revoking one slot drops only the connections that it opened", async () => {
  const sandbox = await start();
  const { appId, token: first, person, channelId } = sandbox.defaults;
  const { token: second } = sandbox.portal.issueCredential({ appId });
  const old = await listen(sandbox, { token: first });
  const fresh = await listen(sandbox, { token: second });
  sandbox.portal.revokeCredential({ appId, slot: 1 });
  person.post(channelId, "after");
  await sandbox.clock.settle();
  expect(old.types()).toEqual(["connection_open", "connection_close"]);
  expect(fresh.types()).toEqual(["connection_open", "message_create"]);
});

test("SBX-08 there are two slots and no third", async () => {
  const sandbox = await start();
  const { appId } = sandbox.defaults;
  sandbox.portal.issueCredential({ appId });
  expect(() => sandbox.portal.issueCredential({ appId })).toThrowError(
    expect.objectContaining({ code: "SANDBOX_CREDENTIAL_LIMIT" }),
  );
  sandbox.portal.revokeCredential({ appId, slot: 1 });
  expect(sandbox.portal.issueCredential({ appId }).slot).toBe(1);
  expect(() => sandbox.portal.revokeCredential({ appId, slot: 3 })).toThrow("Slot 3");
});

test("SBX-08 a nonexistent, a revoked and a sanctioned owner's credential are refused with one and the same answer", async () => {
  const refusals: unknown[] = [];
  for (const end of ["none", "garbage", "revoked", "owner"]) {
    const sandbox = await start();
    const { token, appId, owner } = sandbox.defaults;
    if (end === "revoked") sandbox.portal.revokeByPlatform({ appId });
    if (end === "owner") sandbox.portal.sanctionPerson({ personId: owner.id });
    const sent = end === "none" ? "" : end === "garbage" ? `${token}x` : token;
    refusals.push(await call(sandbox, "getMe", {}, sent));
  }
  expect(refusals[0]).toMatchObject(dead);
  for (const refusal of refusals) expect(refusal).toEqual(refusals[0]);
});

test.each(["query", "cookie", "lower-case scheme", "basic"])(
  "SBX-08 a credential counts in the Authorization header only: %s",
  async (way) => {
    const sandbox = await start();
    const { token } = sandbox.defaults;
    const headers: Record<string, string> = { "x-svc-api-version": "1" };
    if (way === "cookie") headers["cookie"] = `token=${token}`;
    if (way === "basic") headers["authorization"] = `Basic ${token}`;
    if (way === "lower-case scheme") headers["authorization"] = `bearer ${token}`;
    const { status } = await sandbox.request({
      method: "GET",
      url: `/api/apps/me${way === "query" ? `?token=${token}` : ""}`,
      headers,
    });
    expect(status).toBe(way === "lower-case scheme" ? 200 : 401);
  },
);

test("SBX-08 SBX-02 a suspension ends by itself, a ban takes the credentials too", async () => {
  const sandbox = await start();
  const { appId } = sandbox.defaults;
  const { token } = sandbox.defaults;
  sandbox.portal.suspendApp({ appId, termMs: 86_400_000 });
  expect(await call(sandbox, "getMe", {}, token)).toMatchObject(dead);
  await sandbox.clock.advance(86_399_999);
  expect((await call(sandbox, "getMe", {}, token)).status).toBe(401);
  await sandbox.clock.advance(1);
  expect((await call(sandbox, "getMe", {}, token)).status).toBe(200);
  sandbox.portal.banApp({ appId });
  sandbox.portal.releaseApp({ appId });
  expect(await call(sandbox, "getMe", {}, token)).toMatchObject(dead);
  expect((await call(sandbox, "getMe", {}, sandbox.portal.issueCredential({ appId }).token)).status).toBe(200);
});

test("SBX-08 an owner's sanction switches off all the owner's Apps until it ends", async () => {
  const sandbox = await start();
  const { owner, serverId, token } = sandbox.defaults;
  const { id: appId } = sandbox.portal.createApp({ name: "Second", ownerId: owner.id });
  sandbox.portal.install({ appId, serverId });
  const { token: other } = sandbox.portal.issueCredential({ appId });
  sandbox.portal.sanctionPerson({ personId: owner.id, termMs: 1000 });
  expect((await call(sandbox, "getMe", {}, token)).status).toBe(401);
  expect((await call(sandbox, "getMe", {}, other)).status).toBe(401);
  await sandbox.clock.advance(1000);
  expect((await call(sandbox, "getMe", {}, other)).status).toBe(200);
});

test("SBX-08 a credential revoked by the platform leaves the App installed", async () => {
  const sandbox = await start();
  const { appId, serverId } = sandbox.defaults;
  sandbox.portal.revokeByPlatform({ appId });
  const { token } = sandbox.portal.issueCredential({ appId });
  expect((await call(sandbox, "getServer", { serverId }, token)).status).toBe(200);
});

test("SBX-08 the install link of a private App is APP_NOT_FOUND for everybody, as if there were none", async () => {
  const sandbox = await start();
  const { person, owner } = sandbox.defaults;
  const { id: appId } = sandbox.portal.createApp({ name: "Private", ownerId: owner.id });
  const refusal = (id: string, { id: personId } = person): unknown => {
    try {
      return sandbox.portal.openInstallLink({ appId: id, personId });
    } catch (error) {
      return error;
    }
  };
  expect(refusal(appId)).toMatchObject({ code: "APP_NOT_FOUND" });
  expect(refusal(appId)).toEqual(refusal("1"));
  expect(refusal(appId, owner)).toEqual(refusal("1"));
  sandbox.portal.setOpen({ appId, open: true });
  for (const somebody of [person, owner])
    expect(refusal(appId, somebody)).toEqual({ appId, name: "Private", developer: "Ana" });
});

test("SBX-08 installing needs gerenciar_apps", async () => {
  const sandbox = await start();
  const { person, serverId, owner } = sandbox.defaults;
  const { id: appId } = sandbox.portal.createApp({ name: "Open", ownerId: owner.id });
  sandbox.portal.setOpen({ appId, open: true });
  expect(() => sandbox.portal.install({ appId, serverId, personId: person.id })).toThrow("gerenciar_apps");
  const { roleId } = sandbox.portal.createRole({ serverId, name: "helpers", permissions: ["gerenciar_apps"] });
  sandbox.portal.giveRole({ serverId, roleId, personId: person.id });
  expect(sandbox.portal.install({ appId, serverId, personId: person.id })).toMatchObject({ appId, scopes: [] });
});

test("SBX-08 a deleted App is gone: credential, commands and installation", async () => {
  const sandbox = await start();
  const { appId, token, serverId, owner } = sandbox.defaults;
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "" } });
  sandbox.portal.deleteApp({ appId });
  expect(await call(sandbox, "getMe", {}, token)).toMatchObject(dead);
  expect(() => owner.run("roll")).toThrow("roll");
  expect(() => sandbox.portal.install({ appId, serverId })).toThrowError(
    expect.objectContaining({ code: "APP_NOT_FOUND" }),
  );
});

test("SBX-11 tokens and keys say that they are a sandbox's, and so does every answer", async () => {
  const sandbox = await start();
  expect(sandbox.defaults.token).toMatch(/^svc_app\.[0-9]+\.sandbox-[\w-]{32}$/);
  const keys = await call(sandbox, "listSigningKeys");
  expect(keys).toMatchObject({
    headers: { "x-svc-sandbox": "1" },
    body: { keys: [{ key_id: "ed25519-sandbox-1", state: "current" }] },
  });
});

test("SBX-11 no log line and no log detail holds a secret", async () => {
  const sandbox = await start();
  const { appId, token } = sandbox.defaults;
  const { token: second } = sandbox.portal.issueCredential({ appId });
  await call(sandbox, "getMe", {}, second);
  await call(sandbox, "createMessage", { serverId: "1", channelId: "1", content: "x" }, second);
  await sandbox.request({ method: "GET", url: `/api/apps/me?token=${second}`, headers: {} });
  const { status } = await call(sandbox, "createMessage", { ...here(sandbox), content: `by mistake: ${second}` });
  expect(status).toBe(201);
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: second } });
  const inProcess = ({ body }: EndpointRequest) =>
    Promise.resolve({ status: 200, body: `${body.slice(0, -1)},"x":"${second}"}` });
  await sandbox.portal.saveEndpoint({ appId, url: "https://app.example/", inProcess });
  await sandbox.portal.probeEndpoint({ appId });
  sandbox.defaults.person.run("roll");
  await sandbox.idle();
  const text = JSON.stringify(sandbox.log.entries()) + sandbox.log.text();
  for (const secret of [token, second].map((one) => one.slice(one.lastIndexOf(".") + 1)))
    expect(text).not.toContain(secret);
});

test("AUTH-11 issuing the second credential, moving to it and then revoking the first misses no event", async () => {
  const sandbox = await start();
  const { appId, person, channelId } = sandbox.defaults;
  const old = await listen(sandbox);
  let posted = 0;
  const post = (): void => void person.post(channelId, String(posted++));
  post();
  const { token } = sandbox.portal.issueCredential({ appId });
  post();
  const fresh = await listen(sandbox, { token });
  post();
  sandbox.portal.revokeCredential({ appId, slot: 1 });
  post();
  await sandbox.clock.settle();
  const seen = [...old.frames, ...fresh.frames].flatMap(
    ({ event }) => (event["message"] as { readonly content?: string } | undefined)?.content ?? [],
  );
  expect(new Set(seen)).toEqual(new Set(["0", "1", "2", "3"]));
});
