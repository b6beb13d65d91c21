import { App, modal } from "svc-apps";
import type { AppOptions } from "svc-apps";
import { expect, test } from "vitest";
import { appOn, endpointOf, pass, platform, roll } from "./kit/world.js";

const form = modal({
  id: "why",
  title: "Why",
  fields: [{ type: "text", id: "reason", label: "Reason", required: true }],
});

test.each(["nested", "inline"] as const)(
  "INT-13 a form is opened where the assumption puts it: %s",
  async (modalPlacement) => {
    for (const via of ["gateway", "endpoint"] as const) {
      const sandbox = await platform({ assumptions: { modalPlacement }, resolve: async () => ["93.184.216.34"] });
      const { app, start } = appOn(sandbox, {
        assumptions: { modalPlacement },
        ...(via === "endpoint" ? { events: false } : {}),
      });
      app.command(roll, async (interaction) => interaction.modal(form));
      app.form(form, async ({ values, reply }) => reply(`Because ${values.reason}`));
      const { person } = await start();
      if (via === "endpoint") await endpointOf(sandbox, app);
      const opened = person.run(roll);
      await pass(sandbox, 50);
      await sandbox.idle();
      expect(opened.state).toBe("form-opened");
      const submitted = person.submit(opened, { reason: "not" });
      await pass(sandbox, 50);
      await sandbox.idle();
      expect(submitted.texts.map(({ content }) => content)).toEqual(["Because not"]);
    }
  },
);

test("INT-13 under the other assumption the platform refuses the form, and says so", async () => {
  const sandbox = await platform({ assumptions: { modalPlacement: "inline" } });
  const { app, start, notices } = appOn(sandbox);
  app.command(roll, async (interaction) => interaction.modal(form));
  const { person } = await start();
  const opened = person.run(roll);
  await pass(sandbox, 50);
  expect(opened.state).toBe("declined");
  expect(notices).toContainEqual(expect.objectContaining({ type: "app.handler_failed" }));
});

test.each(["sent", "rerouted"] as const)(
  "INT-27 a reply with components arrives when the platform's reading is %s",
  async (replyComponents) => {
    const sandbox = await platform({ assumptions: { replyComponents } });
    const { app, start } = appOn(sandbox, { assumptions: { replyComponents } });
    app.command(roll, async ({ reply }) => reply({ content: "Well?", components: [{ id: "yes" }] }));
    const { person, channelId } = await start();
    const run = person.run(roll);
    await pass(sandbox, 50);
    expect(person.read(channelId).at(-1)).toMatchObject({ content: "Well?", components: [{ id: "yes" }] });
    expect(run.state).toBe(replyComponents === "sent" ? "confirmed" : "answered");
  },
);

test.each(["gateway", "endpoint"] as const)(
  "INT-26 without an assumption a private first reply is a defer and then a private answer: by %s",
  async (via) => {
    const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
    const { app, start, notices } = appOn(sandbox, via === "endpoint" ? { events: false } : {});
    app.command(roll, async ({ reply }) => reply({ content: "psst", private: true }));
    const { person, channelId } = await start();
    if (via === "endpoint") await endpointOf(sandbox, app);
    const run = person.run(roll);
    await pass(sandbox, 100);
    await sandbox.idle();
    await pass(sandbox, 100);
    expect(run.state).toBe("answered");
    expect(run.texts).toEqual([{ content: "psst", private: true }]);
    expect(person.read(channelId).filter(({ content }) => content === "psst")).toEqual([]);
    const confirmed = notices.filter(({ type }) => type === "interaction.confirmed");
    expect(confirmed).toMatchObject([{ confirmation: "defer", via: via === "endpoint" ? "body" : "rest" }]);
  },
);

test.each(["sent", "rerouted"] as const)(
  "INT-26 a private reply arrives when the platform's reading is %s",
  async (privateReply) => {
    const sandbox = await platform({ assumptions: { privateReply } });
    const { app, start } = appOn(sandbox, { assumptions: { privateReply } });
    app.command(roll, async ({ reply }) => reply({ content: "psst", private: true }));
    const { person } = await start();
    const run = person.run(roll);
    await pass(sandbox, 50);
    expect(run.texts).toEqual([{ content: "psst", private: true }]);
    expect(run.state).toBe(privateReply === "sent" ? "confirmed" : "answered");
  },
);

test("INT-28 a private answer is in nobody's history, has no id to edit or delete it by, and is gone on reload", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const results: unknown[] = [];
  app.command(roll, async (interaction) => {
    results.push(await interaction.reply({ content: "psst", private: true }));
    results.push(await interaction.followUp({ content: "psst again", private: true }));
    const { messages } = await interaction.api.listMessages(interaction);
    results.push(messages);
  });
  const { person, owner, channelId } = await start();
  const run = person.run(roll);
  await pass(sandbox, 50);
  expect(run.texts.map(({ content }) => content)).toEqual(["psst", "psst again"]);
  expect(results).toEqual([{ by: "us", via: "rest" }, { by: "us", via: "rest" }, []]);
  expect(owner.read(channelId)).toEqual([]);
  expect(owner.notices).toEqual([]);
  person.reload();
  expect(run.texts).toEqual([]);
});

test.each(["data.arguments", "data.command.arguments", "data.options"] as const)(
  "INT-34 arguments are read from %s when that is the assumption",
  async (commandArguments) => {
    const sandbox = await platform({ assumptions: { commandArguments } });
    const { app, start } = appOn(sandbox, { assumptions: { commandArguments } });
    app.command(roll, async ({ args, reply }) => reply(`${args.sides}`));
    const { person } = await start();
    const run = person.run(roll, { sides: 7 });
    await pass(sandbox, 50);
    expect(run.texts[0]?.content).toBe("7");
  },
);

test("INT-19 nothing depends on how states, follow-ups and ends are written", async () => {
  const assumptions = { answeredState: "numbers", followupsShape: "list", expiresAtShape: "epochMs" } as const;
  const sandbox = await platform({ assumptions });
  const { app, start, notices } = appOn(sandbox);
  app.command(roll, async (interaction) => {
    await interaction.defer();
    await interaction.answer("a");
    await interaction.followUp("b");
  });
  const { person } = await start();
  const run = person.run(roll);
  await pass(sandbox, 50);
  expect(run.texts.map(({ content }) => content)).toEqual(["a", "b"]);
  expect(notices).not.toContainEqual(expect.objectContaining({ type: "app.handler_failed" }));
});

test("INT-16 INT-18 INT-27 INT-36 a public reply is the message of its id, components as given, for whoever acted", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const components = [{ type: "button", id: "x", anything: [1, null, { deep: true }] }, 7];
  const seen: unknown[] = [];
  app.command(roll, async (interaction) => {
    seen.push(interaction.userId, await interaction.reply({ content: "public", components }));
  });
  const { person, channelId } = await start();
  person.run(roll);
  await pass(sandbox, 50);
  const [message] = person.read(channelId);
  expect(message?.components).toEqual(components);
  expect(seen).toEqual([person.id, { by: "us", via: "rest", messageId: message?.id }]);
});

test("INT-09 every kind of confirmation is taken by the platform as it is written", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const kinds = ["reply", "defer", "decline", "modal"] as const;
  let next: (typeof kinds)[number] = "reply";
  app.command(roll, async (interaction) => {
    if (next === "reply") await interaction.reply("r");
    else if (next === "modal") await interaction.modal(form);
    else await interaction[next]();
  });
  const { person } = await start();
  const states: string[] = [];
  for (const kind of kinds) {
    next = kind;
    const run = person.run(roll);
    await pass(sandbox, 50);
    states.push(run.state);
  }
  expect(states).toEqual(["confirmed", "deferred", "declined", "form-opened"]);
});

test("INT-20 an answer arrives 59.9 s after the defer; at 61 s it is refused here", async () => {
  const outcomes: unknown[] = [];
  for (const waitMs of [59_900, 61_000]) {
    const sandbox = await platform();
    const { app, start } = appOn(sandbox, { failureText: false });
    app.command(roll, async (interaction) => {
      await interaction.defer();
      await new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, waitMs));
      outcomes.push(await interaction.answer("late").catch((error: unknown) => error));
    });
    const { person } = await start();
    person.run(roll);
    await sandbox.clock.advance(62_000);
  }
  expect(outcomes).toMatchObject([{ by: "us" }, { name: "InteractionClosedError", reason: "answer-too-late" }]);
});

test("INT-22 the platform and the App count follow-ups alike; past the limit it is the platform that refuses when asked to", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox, { enforceFollowUps: false });
  const errors: unknown[] = [];
  app.command(roll, async ({ reply, followUp }) => {
    await reply("0");
    for (const text of ["1", "2", "3", "4", "5", "6"])
      await followUp(text).catch((error: unknown) => errors.push(error));
  });
  const { person } = await start();
  const run = person.run(roll);
  await pass(sandbox, 50);
  expect(run.texts).toHaveLength(6);
  expect(errors).toEqual([expect.objectContaining({ kind: "refusal" })]);
});

test("INT-42 autocomplete by mailbox is warned about, and interactions still get there in time", async () => {
  const sandbox = await platform();
  const { app, start, notices } = appOn(sandbox, { events: "mailbox" });
  app.interaction("autocomplete", async (interaction) => interaction.suggest([]));
  app.command(roll, async ({ reply }) => reply("in time"));
  const { person } = await start();
  expect(notices).toContainEqual(expect.objectContaining({ type: "app.autocomplete_undependable" }));
  for (let turn = 0; turn < 5; turn += 1) {
    const run = person.run(roll);
    await pass(sandbox, 3_000);
    expect(run.state).toBe("confirmed");
  }
});

test("INT-42 the same warning comes once when a silent stream makes the App read a mailbox", async () => {
  const sandbox = await platform();
  const { app, start, notices } = appOn(sandbox);
  app.interaction("autocomplete", async (interaction) => interaction.suggest([]));
  sandbox.faults.add({ on: "stream", effect: "silent", times: 2 });
  const starting = start();
  const undependable = () => notices.filter(({ type }) => type === "app.autocomplete_undependable").length;
  await sandbox.clock.settle();
  expect(undependable()).toBe(0);
  await pass(sandbox, 90_000, 1_000);
  await starting;
  const transports = notices.flatMap((notice) => ("transport" in notice ? [notice.transport] : []));
  expect(transports).toContain("mailbox");
  expect(undependable()).toBe(1);
});

const somewhere = { baseUrl: "http://127.0.0.1:1", token: "svc_app.1.x" };

test.each([{ marginMs: 0 }, { marginMs: 999 }, { autoDeferLeadMs: 0 }, { autoDeferLeadMs: 2_999 }])(
  "an App takes %j",
  (options) => {
    expect(() => new App({ ...somewhere, ...options }).api).not.toThrow();
  },
);

test.each<[string, AppOptions, RegExp]>([
  ["no address", { token: "svc_app.1.x" }, /is missing baseUrl.*variable is not set, or empty/],
  ["an empty address", { baseUrl: "", token: "svc_app.1.x" }, /is missing baseUrl.*variable is not set, or empty/],
  ["an empty token", { baseUrl: "http://127.0.0.1:9", token: "" }, /is missing token.*variable is not set, or empty/],
  ["no credential", { baseUrl: "http://127.0.0.1:1" }, /is missing token/],
  ["an address that is none", { baseUrl: "here", token: "svc_app.1.x" }, /absolute http\(s\) address/],
  ["a margin as long as a window", { ...somewhere, marginMs: 1_000 }, /marginMs must be.* less than 1000, got 1000/],
  ["a margin that is not a number", { ...somewhere, marginMs: NaN }, /marginMs must be.*got NaN/],
  [
    "a lead as long as the window",
    { ...somewhere, autoDeferLeadMs: 3_000 },
    /autoDeferLeadMs must be.* less than 3000/,
  ],
  ["a lead after the deadline", { ...somewhere, autoDeferLeadMs: -1 }, /autoDeferLeadMs must be at least 0.*got -1/],
])("an App with %s is made, and says so at the first use", async (_what, options, message) => {
  const app = new App(options);
  app.on("message_create", () => {});
  await expect(app.start({ signals: false })).rejects.toThrow(message);
  expect(() => app.api).toThrow(message);
  expect(app.health().status).toBe("idle");
});
