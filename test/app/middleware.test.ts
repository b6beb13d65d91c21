import { pino } from "pino";
import { expect, test } from "vitest";
import { asChannelId, asServerId, consoleLogger } from "svc-apps";
import type { HandlerError, Work } from "svc-apps";
import { gate } from "./kit/clock.js";
import { appOn, endpointOf, pass, platform, roll } from "./kit/world.js";

test("what middleware adds is on the contexts of commands and events alike", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const seen: unknown[] = [];
  const typed = app
    .use(async (context, next) => next({ where: context.source }))
    .use(async ({ where }, next) => next({ shouted: where.toUpperCase() }));
  typed.command(roll, async ({ where, shouted, reply }) => {
    seen.push([where, shouted]);
    await reply("4");
  });
  typed.on("message_create", (_event, { where, shouted }) => seen.push([where, shouted]));
  const { person } = await start();
  person.run(roll);
  await pass(sandbox, 50);
  expect(seen).toEqual([
    ["gateway", "GATEWAY"],
    ["gateway", "GATEWAY"],
  ]);
});

test("middleware can refuse in the handler's stead, time it, and see it fail", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const trail: string[] = [];
  let runs = 0;
  app.use(async (_context, next) => {
    try {
      return await next();
    } catch (error) {
      trail.push(`saw ${(error as Error).message}`);
      throw error;
    }
  });
  app.use(async (context, next) => {
    if (context.type !== "command") return next();
    const unlucky = JSON.stringify(context.interaction.data).includes("13");
    if (!unlucky) return next();
    await context.reply("Not that one.");
    return undefined;
  });
  app.command(roll, () => {
    runs += 1;
    throw new Error("no dice");
  });
  const errors: HandlerError[] = [];
  app.onError((error) => errors.push(error));
  const { person } = await start();
  const refused = person.run(roll, { sides: 13 });
  await pass(sandbox, 50);
  expect(refused.texts[0]?.content).toBe("Not that one.");
  expect(runs).toBe(0);
  const failed = person.run(roll, { sides: 6 });
  await pass(sandbox, 50);
  expect(failed.state).toBe("declined");
  expect(trail).toEqual(["saw no dice"]);
  expect(errors).toMatchObject([{ name: "HandlerError", handler: "command roll", cause: { message: "no dice" } }]);
});

test("middleware runs for handlers registered after it, not for those before", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const seen: string[] = [];
  app.on("message_create", () => seen.push("before"));
  app.use(async (_context, next) => {
    seen.push("middleware");
    return next();
  });
  app.on("message_create", () => seen.push("after"));
  const { person, channelId } = await start();
  person.post(channelId, "x");
  await pass(sandbox, 50);
  expect(seen).toEqual(["before", "middleware", "after"]);
});

test("middleware may put something of its own in the place of what a context has", async () => {
  const sandbox = await platform();
  const lines: string[] = [];
  const { app, start } = appOn(sandbox);
  const child = consoleLogger({ write: (line) => lines.push(line.slice(13)) });
  const typed = app.use(async (_context, next) => next({ log: child }));
  typed.command(roll, async ({ log, reply }) => {
    log.info({}, "rolled");
    await reply("4");
  });
  typed.on("message_create", (_event, { log }) => log.info({}, "read"));
  const { person } = await start();
  const run = person.run(roll);
  await pass(sandbox, 50);
  expect(run.state).toBe("confirmed");
  expect(lines).toEqual(["info  rolled", "info  read"]);
});

test.each(["before", "after", "instead of"] as const)(
  "a hook that throws %s the work it stands around keeps nothing from going on",
  async (when) => {
    const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
    const lines: string[] = [];
    const logger = consoleLogger({ write: (line) => lines.push(line.slice(13)), level: "error" });
    const around = async <Result>(_work: Work, run: () => Promise<Result>): Promise<Result> => {
      if (when === "instead of") return undefined as Result; // what plain JavaScript may do
      if (when === "before") throw new Error("no tracer");
      await run();
      throw new Error("no tracer");
    };
    const { app, start } = appOn(sandbox, { logger, around });
    let runs = 0;
    app.command(roll, async ({ reply }) => {
      runs += 1;
      await reply("4");
    });
    app.on("message_create", () => (runs += 1));
    const { person } = await start();
    const first = person.run(roll);
    await pass(sandbox, 100);
    await endpointOf(sandbox, app);
    const second = person.run(roll);
    await pass(sandbox, 100);
    expect([first.state, second.state]).toEqual(["confirmed", "confirmed"]);
    expect(runs).toBe(4);
    const said = when === "instead of" ? [] : [expect.stringMatching(/^error A hook threw {2}err="Error: no tracer"/)];
    expect(lines.slice(0, 1)).toEqual(said);
  },
);

test("what the work itself throws goes through the hook around it as it is, and is told once", async () => {
  const sandbox = await platform();
  const lines: string[] = [];
  const logger = consoleLogger({ write: (line) => lines.push(line.slice(13)), level: "error" });
  const { app, start } = appOn(sandbox, { logger, around: async (_work, run) => run() });
  app.on("message_create", () => {
    throw new Error("no dice");
  });
  const { person, channelId } = await start();
  person.post(channelId, "x");
  await pass(sandbox, 50);
  expect(lines).toEqual([expect.stringMatching(/^error A handler threw .*no dice/)]);
});

test("the error handler may still answer the person", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  app.command(roll, () => {
    throw new Error("no dice");
  });
  app.onError(async (_error, context) => {
    if (context.type === "command") await context.reply("Something went wrong.");
  });
  const { person } = await start();
  const run = person.run(roll);
  await pass(sandbox, 50);
  expect(run.texts.map(({ content }) => content)).toEqual(["Something went wrong."]);
});

test("nobody is told of a failure before the error handler is done: it may take its time to answer", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const lookedUp = gate();
  app.command(roll, () => {
    throw new Error("no dice");
  });
  app.onError(async (_error, context) => {
    await lookedUp.promise;
    if (context.type === "command") await context.reply("The dice are away until Monday.");
  });
  const { person } = await start();
  const run = person.run(roll);
  await pass(sandbox, 50);
  expect(run.texts).toEqual([]);
  lookedUp.open();
  await pass(sandbox, 50);
  expect(run.texts.map(({ content }) => content)).toEqual(["The dice are away until Monday."]);
});

test("an error handler that throws, and a hook that throws, keep nothing from going on", async () => {
  const sandbox = await platform();
  const lines: string[] = [];
  const { app, start } = appOn(sandbox, {
    logger: consoleLogger({ write: (line) => lines.push(line), level: "error" }),
  });
  app.on("message_create", () => {
    throw new Error("first");
  });
  app.on("message_create", async ({ serverId, message }, { api }) => {
    if (message.content === "x") await api.createMessage({ serverId, channelId: message.channelId, content: "second" });
  });
  app.onError(() => {
    throw new Error("again");
  });
  const { person, channelId } = await start();
  person.post(channelId, "x");
  await pass(sandbox, 50);
  expect(person.read(channelId).map(({ content }) => content)).toEqual(["x", "second"]);
  expect(lines.join("\n")).toMatch(/The error handler threw as well {2}handler=message_create {2}err="Error: again"/);
});

test("MSG-13 a redelivered event cannot post twice, and two handlers of one event do not disturb each other", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  let failing = true;
  for (const text of ["a", "b"]) {
    app.on("message_create", async ({ serverId, message }, { api }) => {
      if (message.content !== "x") return;
      await api.createMessage({ serverId, channelId: message.channelId, content: text });
      if (text === "a" && failing) throw new Error("crashed after posting");
    });
  }
  const { person, channelId, serverId } = await start();
  const { id } = person.post(channelId, "x");
  await pass(sandbox, 50);
  failing = false;
  // The same event again, as after a restart: same message, another frame.
  const message = { publicId: id, channelId, content: "x" };
  sandbox.faults.streams.event({ type: "message_create", serverId, message });
  await pass(sandbox, 50);
  expect(person.read(channelId).map(({ content }) => content)).toEqual(["x", "a", "b"]);
});

test("MSG-10 two Apps that answer one message in its channel both are heard", async () => {
  const sandbox = await platform();
  const { serverId, person, channelId, owner } = sandbox.defaults;
  const other = sandbox.portal.createApp({ name: "Other", ownerId: owner.id }).id;
  sandbox.portal.setOpen({ appId: other, open: true });
  sandbox.portal.install({ appId: other, serverId });
  const { token } = sandbox.portal.issueCredential({ appId: other });
  for (const [text, options] of [["first", {}] as const, ["second", { token }] as const]) {
    const { app, start } = appOn(sandbox, options);
    app.on("message_create", async (event, { api }) => {
      const where = { serverId: event.serverId, channelId: event.message.channelId };
      if (event.message.content === "!ping") await api.createMessage({ ...where, content: text });
    });
    await start();
  }
  person.post(channelId, "!ping");
  await pass(sandbox, 50);
  const texts = person.read(channelId).map(({ content }) => content);
  expect(texts.toSorted()).toEqual(["!ping", "first", "second"]);
});

test("what a handler throws is logged with its place, pino gets the error itself, and silence is told by name", async () => {
  const sandbox = await platform();
  const written: string[] = [];
  const forPeople = consoleLogger({ write: (text) => written.push(text) });
  const forMachines = pino({}, { write: (text) => void written.push(text) });
  for (const logger of [forPeople, forMachines]) {
    const { app, start } = appOn(sandbox, { logger });
    app.command(roll, () => {
      throw new RangeError("boom!");
    });
    app.component("again:{sides}", () => {});
    const { person, serverId, channelId } = await start();
    person.run(roll);
    await pass(sandbox, 50);
    const where = { serverId: asServerId(serverId), channelId: asChannelId(channelId) };
    const { message } = await app.api.createMessage({ ...where, content: "Again?" });
    person.press(message.publicId, "again:6");
    await pass(sandbox, 50);
    await app.stop();
  }
  const told = written.filter((text) => /handler/i.test(text));
  expect(told).toEqual([
    expect.stringMatching(
      /A handler threw {2}handler="command roll" {2}interactionId=[\w-]{36} {2}err="RangeError: boom!"\n +at .*middleware\.test\.ts:\d+/,
    ),
    expect.stringMatching(
      /A handler ended without confirming: call reply\(\) or decline\(\); the App will defer in its stead \(autoDefer\) {2}interactionId=\S+ {2}interactionType=component {2}source=gateway {2}name=again:6$/,
    ),
    expect.stringMatching(
      /"err":\{"type":"RangeError","message":"boom!","stack":"RangeError: boom!\\n +at .*middleware\.test/,
    ),
    expect.stringMatching(
      /"interactionType":"component","source":"gateway","name":"again:6","msg":"A handler ended without confirming: call /,
    ),
  ]);
});
