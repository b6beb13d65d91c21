import { createSigningPair, fixedKeys, signDelivery } from "svc-apps/delivery";
import { App, chatCommand, consoleLogger, silentLogger } from "svc-apps";
import { expect, test } from "vitest";
import { expectAnswers } from "./kit/at-once.js";
import { appOn, endpointOf, pass, platform, roll } from "./kit/world.js";

test("the same handlers answer by gateway and by signed delivery, and the context says which", async () => {
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
  const { app, start } = appOn(sandbox);
  const sources: unknown[] = [];
  app.command(roll, async (interaction) => sources.push([interaction.source, await interaction.reply("4")]));
  const { person } = await start();
  const first = person.run(roll);
  await pass(sandbox, 50);
  await endpointOf(sandbox, app);
  const second = person.run(roll);
  await sandbox.idle();
  expect([first.path, second.path]).toEqual(["gateway", "endpoint"]);
  expect([first.state, second.state]).toEqual(["confirmed", "confirmed"]);
  expect(sources).toMatchObject([
    ["gateway", { by: "us", via: "rest" }],
    ["delivery", { by: "us", via: "body" }],
  ]);
  expect(app.health().deliveries).toMatchObject({ probe_answered: 1, answered: 1 });
});

test("SIG-22 an App's own reading of probes is that of its endpoint", async () => {
  const assumptions = { probeLayout: "label-and-body" } as const;
  const sandbox = await platform({ assumptions, resolve: async () => ["93.184.216.34"] });
  const { app, start } = appOn(sandbox, { assumptions, events: false });
  app.command(roll, async ({ reply }) => reply("4"));
  await start();
  await endpointOf(sandbox, app);
  expect(app.health().deliveries).toMatchObject({ probe_answered: 1, refused: 0 });
});

test("SIG-18 what is wrong with keys and deliveries is written to the App's log, and strangers do not fill it", async () => {
  const sandbox = await platform();
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line.slice(13));
  const { app } = appOn(sandbox, { events: false, syncCommands: false, logger: consoleLogger({ write }) });
  app.command(roll, () => {});
  sandbox.faults.add({ on: "rest", operation: "listSigningKeys", effect: "answer", status: 200, body: { keys: [{}] } });
  const request = () => new Request("https://app.example/", { method: "POST", body: "{}" });
  expect((await app.fetch(request())).status).toBe(415);
  await sandbox.clock.settle();
  const pair = await createSigningPair("ed25519-lost");
  const { method, headers, body } = await signDelivery({
    keys: pair,
    appId: sandbox.defaults.appId,
    timestampS: Math.floor(sandbox.clock.now() / 1_000),
    body: { type: "probe" },
  });
  const used = new Request("https://app.example/", { method, headers, body: Buffer.from(body) });
  await used.text();
  expect((await app.fetch(used)).status).toBe(500);
  expect(lines).toEqual([
    expect.stringMatching(/^warn {2}Some published signing keys cannot be used.*key-id/),
    expect.stringMatching(/^error No delivery can be taken: .*Call the handler before any.*$/),
  ]);
});

test("an error is one line of the log, whatever it says, and its places stand below", () => {
  const lines: string[] = [];
  consoleLogger({ write: (line) => lines.push(line) }).error({ error: new Error('a\n12:00 info "b"') }, "It failed");
  expect(lines).toEqual([
    expect.stringMatching(/error It failed {2}error="Error: a\\n12:00 info \\"b\\""(\n {4}at .+)+$/),
  ]);
});

test("what follows a confirmation by body waits for the body to have arrived", async () => {
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
  const { app, start, notices } = appOn(sandbox, { events: false });
  app.command(roll, async (interaction) => {
    await interaction.defer();
    await interaction.answer("a");
    await interaction.followUp("b");
  });
  const { person } = await start();
  await endpointOf(sandbox, app);
  const run = person.run(roll);
  await pass(sandbox, 2_000);
  await sandbox.idle();
  await pass(sandbox, 2_000);
  expect(run.texts.map(({ content }) => content)).toEqual(["a", "b"]);
  expect(notices).not.toContainEqual(expect.objectContaining({ type: "app.handler_failed" }));
});

test("END-10 without a memory for deliveries, a private reply goes by defer and answer, not by the body", async () => {
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
  const { app, start } = appOn(sandbox, { events: false, delivery: { dedupe: false } });
  app.command(roll, async ({ reply }) => reply({ content: "psst", private: true }));
  const { person } = await start();
  await endpointOf(sandbox, app);
  const run = person.run(roll);
  await pass(sandbox, 1_000);
  await sandbox.idle();
  await pass(sandbox, 1_000);
  expect(run.texts).toEqual([{ content: "psst", private: true }]);
  expect(run.state).toBe("answered");
});

test("END-09 acknowledged at once, an interaction is confirmed by REST", async () => {
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
  const { app, start } = appOn(sandbox, { events: false, delivery: { mode: "ack-then-rest" } });
  const results: unknown[] = [];
  app.command(roll, async ({ reply }) => results.push(await reply("4")));
  const { person } = await start();
  await endpointOf(sandbox, app);
  const run = person.run(roll);
  await pass(sandbox, 200);
  expect(run.texts.map(({ content }) => content)).toEqual(["4"]);
  expect(results).toMatchObject([{ by: "us", via: "rest", messageId: run.texts[0]?.messageId }]);
});

test("SIG-21 an App that lives on deliveries has the keys before the first one comes", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox, { events: false });
  app.command(roll, () => {});
  await start();
  await sandbox.clock.settle();
  const asked = sandbox.log.entries("request").map(({ detail }) => detail["operation"]);
  expect(asked).toContain("listSigningKeys");
});

test("END-07 a handler that throws becomes a decline, never an error status", async () => {
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
  const { app, start, notices } = appOn(sandbox, { events: false });
  app.command(roll, () => {
    throw new Error("no dice");
  });
  const { person } = await start();
  await endpointOf(sandbox, app);
  const run = person.run(roll);
  await pass(sandbox, 200);
  await sandbox.idle();
  expect(run.state).toBe("declined");
  expect(notices).toContainEqual(expect.objectContaining({ type: "app.handler_failed" }));
  expect(sandbox.portal.endpointOf(sandbox.defaults)?.state).toBe("active");
});

test("END-08 a handler that forgets to confirm is told of, and the person is not left waiting", async () => {
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
  for (const autoDefer of [false, true]) {
    const { app, start, notices } = appOn(sandbox, { events: false, autoDefer });
    app.command(roll, () => {});
    const { person } = await start();
    await endpointOf(sandbox, app);
    const run = person.run(roll);
    await pass(sandbox, 2_900);
    await sandbox.idle();
    expect(run.state).toBe(autoDefer ? "deferred" : "declined");
    expect(notices).toContainEqual(expect.objectContaining({ type: "interaction.unconfirmed" }));
  }
});

test("without automatic defer a late delivery is declined, not promised an answer that cannot come", async () => {
  const sandbox = await platform({ resolve: async () => ["93.184.216.34"] });
  const { app, start } = appOn(sandbox, { events: false, autoDefer: false });
  const errors: unknown[] = [];
  app.command(roll, async ({ reply }) => {
    await new Promise<void>((resolve) => void sandbox.clock.schedule(resolve, 2_900));
    await reply("4").catch((error: unknown) => errors.push(error));
  });
  const { person } = await start();
  await endpointOf(sandbox, app);
  const run = person.run(roll);
  await pass(sandbox, 4_000);
  expect(run.state).toBe("declined");
  expect(errors).toMatchObject([{ name: "InteractionClosedError", reason: "already-confirmed" }]);
  expect(String(errors[0])).toContain("The App declined it just before its window closed");
});

/** An App that knows one key, and a delivery signed by it. */
async function signedTo(interaction: object) {
  const key = await createSigningPair("ed25519-test");
  const app = new App({
    baseUrl: "http://127.0.0.1:1",
    token: "svc_app.123.secret",
    events: false,
    logger: silentLogger,
    delivery: { keys: fixedKeys([key.published]) },
  });
  const { method, headers, body } = await signDelivery({
    keys: key,
    appId: "123",
    body: { type: "interaction", interaction },
  });
  return { app, request: new Request("https://app.example/", { method, headers, body: Buffer.from(body) }) };
}

const whole = {
  id: "0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11",
  serverId: "1",
  channelId: "2",
  userId: "3",
  expiresInMs: 3_000,
};

test("INT-01 an interaction of a seventh type is declined, and the process lives on", async () => {
  const { app, request } = await signedTo({ ...whole, type: "hologram", data: {} });
  const response = await app.fetch(request);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ type: "decline" });
});

test("INT-01 by the gateway, too: told, declined, and the next one is handled", async () => {
  const sandbox = await platform();
  const { app, start, notices } = appOn(sandbox);
  app.command(roll, async ({ reply }) => reply("4"));
  const { person, serverId, appId } = await start();
  const seventh = { ...whole, type: "hologram", data: {} };
  const body = { type: "interaction_create", serverId, appId, interaction: seventh };
  sandbox.faults.streams.event(body, { family: "interactions" });
  await pass(sandbox, 50);
  const unknown = { type: "app.interaction_unknown", wireType: "hologram", source: "gateway" };
  expect(notices).toContainEqual(expect.objectContaining(unknown));
  const tried = sandbox.log.entries("request").filter(({ detail }) => detail["operation"] === "confirmInteraction");
  expect(tried.map(({ detail }) => detail["body"])).toEqual(['{"type":"decline"}']);
  const run = person.run(roll);
  await pass(sandbox, 50);
  expect(run.state).toBe("confirmed");
});

test("an event that nobody knows goes to the handler of unknown events, as it came", async () => {
  const sandbox = await platform();
  const { app, start } = appOn(sandbox);
  const seen: unknown[] = [];
  app.on("message_create", () => {});
  app.on("unknown", (event) => seen.push(event));
  await start();
  sandbox.faults.streams.event({ type: "message_pinned", by: { deep: [1] } });
  await pass(sandbox, 50);
  expect(seen).toEqual([
    {
      type: "unknown",
      wireType: "message_pinned",
      reason: "type",
      payload: { type: "message_pinned", by: { deep: [1] } },
    },
  ]);
});

test("two Apps in one process keep to themselves", async () => {
  const sandbox = await platform();
  const { portal, defaults, clock } = sandbox;
  const { id: otherId } = portal.createApp({ name: "Other", ownerId: defaults.owner.id });
  portal.install({ appId: otherId, serverId: defaults.serverId });
  const other = portal.issueCredential({ appId: otherId });
  const one = appOn(sandbox);
  const two = appOn(sandbox, { token: other.token });
  const greet = chatCommand({ name: "greet", description: "x" });
  one.app.command(roll, async ({ reply }) => reply("one"));
  two.app.command(greet, async ({ reply }) => reply("two"));
  two.app.command(roll, async ({ reply }) => reply("two rolled"));
  await one.start();
  await two.start();
  const rolled = defaults.person.run(roll, {}, { appId: defaults.appId });
  const greeted = defaults.person.run(greet);
  await clock.settle();
  expect([rolled, greeted].map(({ texts }) => texts[0]?.content)).toEqual(["one", "two"]);
  portal.banApp({ appId: otherId });
  await pass(sandbox, 1_000);
  expect(two.app.health().status).toBe("stopped");
  expect(one.app.health().status).toBe("ok");
  const again = defaults.person.run(roll, {}, { appId: defaults.appId });
  await clock.settle();
  expect(again.texts[0]?.content).toBe("one");
});

test("a thousand interactions in flight at once are each answered once", async () => {
  await expectAnswers(1_000);
});
