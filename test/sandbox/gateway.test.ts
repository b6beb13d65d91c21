import { expect, test } from "vitest";
import { closeCodes } from "svc-apps/rest";
import { call, listen, start, type Listener } from "./support.js";

const closing = (stream: Listener): unknown =>
  stream.frames.findLast(({ event }) => event.type === "connection_close")?.event;

test("SBX-03 the first frame is connection_open, events carry rising ids, the kind is in the JSON", async () => {
  const sandbox = await start();
  const stream = await listen(sandbox);
  expect(stream).toMatchObject({ status: 200, headers: { "content-type": "text/event-stream; charset=utf-8" } });
  const { person, channelId, serverId } = sandbox.defaults;
  person.post(channelId, "a");
  person.post(channelId, "b");
  await sandbox.clock.settle();
  expect(stream.types()).toEqual(["connection_open", "message_create", "message_create"]);
  expect(stream.frames[0]?.event).toMatchObject({ version: "1", connectionId: expect.any(String) as unknown });
  expect(stream.frames[1]?.event).toMatchObject({ serverId, message: { content: "a", channelId } });
  expect(Number(stream.frames[2]?.id)).toBe(Number(stream.frames[1]?.id) + 1);
  expect(stream.text()).not.toMatch(/^event:/m);
});

test("SBX-03 SBX-02 a heartbeat comment comes every 25 seconds and is no event", async () => {
  const sandbox = await start();
  const stream = await listen(sandbox);
  await sandbox.clock.advance(24_999);
  expect(stream.comments).toEqual([]);
  await sandbox.clock.advance(1);
  expect(stream.comments).toEqual(["batimento"]);
  await sandbox.clock.advance(50_000);
  expect(stream.comments).toHaveLength(3);
  expect(stream.types()).toEqual(["connection_open"]);
});

test("SBX-03 only the families asked for arrive, and at least one must be asked for", async () => {
  const sandbox = await start();
  await call(sandbox, "createCommand", { command: { type: "chat", name: "roll", description: "" } });
  const messages = await listen(sandbox, { intents: "messages" });
  const interactions = await listen(sandbox, { intents: "interactions,moonphases" });
  sandbox.defaults.person.post(sandbox.defaults.channelId, "a");
  sandbox.defaults.person.run("roll");
  await sandbox.clock.settle();
  expect(messages.types()).toEqual(["connection_open", "message_create"]);
  expect(interactions.types()).toEqual(["connection_open", "interaction_create"]);
  messages.close();
  expect(await listen(sandbox, { intents: "" })).toMatchObject({ status: 400 });
});

test("SBX-03 a resume inside the window gives connection_resume and exactly what was missed", async () => {
  const sandbox = await start();
  const { person, channelId } = sandbox.defaults;
  const stream = await listen(sandbox);
  person.post(channelId, "seen");
  await sandbox.clock.settle();
  stream.close();
  person.post(channelId, "missed 1");
  person.post(channelId, "missed 2");
  const again = await listen(sandbox, { lastEventId: stream.frames[1]?.id ?? "" });
  person.post(channelId, "new");
  await sandbox.clock.settle();
  expect(again.types()).toEqual(["connection_resume", "message_create", "message_create", "message_create"]);
  expect(again.frames.slice(1).map(({ event }) => (event["message"] as { readonly content: string }).content)).toEqual([
    "missed 1",
    "missed 2",
    "new",
  ]);
});

test.each([
  [500, "connection_resume", 501],
  [501, "connection_open", 1],
])("SBX-03 after %d missed events a resume begins with %s", async (missed, first, frames) => {
  const sandbox = await start();
  const { person, channelId } = sandbox.defaults;
  const stream = await listen(sandbox);
  stream.close();
  for (let number = 0; number < missed; number++) person.post(channelId, "x");
  const again = await listen(sandbox, { lastEventId: stream.frames[0]?.id ?? "" });
  expect([again.types()[0], again.frames.length]).toEqual([first, frames]);
});

test.each([
  [120_000, "connection_resume"],
  [120_001, "connection_open"],
])("SBX-03 SBX-02 a resume after %d ms away begins with %s, whether something was missed or not", async (ms, first) => {
  for (const post of [true, false]) {
    const sandbox = await start();
    const stream = await listen(sandbox);
    stream.close();
    if (post) sandbox.defaults.person.post(sandbox.defaults.channelId, "x");
    await sandbox.clock.advance(ms);
    expect((await listen(sandbox, { lastEventId: stream.frames[0]?.id ?? "" })).types()[0]).toBe(first);
  }
});

test.each(["99", "-1", "1.5", "abc", "9007199254740993", " 0"])(
  "SBX-03 a resume after the unknown id %j starts over",
  async (lastEventId) => {
    const sandbox = await start();
    expect((await listen(sandbox, { lastEventId })).types()).toEqual(["connection_open"]);
  },
);

test("SBX-04 an App has two connections, the gateway fifty, and one more is 429 before the stream opens", async () => {
  const sandbox = await start();
  await listen(sandbox);
  const second = await listen(sandbox);
  expect(await listen(sandbox)).toMatchObject({
    status: 429,
    headers: { "retry-after": "5", "content-type": "application/json" },
  });
  expect((await call(sandbox, "openMailbox", { intents: "messages" })).status).toBe(429);
  second.close();
  expect((await listen(sandbox)).status).toBe(200);
  for (let number = 0; number < 24; number++) {
    const { id: appId } = sandbox.portal.createApp({ name: `App ${number}`, ownerId: sandbox.defaults.owner.id });
    const { token } = sandbox.portal.issueCredential({ appId });
    expect((await listen(sandbox, { token })).status).toBe(200);
    expect((await listen(sandbox, { token })).status).toBe(200);
  }
  const { id: appId } = sandbox.portal.createApp({ name: "51st", ownerId: sandbox.defaults.owner.id });
  expect((await listen(sandbox, { token: sandbox.portal.issueCredential({ appId }).token })).status).toBe(429);
});

test.each(Object.entries(closeCodes))(
  "SBX-03 the close frame %s carries its reconnect flag and ends the stream properly",
  async (code, { reconnect }) => {
    const sandbox = await start();
    const stream = await listen(sandbox);
    sandbox.faults.streams.closeFrame(code as keyof typeof closeCodes);
    await sandbox.clock.settle();
    expect(closing(stream)).toMatchObject({ code, reconnect, message: expect.any(String) as unknown });
    expect(stream.ended()).toBe("end");
  },
);

test("EVT-33 every end of a credential or an App sends a close frame with reconnect false before the line closes", async () => {
  const ends = {
    swap: ["CREDENTIAL_REVOKED", (s, appId) => s.portal.swapCredential({ appId })],
    revoke: ["CREDENTIAL_REVOKED", (s, appId) => s.portal.revokeCredential({ appId, slot: 1 })],
    platform: ["CREDENTIAL_REVOKED", (s, appId) => s.portal.revokeByPlatform({ appId })],
    deleted: ["APP_DELETED", (s, appId) => s.portal.deleteApp({ appId })],
    owner: ["OWNER_SANCTIONED", (s) => s.portal.sanctionPerson({ personId: s.defaults.owner.id })],
    suspended: ["APP_SANCTIONED", (s, appId) => s.portal.suspendApp({ appId, termMs: 1000 })],
    banned: ["APP_SANCTIONED", (s, appId) => s.portal.banApp({ appId })],
  } satisfies Record<string, readonly [string, (sandbox: Awaited<ReturnType<typeof start>>, appId: string) => unknown]>;
  for (const [code, end] of Object.values(ends)) {
    const sandbox = await start();
    const stream = await listen(sandbox);
    end(sandbox, sandbox.defaults.appId);
    await sandbox.clock.settle();
    expect(closing(stream)).toMatchObject({ code, reconnect: false });
    expect(stream.ended()).toBe("end");
    expect(stream.frames.at(-1)?.event.type).toBe("connection_close");
  }
});

test("SBX-03 losing a channel, or the installation, says AUTHORIZATION_LOST, and the new view is smaller", async () => {
  const sandbox = await start();
  const { serverId, channelId, appId, person, owner } = sandbox.defaults;
  const stream = await listen(sandbox);
  const { roleId } = sandbox.portal.createRole({ serverId, name: "inner" });
  sandbox.portal.restrictChannel({ channelId, onlyRoleIds: [roleId] });
  await sandbox.clock.settle();
  expect(closing(stream)).toMatchObject({ code: "AUTHORIZATION_LOST", reconnect: true });
  const again = await listen(sandbox);
  owner.post(channelId, "secret");
  expect(() => person.post(channelId, "me too")).toThrow("channel");
  await sandbox.clock.settle();
  expect(again.types()).toEqual(["connection_open"]);
  sandbox.portal.uninstall({ appId, serverId });
  await sandbox.clock.settle();
  expect(closing(again)).toMatchObject({ code: "AUTHORIZATION_LOST" });
});

/** An App in a channel of a role's own, listening, and a role that stays as it is. */
async function insideRestricted(): Promise<RoleStage> {
  const sandbox = await start();
  const { serverId, appId, owner } = sandbox.defaults;
  const { roleId } = sandbox.portal.createRole({ serverId, name: "inner" });
  const { channelId } = sandbox.portal.createChannel({ serverId, name: "inner", onlyRoleIds: [roleId] });
  sandbox.portal.giveRole({ serverId, roleId, appId });
  const revision = async (): Promise<unknown> =>
    ((await call(sandbox, "getServer", { serverId })).body as { readonly revision: unknown }).revision;
  const stream = await listen(sandbox);
  owner.post(channelId, "while inside");
  await sandbox.clock.settle();
  return { sandbox, stream, roleId, channelId, revision };
}

interface RoleStage {
  readonly sandbox: Awaited<ReturnType<typeof start>>;
  readonly stream: Listener;
  readonly roleId: string;
  readonly channelId: string;
  readonly revision: () => Promise<unknown>;
}

const losses: readonly (readonly [how: string, lose: (stage: RoleStage) => void | Promise<void>])[] = [
  [
    "the portal takes the role",
    ({ sandbox, roleId }: RoleStage) => {
      const { serverId, appId } = sandbox.defaults;
      sandbox.portal.takeRole({ serverId, roleId, appId });
    },
  ],
  [
    "the role is deleted",
    async ({ sandbox, roleId, revision }: RoleStage) => {
      const { serverId } = sandbox.defaults;
      const gone = await call(sandbox, "deleteRole", { serverId, roleId, revision: await revision() });
      expect(gone.status).toBe(200);
    },
  ],
  [
    "the channel is restricted to others",
    ({ sandbox, channelId }: RoleStage) => {
      const { serverId } = sandbox.defaults;
      const { roleId } = sandbox.portal.createRole({ serverId, name: "others" });
      sandbox.portal.restrictChannel({ channelId, onlyRoleIds: [roleId] });
    },
  ],
  [
    "the App is taken out of the server",
    ({ sandbox }: RoleStage) => {
      const { serverId, appId } = sandbox.defaults;
      sandbox.portal.uninstall({ serverId, appId });
    },
  ],
];

test.each(losses)(
  "EVT-30 when %s, streams get AUTHORIZATION_LOST and a resume gives nothing of the channel",
  async (_how, lose) => {
    const stage = await insideRestricted();
    const { sandbox, stream, channelId } = stage;
    const [opened, heard] = stream.frames;
    expect(heard?.event).toMatchObject({ type: "message_create", message: { content: "while inside" } });
    await lose(stage);
    await sandbox.clock.settle();
    expect(closing(stream)).toMatchObject({ code: "AUTHORIZATION_LOST", reconnect: true });
    sandbox.defaults.owner.post(channelId, "without the App");
    const again = await listen(sandbox, { lastEventId: opened?.id ?? "" });
    await sandbox.clock.settle();
    expect(again.types()).toEqual(["connection_resume"]);
  },
);

test("EVT-30 a channel that is archived, and a role that opened nothing, take no authorization from anybody", async () => {
  const { sandbox, stream, channelId, revision } = await insideRestricted();
  const { serverId, appId } = sandbox.defaults;
  const { roleId } = sandbox.portal.createRole({ serverId, name: "plain" });
  sandbox.portal.giveRole({ serverId, roleId, appId });
  sandbox.portal.takeRole({ serverId, roleId, appId });
  expect(await call(sandbox, "deleteChannel", { serverId, channelId, revision: await revision() })).toMatchObject({
    status: 200,
  });
  await sandbox.clock.settle();
  expect(closing(stream)).toBeUndefined();
  stream.close();
  const again = await listen(sandbox, { lastEventId: stream.frames[0]?.id ?? "" });
  await sandbox.clock.settle();
  expect(again.types()).toEqual(["connection_resume", "message_create"]);
});

test("SBX-03 a restart of the service says so, and ends mailboxes without a word", async () => {
  const sandbox = await start();
  const stream = await listen(sandbox);
  const { mailbox, next } = (await call(sandbox, "openMailbox", { intents: "messages" })).body as {
    readonly mailbox: string;
    readonly next: string;
  };
  sandbox.portal.restartService();
  await sandbox.clock.settle();
  expect(closing(stream)).toMatchObject({ code: "SERVER_RESTARTING", reconnect: true });
  expect(await call(sandbox, "readMailbox", { mailboxId: mailbox, since: next })).toMatchObject({
    status: 409,
    body: { code: "MAILBOX_EXPIRED" },
  });
});
