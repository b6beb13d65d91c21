import { App, asServerId, silentLogger, unknownField } from "svc-apps";
import { expect, test } from "vitest";
import { appOn, connected, pass, platform, roll } from "./kit/world.js";

test("start, stop, start again: the same App lives twice", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  app.command(roll, async ({ reply }) => reply("4"));
  expect(app.health()).toMatchObject({ status: "idle", interactionsRunning: 0 });
  const { person } = await start();
  expect(app.health()).toMatchObject({ status: "ok", events: { phase: "open", transport: "gateway" } });
  await expect(app.start({ signals: false })).rejects.toThrow(/started already/);
  await app.stop();
  expect(app.health().status).toBe("stopped");
  expect(await app.stopped).toEqual({ why: "asked" });
  await start();
  const run = person.run(roll);
  await pass(sandbox, 50);
  expect(run.state).toBe("confirmed");
});

test("commands are registered once: a second start writes nothing", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  app.command(roll, async ({ reply }) => reply("4"));
  await start();
  await app.stop();
  sandbox.log.clear();
  await start();
  const operations = sandbox.log.entries("request").map(({ detail }) => detail["operation"]);
  expect(operations).toContain("listCommands");
  expect(operations).not.toContain("createCommand");
  expect(operations).not.toContain("editCommand");
});

test("without the option no command is registered, with a server it is that server's alone, and prune removes the rest", async () => {
  const sandbox = await platform();
  const { serverId } = sandbox.defaults;
  const names = async (app: App) => (await app.api.listCommands()).commands.map(({ name }) => name);
  const first = appOn(sandbox, { syncCommands: false });
  first.app.command(roll, () => {});
  await first.start();
  expect(await names(first.app)).toEqual([]);
  await first.app.api.createCommand({ command: { type: "chat", name: "old", description: "x" } });
  const second = appOn(sandbox, { syncCommands: { serverId } });
  second.app.command(roll, () => {});
  await second.start();
  expect((await names(second.app)).toSorted()).toEqual(["old", "roll"]);
  await second.app.stop();
  const third = appOn(sandbox, { syncCommands: { serverId, prune: true } });
  await third.start();
  expect(await names(third.app)).toEqual(["old"]);
});

test.each([{ serverId: null, prune: true }, { prune: true }])(
  "CMD-06 commands synced with %j leave those of every server alone",
  async (syncCommands) => {
    const sandbox = await platform();
    const { serverId } = sandbox.defaults;
    const { app, start } = appOn(sandbox, { syncCommands });
    app.command(roll, () => {});
    for (const scope of [{ serverId: asServerId(serverId) }, {}]) {
      await app.api.createCommand({ command: { type: "chat", name: "old", description: "x" }, ...scope });
      await app.api.createCommand({ command: { type: "chat", name: "roll", description: "x" }, ...scope });
    }
    await start();
    const { commands } = await app.api.listCommands();
    expect(commands.map((one) => [one.name, one.description, unknownField(one, "serverId")])).toEqual([
      ["old", "x", serverId],
      ["roll", "x", serverId],
      ["roll", roll.description, null],
    ]);
  },
);

test("CMD-06 commands synced to one server leave the global command of that name alone, and say so where scopes are not listed", async () => {
  for (const commandScopeListed of ["serverId", "omitted"] as const) {
    const sandbox = await platform({ assumptions: { commandScopeListed } });
    const { serverId } = sandbox.defaults;
    const lines: string[] = [];
    const logger = { ...silentLogger, warn: (_: object, message: string) => void lines.push(message) };
    const { app, start } = appOn(sandbox, { syncCommands: { serverId, prune: true }, logger });
    app.command(roll, () => {});
    await app.api.createCommand({ command: { type: "chat", name: "roll", description: "Global" } });
    await start();
    const { commands } = await app.api.listCommands();
    const isListed = commandScopeListed === "serverId";
    expect(commands.map(({ description }) => description)).toEqual(["Global", ...(isListed ? [roll.description] : [])]);
    expect(lines.some((line) => line.startsWith("Not registered: chat /roll"))).toBe(!isListed);
  }
});

test.each([undefined, "", "main"])(
  "commands for the server %j are registered nowhere: the start says why",
  async (serverId) => {
    const sandbox = await platform();
    // What a variable that is not set comes to, where the compiler does not tell undefined from absent.
    const syncCommands = { serverId, prune: true } as { serverId: string; prune: true };
    const { app, start } = appOn(sandbox, { syncCommands });
    app.command(roll, () => {});
    await expect(start()).rejects.toThrow(/syncCommands.*serverId/);
    const { commands } = await app.api.listCommands();
    expect(commands).toEqual([]);
  },
);

test("a start that fails leaves the App as it was, ready to be started again", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  app.command(roll, async ({ reply }) => reply("4"));
  sandbox.faults.add({ on: "rest", effect: "answer", status: 401, body: { code: "MISSING_CREDENTIAL" } });
  await expect(app.start({ signals: false })).rejects.toMatchObject({ name: "MissingCredentialError" });
  expect(app.health().status).toBe("idle");
  await start();
  expect(app.health().status).toBe("ok");
});

test("stop during start ends both", async () => {
  const sandbox = await platform();
  const { app } = appOn(sandbox, { events: "gateway" });
  app.on("message_create", () => {});
  sandbox.faults.add({ on: "stream", effect: "reset", times: Infinity });
  const starting = app.start({ signals: false }).catch((error: unknown) => error);
  await pass(sandbox, 500);
  const stopping = app.stop({ graceMs: 0 });
  await pass(sandbox, 500);
  await stopping;
  expect(await starting).toMatchObject({
    reason: "aborted",
    message: expect.stringContaining("stopped while it started"),
  });
});

test("a start without a first connection gives up after half a minute", async () => {
  const sandbox = await platform();
  const { app } = appOn(sandbox, { events: "gateway" });
  app.on("message_create", () => {});
  sandbox.faults.add({ on: "stream", effect: "reset", times: Infinity });
  const starting = app.start({ signals: false }).catch((error: unknown) => error);
  await pass(sandbox, 31_000, 500);
  expect(await starting).toMatchObject({
    message: expect.stringMatching(/^No connection for events within 30 s, at last because of openStream: .*[^.]\.$/),
    cause: { name: "NoAnswerError", operation: "openStream" },
  });
  expect(app.health().status).toBe("idle");
});

test.each(["gateway", "mailbox"] as const)("a start by %s that finds no place free says so at last", async (events) => {
  const sandbox = await platform();
  const { app } = appOn(sandbox, { events, syncCommands: false });
  app.on("message_create", () => {});
  const full = { effect: "answer", status: 429, times: Infinity } as const;
  sandbox.faults.add({ on: "stream", ...full });
  sandbox.faults.add({ on: "rest", operation: "openMailbox", ...full });
  const starting = app.start({ signals: false }).catch((error: unknown) => error);
  await pass(sandbox, 91_000, 500);
  expect(await starting).toMatchObject({
    message: expect.stringMatching(/^No connection for events within 90 s, at last because of open\w+: .*\(429\)/),
    cause: { name: "RateLimitedError" },
  });
});

test("BOX-18 a start waits for the places that killed processes still hold", async () => {
  const sandbox = await platform();
  const former = appOn(sandbox);
  for (const _place of [1, 2]) await former.app.api.openMailbox({ intents: ["messages"] });
  const { app } = appOn(sandbox, { events: "mailbox" });
  app.on("message_create", () => {});
  const starting = app.start({ signals: false }).then(
    () => "started",
    (error: unknown) => error,
  );
  await pass(sandbox, 80_000, 500);
  expect(await starting).toBe("started");
});

test("AUTH-16 an App whose credential is revoked stops for good and says what helps", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  app.on("message_create", () => {});
  const { appId } = await start();
  sandbox.portal.revokeByPlatform({ appId });
  await pass(sandbox, 2_000);
  expect(await app.stopped).toMatchObject({
    why: "ended",
    error: { name: "EventsEndedError", remedy: "new-credential" },
  });
  expect(app.health().status).toBe("stopped");
});

test("a lost connection shows in the health, and heals", async () => {
  const sandbox = await platform();
  const { app, start, notices } = appOn(sandbox);
  app.on("message_create", () => {});
  await start();
  sandbox.faults.streams.cut();
  await sandbox.clock.settle();
  expect(app.health().status).toBe("degraded");
  await pass(sandbox, 3_000);
  expect(app.health().status).toBe("ok");
  const told = notices.map(({ type }) => type);
  expect(told).toEqual(expect.arrayContaining(["events.disconnected", "events.retrying", "events.resumed"]));
});

test("only the families that handlers need are asked for", async () => {
  const sandbox = await platform();
  const asked = () =>
    sandbox.log
      .entries("request")
      .flatMap(({ detail }) => (detail["operation"] === "openStream" ? [detail["query"]] : []));
  const messages = appOn(sandbox);
  messages.app.on("reaction_update", () => {});
  await messages.start();
  const interactions = appOn(sandbox);
  interactions.app.command(roll, () => {});
  await interactions.start();
  expect(asked()).toEqual(["intents=messages", "intents=interactions"]);
  await messages.app.stop();
  await interactions.app.stop();
  const nothing = new App(connected(sandbox));
  await nothing.start({ signals: false });
  expect(asked()).toHaveLength(2);
  await nothing.stop();
});
