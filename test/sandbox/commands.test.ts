import { expect, test } from "vitest";
import { call, start, type VirtualSandbox } from "./support.js";

const roll = {
  type: "chat",
  name: "roll",
  description: "Roll",
  options: [{ type: "integer", name: "sides", description: "How many", required: true, minValue: 2, maxValue: 100 }],
};

const idOf = (body: unknown): string => (body as { readonly publicId: string }).publicId;
const commandsOf = async (sandbox: VirtualSandbox) =>
  ((await call(sandbox, "listCommands")).body as { readonly commands: readonly Record<string, unknown>[] }).commands;

test("SBX-01 commands are registered at once, replaced whole and deleted without a body", async () => {
  const sandbox = await start();
  const created = await call(sandbox, "createCommand", { command: roll });
  expect(created).toMatchObject({ status: 201, body: { ...roll, requiredPermission: null } });
  expect(sandbox.defaults.person.run("roll", { sides: 6 }).state).toBe("open");
  const commandId = idOf(created.body);
  const edited = await call(sandbox, "editCommand", {
    commandId,
    command: { type: "chat", name: "roll", description: "Again" },
  });
  expect(edited.body).toEqual({
    publicId: commandId,
    type: "chat",
    name: "roll",
    description: "Again",
    requiredPermission: null,
  });
  expect(await call(sandbox, "deleteCommand", { commandId })).toMatchObject({ status: 204, body: undefined });
  expect(await commandsOf(sandbox)).toEqual([]);
  expect((await call(sandbox, "deleteCommand", { commandId })).status).toBe(404);
});

test("CMD-24 a definition cannot set what the service sets: the id, the server, the version", async () => {
  const sandbox = await start();
  const { serverId } = sandbox.defaults;
  const claims = { publicId: "123", serverId, version: 99 };
  const created = await call(sandbox, "createCommand", { command: { ...roll, ...claims } });
  const commandId = idOf(created.body);
  expect(created.body).toEqual({ ...roll, publicId: commandId, requiredPermission: null });
  const edited = await call(sandbox, "editCommand", { commandId, command: { ...roll, ...claims } });
  expect(edited).toMatchObject({ status: 200, body: { publicId: commandId } });
  expect(await commandsOf(sandbox)).toEqual([
    { ...roll, publicId: commandId, serverId: null, requiredPermission: null },
  ]);
  expect((await call(sandbox, "deleteCommand", { commandId })).status).toBe(204);
});

test("SBX-01 a command with a serverId exists in that server only", async () => {
  const sandbox = await start();
  const { serverId, person, appId, owner } = sandbox.defaults;
  const other = sandbox.portal.createServer({ name: "other", ownerId: owner.id });
  sandbox.portal.install({ appId, serverId: other.serverId });
  await call(sandbox, "createCommand", { command: { type: "chat", name: "here", description: "" }, serverId });
  await call(sandbox, "createCommand", { command: { type: "chat", name: "everywhere", description: "" } });
  expect(person.run("here").state).toBe("open");
  expect(owner.run("everywhere", {}, other).state).toBe("open");
  expect(() => owner.run("here", {}, other)).toThrowError(expect.objectContaining({ code: "SANDBOX_NOT_FOUND" }));
});

test.each([
  [{ type: "user", name: "x", description: "", options: [] }, "options"],
  [{ type: "chat", name: "x" }, "description"],
  [{ type: "chat", name: "x", description: "", requiredPermission: "desconhecida" }, "read, never written"],
])("SBX-01 the definition %j is refused for its %s", async (command, why) => {
  const sandbox = await start();
  expect(await call(sandbox, "createCommand", { command })).toMatchObject({
    status: 400,
    body: {
      code: "INVALID_INPUT",
      message: expect.stringMatching(why === "description" ? /description|fit/ : why) as unknown,
    },
  });
});

test("SBX-10 a requirement that the service does not know reads as desconhecida, and no one may trigger it", async () => {
  const sandbox = await start();
  const { owner } = sandbox.defaults;
  sandbox.portal.learnPermission({ name: "dance" });
  const { appId, serverId } = sandbox.defaults;
  sandbox.portal.install({ appId, serverId, scopes: ["dance"] });
  await call(sandbox, "createCommand", {
    command: { type: "chat", name: "dance", description: "", requiredPermission: "dance" },
  });
  expect(owner.run("dance").state).toBe("open");
  sandbox.portal.forgetPermission({ name: "dance" });
  expect(await commandsOf(sandbox)).toMatchObject([{ requiredPermission: "desconhecida" }]);
  expect(() => owner.run("dance")).toThrow("its required permission is unknown");
});

test("SBX-01 a command that needs more than the installation authorizes is APP_MISSING_SCOPE", async () => {
  const sandbox = await start();
  const { appId, serverId } = sandbox.defaults;
  const command = { type: "chat", name: "tidy", description: "", requiredPermission: "gerenciar_canais" };
  sandbox.portal.install({ appId, serverId, scopes: [] });
  expect(await call(sandbox, "createCommand", { command })).toMatchObject({
    status: 403,
    body: { code: "APP_MISSING_SCOPE" },
  });
  sandbox.portal.install({ appId, serverId, scopes: ["gerenciar_canais"] });
  expect((await call(sandbox, "createCommand", { command })).status).toBe(201);
});

test("SBX-01 a person needs the permission that a command requires", async () => {
  const sandbox = await start();
  const { person, owner } = sandbox.defaults;
  await call(sandbox, "createCommand", {
    command: { type: "chat", name: "tidy", description: "", requiredPermission: "gerenciar_canais" },
  });
  expect(() => person.run("tidy")).toThrow("needs gerenciar_canais");
  expect(owner.run("tidy").state).toBe("open");
});

test("SBX-10 the list of commands says when it carries less than exists", async () => {
  const sandbox = await start({ parameters: { commandList: 2 } });
  for (const name of ["a", "b", "c"])
    await call(sandbox, "createCommand", { command: { type: "chat", name, description: "" } });
  expect((await call(sandbox, "listCommands")).body).toMatchObject({
    truncated: true,
    commands: [{ name: "a" }, { name: "b" }],
  });
});

test.each([
  [{}, "sides is required"],
  [{ sides: 1 }, "at least 2"],
  [{ sides: 101 }, "at most 100"],
  [{ sides: 2.5 }, "whole number"],
  [{ sides: 6, luck: 1 }, "no option luck"],
])("SBX-01 the arguments %j are refused before the App hears of them: %s", async (args, why) => {
  const sandbox = await start();
  await call(sandbox, "createCommand", { command: roll });
  expect(() => sandbox.defaults.person.run("roll", args)).toThrow(why);
});
