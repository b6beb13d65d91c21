import { expect, test } from "vitest";
import { call, here, send, start, type VirtualSandbox } from "./support.js";

async function revisionOf(sandbox: VirtualSandbox): Promise<unknown> {
  const { body } = await call(sandbox, "getServer", { serverId: sandbox.defaults.serverId });
  return (body as { readonly revision: unknown }).revision;
}

test("SBX-01 channels are created, edited, moved and archived under a revision that changes each time", async () => {
  const sandbox = await start();
  const { serverId } = sandbox.defaults;
  const { categoryId } = sandbox.portal.createCategory({ serverId, name: "Rooms" });
  let revision = await revisionOf(sandbox);
  const created = await call(sandbox, "createChannel", {
    serverId,
    name: "new",
    type: "text",
    voiceLimit: 3,
    revision,
  });
  expect(created).toMatchObject({
    status: 201,
    body: { channels: [{ name: "general" }, { name: "new", voiceLimit: 3 }] },
  });
  const body = created.body as {
    readonly channels: readonly { readonly publicId: string }[];
    readonly revision: unknown;
  };
  expect(body.revision).not.toBe(revision);
  revision = body.revision;
  const channelId = body.channels[1]?.publicId;
  const moved = await call(sandbox, "editChannel", { serverId, channelId, categoryId, revision });
  expect(moved.body).toMatchObject({
    channels: [{}, { categoryId }],
    categories: [{ publicId: categoryId, name: "Rooms" }],
  });
  const renamed = await call(sandbox, "editChannel", {
    serverId,
    channelId,
    name: "old",
    ageRestricted: true,
    revision: await revisionOf(sandbox),
  });
  expect(renamed.body).toMatchObject({ channels: [{}, { name: "old", ageRestricted: true, categoryId }] });
  expect(renamed.body).not.toHaveProperty("categories");
  const archived = await call(sandbox, "deleteChannel", { serverId, channelId, revision: await revisionOf(sandbox) });
  expect(archived.body).toMatchObject({ channels: [{ name: "general" }] });
  expect(await call(sandbox, "listMessages", { serverId, channelId })).toMatchObject({ status: 404 });
});

test("ADM-11 categoryId together with another field is INVALID_INPUT and changes nothing", async () => {
  const sandbox = await start();
  const { categoryId } = sandbox.portal.createCategory({ serverId: sandbox.defaults.serverId, name: "Rooms" });
  const revision = await revisionOf(sandbox);
  const both = await call(sandbox, "editChannel", { ...here(sandbox), categoryId, name: "x", revision });
  expect(both).toMatchObject({ status: 400, body: { code: "INVALID_INPUT" } });
  expect(await revisionOf(sandbox)).toBe(revision);
  expect((await call(sandbox, "editChannel", { ...here(sandbox), categoryId, revision })).status).toBe(200);
});

test("SBX-01 an old revision is STALE_REVISION with the current one, and nothing is done", async () => {
  const sandbox = await start();
  const { serverId } = sandbox.defaults;
  const old = await revisionOf(sandbox);
  sandbox.portal.createCategory({ serverId, name: "meanwhile" });
  const refused = await call(sandbox, "createRole", { serverId, name: "r", permissions: [], revision: old });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: "STALE_REVISION", currentRevision: await revisionOf(sandbox) },
  });
  const { body } = await call(sandbox, "getServer", { serverId });
  expect((body as { readonly roles: readonly unknown[] }).roles).toHaveLength(1);
});

test("SBX-01 roles are created, edited as a whole set, given, taken and deleted", async () => {
  const sandbox = await start();
  const { serverId, person } = sandbox.defaults;
  const created = await call(sandbox, "createRole", {
    serverId,
    name: "Mods",
    permissions: ["gerenciar_mensagens"],
    color: "#fff",
    displaySeparately: true,
    revision: await revisionOf(sandbox),
  });
  expect(created.status).toBe(201);
  const { roles } = created.body as { readonly roles: readonly { readonly publicId: string }[] };
  const roleId = roles[1]?.publicId;
  const edited = await call(sandbox, "editRole", {
    serverId,
    roleId,
    permissions: [],
    revision: await revisionOf(sandbox),
  });
  expect(edited.body).toMatchObject({
    roles: [{}, { name: "Mods", permissions: [], color: "#fff", displaySeparately: true }],
  });
  const given = await call(sandbox, "assignMemberRole", {
    serverId,
    accountId: person.id,
    roleId,
    revision: await revisionOf(sandbox),
  });
  expect(Object.keys(given.body as object)).toEqual(["roles", "revision"]);
  const taken = await call(sandbox, "removeMemberRole", {
    serverId,
    accountId: person.id,
    roleId,
    revision: await revisionOf(sandbox),
  });
  expect(taken.status).toBe(200);
  const deleted = await call(sandbox, "deleteRole", { serverId, roleId, revision: await revisionOf(sandbox) });
  expect((deleted.body as { readonly roles: readonly unknown[] }).roles).toHaveLength(1);
});

test("SBX-01 giving a role to an App answers with apps, not roles", async () => {
  const sandbox = await start();
  const { serverId } = sandbox.defaults;
  const { id: appId } = sandbox.portal.createApp({ name: "Other", ownerId: sandbox.defaults.owner.id });
  sandbox.portal.install({ appId, serverId, scopes: [] });
  const { roleId } = sandbox.portal.createRole({ serverId, name: "low" });
  const give = { serverId, appId, roleId, revision: await revisionOf(sandbox) };
  expect((await call(sandbox, "assignAppRole", give)).body).toMatchObject({ apps: [{}, { publicId: appId }] });
  const take = { ...give, revision: await revisionOf(sandbox) };
  expect(Object.keys((await call(sandbox, "removeAppRole", take)).body as object)).toEqual(["apps", "revision"]);
});

test("SBX-01 giving a role needs a rank higher than that of its holder", async () => {
  const sandbox = await start();
  const { serverId, person } = sandbox.defaults;
  const { roleId: low } = sandbox.portal.createRole({ serverId, name: "low", rank: 1 });
  for (const [rank, status] of [
    [9, 200],
    [10, 403],
  ] as const) {
    const { roleId } = sandbox.portal.createRole({ serverId, name: `rank ${rank}`, rank });
    sandbox.portal.giveRole({ serverId, roleId, personId: person.id });
    const give = { serverId, accountId: person.id, roleId: low, revision: await revisionOf(sandbox) };
    expect((await call(sandbox, "assignMemberRole", give)).status).toBe(status);
  }
});

test("SBX-01 the owner outranks every App, even without a role", async () => {
  const sandbox = await start();
  const { serverId, owner } = sandbox.defaults;
  const { roleId } = sandbox.portal.createRole({ serverId, name: "low" });
  const give = { serverId, accountId: owner.id, roleId, revision: await revisionOf(sandbox) };
  expect(await call(sandbox, "assignMemberRole", give)).toMatchObject({
    status: 403,
    body: {
      code: "SANDBOX_FORBIDDEN",
      message: "Giving or taking a role needs a rank higher than that of its holder.",
    },
  });
});

test("SBX-01 what an App can is what its roles give within the scopes of its installation", async () => {
  const sandbox = await start();
  const { serverId, appId } = sandbox.defaults;
  const can = async () =>
    ((await call(sandbox, "getServer", { serverId })).body as { readonly can: Record<string, boolean> }).can;
  expect(await can()).toMatchObject({ gerenciar_canais: true, gerenciar_cargos: true });
  sandbox.portal.install({ appId, serverId, scopes: ["gerenciar_canais"] });
  expect(await can()).toMatchObject({ gerenciar_canais: true, gerenciar_cargos: false });
  const refused = await call(sandbox, "createRole", {
    serverId,
    name: "r",
    permissions: [],
    revision: await revisionOf(sandbox),
  });
  expect(refused).toMatchObject({ status: 403, body: { code: "SANDBOX_FORBIDDEN" } });
});

test("SBX-10 managedChannels is absent without the permission, lists restricted channels with it, and can be empty", async () => {
  const sandbox = await start();
  const { serverId, channelId, appId } = sandbox.defaults;
  const { roleId } = sandbox.portal.createRole({ serverId, name: "secret" });
  sandbox.portal.createChannel({ serverId, name: "hidden", onlyRoleIds: [roleId] });
  const read = async () =>
    (await call(sandbox, "getServer", { serverId })).body as {
      readonly channels: unknown;
      readonly managedChannels?: unknown;
    };
  expect(await read()).toMatchObject({
    channels: [{ name: "general" }],
    managedChannels: [{ name: "general" }, { name: "hidden" }],
  });
  for (const { publicId } of (await read()).managedChannels as readonly { readonly publicId: string }[]) {
    await call(sandbox, "deleteChannel", { serverId, channelId: publicId, revision: await revisionOf(sandbox) });
  }
  expect(await read()).toMatchObject({ channels: [], managedChannels: [] });
  sandbox.portal.install({ appId, serverId, scopes: [] });
  expect(await read()).not.toHaveProperty("managedChannels");
  expect((await call(sandbox, "listMessages", { serverId, channelId })).status).toBe(404);
});

test("SBX-10 the member list says that it is truncated beyond 500, and marks Apps", async () => {
  const sandbox = await start();
  const { serverId } = sandbox.defaults;
  const list = async () =>
    (await call(sandbox, "listMembers", { serverId })).body as {
      readonly members: readonly { readonly isApp?: boolean }[];
      readonly roles: readonly object[];
      readonly truncated: boolean;
    };
  expect((await list()).members.map(({ isApp }) => isApp)).toEqual([undefined, undefined, true]);
  expect((await list()).roles[0]).not.toHaveProperty("permissions");
  for (let number = 3; number < 500; number++) sandbox.newPerson(`p${number}`);
  expect(await list()).toMatchObject({ truncated: false });
  sandbox.newPerson("one too many");
  expect(await list()).toMatchObject({ truncated: true });
  expect((await list()).members).toHaveLength(500);
  expect((await list()).members.at(-1)).toMatchObject({ isApp: true });
});

test("SBX-01 a server where the App is not installed does not exist for it", async () => {
  const sandbox = await start();
  const { serverId } = sandbox.portal.createServer({ name: "elsewhere", ownerId: sandbox.defaults.owner.id });
  const unknown = await call(sandbox, "getServer", { serverId: "1" });
  expect(await call(sandbox, "getServer", { serverId })).toEqual({ ...unknown, headers: expect.anything() as unknown });
});

test.each([
  "/api/conversas",
  "/api/servidores/1/categorias",
  "/api/servidores/1/castigos",
  "/api/anexos",
  "/api/apps/me/configuracao",
])("SBX-01 %s takes no credential of an App, which stays good all the same", async (path) => {
  const sandbox = await start();
  expect(await send(sandbox, "POST", path, "{}")).toMatchObject({ status: 401 });
  expect((await call(sandbox, "getMe")).status).toBe(200);
});

test("a role that a server does not have is refused by the portal as by the routes, and nothing changes", async () => {
  const sandbox = await start();
  const { serverId, channelId, owner } = sandbox.defaults;
  const elsewhere = sandbox.portal.createServer({ name: "Elsewhere", ownerId: owner.id });
  const { roleId } = sandbox.portal.createRole({ serverId: elsewhere.serverId, name: "theirs" });
  const missing = { code: "SANDBOX_NOT_FOUND", status: 404, message: "There is no role here that you can reach." };
  const before = await revisionOf(sandbox);
  for (const unknown of ["1", roleId]) {
    const onlyRoleIds = [unknown];
    const { portal } = sandbox;
    expect(() => portal.restrictChannel({ channelId, onlyRoleIds })).toThrow(expect.objectContaining(missing));
    expect(() => portal.createChannel({ serverId, name: "x", onlyRoleIds })).toThrow(expect.objectContaining(missing));
  }
  expect(() => sandbox.portal.restrictChannel({ channelId: "1" })).toThrow("There is no channel here");
  expect(await revisionOf(sandbox)).toEqual(before);
  expect((await call(sandbox, "listMessages", { serverId, channelId })).status).toBe(200);
});

test("an archived channel is there no more for whoever restricts it", async () => {
  const sandbox = await start();
  const { serverId, appId } = sandbox.defaults;
  const { roleId } = sandbox.portal.createRole({ serverId, name: "admins", permissions: ["gerenciar_canais"] });
  sandbox.portal.giveRole({ serverId, roleId, appId });
  const { channelId } = sandbox.portal.createChannel({ serverId, name: "old" });
  await call(sandbox, "deleteChannel", { serverId, channelId, revision: await revisionOf(sandbox) });
  expect(() => sandbox.portal.restrictChannel({ channelId, onlyRoleIds: [roleId] })).toThrow(
    "There is no channel here",
  );
});
