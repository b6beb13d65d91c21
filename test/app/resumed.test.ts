import { component } from "svc-apps";
import type { PersonInteraction } from "svc-apps/sandbox";
import { type KeyValue, memoryStore } from "svc-apps/stores";
import { address, poll, question } from "./kit/polls.js";
import type { Handler } from "./kit/polls.js";
import { kept, process, settled } from "./kit/processes.js";
import { conversationsIn, stores } from "./kit/stores.js";
import { appOn, pass, platform } from "./kit/world.js";
import { describe, expect, test } from "vitest";

describe.each(stores)("a conversation kept in %s", (_name, make) => {
  test("goes on in the next process: what was said and heard is not said and asked again", async () => {
    const sandbox = await platform();
    const store = await make();
    const heard: string[] = [];
    const handle: Handler = async ({ reply, waitFor, followUp }) => {
      const { messageId } = await reply(question);
      const vote = await waitFor(component("vote:{choice}"), { timeoutMs: 60_000 });
      heard.push(`${vote.params.choice} to ${String(messageId)}`);
      const form = await vote.ask(address, { order: vote.params.choice });
      await form.reply(`${form.params.order}, ${form.values.street}`);
      await followUp("Done.");
    };
    const first = await process(sandbox, handle, { store });
    const asked = await first.settled(first.person.run(poll));
    const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
    await first.stop();

    const second = await process(sandbox, handle, { store });
    const pressed = await second.settled(second.person.press(messageId, "vote:yes"));
    expect(pressed.form).toMatchObject({ id: expect.stringMatching(/^address:yes~[\w-]{11}$/) as string });
    expect(heard).toEqual([`yes to ${messageId}`]);
    await second.stop();

    const third = await process(sandbox, handle, { store });
    const submitted = await third.settled(third.person.submit(pressed, { street: "Main" }));
    expect(submitted.texts).toMatchObject([{ content: "yes, Main" }]);
    expect(asked.texts.map(({ content }) => content)).toEqual(["Well?", "Done."]);
    expect(heard).toEqual([`yes to ${messageId}`, `yes to ${messageId}`]);
    await kept(store, 0);
    await third.stop();
  });

  test("that cannot go on fails clearly: whoever answers is told, and it is forgotten", async () => {
    const sandbox = await platform();
    const waiting: Handler = async ({ reply, waitFor }) => {
      await reply(question);
      await waitFor(component("vote:{choice}"), { timeoutMs: 60_000 });
    };
    const other: Handler = async ({ reply }) => reply("Another version.");
    const told = [{ content: "This was interrupted. Please start again.", private: true }];
    for (const [next, texts, interruptedText] of [
      [undefined, told, undefined],
      [other, told, undefined],
      [other, [], false],
    ] as const) {
      const store = await make();
      const first = await process(sandbox, waiting, { store });
      const asked = await first.settled(first.person.run(poll));
      const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
      await first.stop();
      await kept(store, 1);
      const second = await process(sandbox, next, {
        store,
        ...(interruptedText === undefined ? {} : { interruptedText }),
      });
      const stranger = await second.settled(second.person.press(messageId, "other"));
      expect(stranger.state).toBe("declined");
      const pressed = await second.settled(second.person.press(messageId, "vote:yes"));
      expect([pressed.texts, pressed.state]).toEqual([texts, texts.length > 0 ? "answered" : "declined"]);
      await kept(store, 0);
      await second.stop();
    }
  });
});

test("what comes again after a restart, and was confirmed before it, neither begins nor answers anything anew", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  let runs = 0;
  const handle: Handler = async ({ reply, waitFor, followUp }) => {
    runs += 1;
    await reply(question);
    const vote = await waitFor(component("vote:yes"), { timeoutMs: 60_000 });
    await vote.reply(question);
    const sure = await waitFor(component("vote:no"), { timeoutMs: 60_000 });
    await sure.reply("Sure.");
    await followUp("Done.");
  };
  const first = await process(sandbox, handle, { store });
  const asked = await first.settled(first.person.run(poll));
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  const pressed = await first.settled(first.person.press(messageId, "vote:yes"));
  const next = pressed.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await first.stop();

  const second = await process(sandbox, handle, { store });
  const { serverId, channelId, appId } = sandbox.defaults;
  const userId = second.person.id;
  for (const [{ id }, more] of [
    [asked, { type: "command", data: { command: { name: "poll" } } }],
    [pressed, { type: "component", data: { id: "vote:yes" } }],
  ] as const) {
    const interaction = { id, serverId, channelId, userId, expiresInMs: 2_000, ...more };
    const event = { type: "interaction_create", serverId, appId, interaction };
    sandbox.faults.streams.event(event, { family: "interactions" });
  }
  await pass(sandbox, 20, 1);
  const again = second.notices.filter(({ type }) => /duplicate|race_lost|unrouted/.test(type));
  expect(again.map(({ type }) => type)).toEqual(["interaction.duplicate", "interaction.duplicate"]);
  expect(runs).toBe(1);
  const sure = await second.settled(second.person.press(next, "vote:no"));
  expect(sure.texts).toMatchObject([{ content: "Sure." }]);
  await pass(sandbox, 20, 1);
  expect(asked.texts.map(({ content }) => content)).toEqual(["Well?", "Done."]);
  await second.stop();
});

test("what extend() goes on from is known after any number of restarts", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const results: object[] = [];
  const handle: Handler = async ({ reply, waitFor, extend }) => {
    await reply(question);
    for (const id of ["vote:yes", "vote:no"]) {
      const vote = await waitFor(component(id), { timeoutMs: 900_000 });
      await vote.reply("Thanks.");
    }
    results.push(await extend("Done."));
  };
  const first = await process(sandbox, handle, { store });
  const asked = await first.settled(first.person.run(poll));
  const replyId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await pass(sandbox, 660_000, 1_000); // past follow-ups: what is left is a message
  await first.stop();
  for (const id of ["vote:yes", "vote:no"]) {
    const next = await process(sandbox, handle, { store });
    await next.settled(next.person.press(replyId, id));
    await pass(sandbox, 20, 1);
    await next.stop();
  }
  expect(results).toMatchObject([{ by: "us", replyId }]);
});

test("a conversation that the fallback began goes on in the next process", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const starting = async () => {
    const { app, start } = appOn(sandbox, { conversations: { store } });
    app.command(poll, async ({ reply }) => reply(question));
    app.fallback(async (interaction) => {
      if (interaction.type === "autocomplete") return;
      await interaction.reply(question);
      const vote = await interaction.waitFor(component("vote:no"));
      await vote.reply("Sure.");
    });
    const { person } = await start();
    const press = async (on: PersonInteraction, id: string) =>
      settled(sandbox, person.press(on.texts[0]?.messageId ?? expect.fail("nothing was asked"), id));
    return { person, press, stop: async () => app.stop({ graceMs: 0 }) };
  };
  const first = await starting();
  const asked = await settled(sandbox, first.person.run(poll));
  const pressed = await first.press(asked, "vote:yes");
  await first.stop();
  const second = await starting();
  const sure = await second.press(pressed, "vote:no");
  expect(sure.texts).toMatchObject([{ content: "Sure." }]);
  await second.stop();
});

test("a wait that ended before a restart ends the same way after it, and one that is past is forgotten", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const heard: string[] = [];
  const handle: Handler = async ({ reply, waitFor }) => {
    await reply(question);
    await waitFor(component("vote:no"), { timeoutMs: 1_000 }).catch((error: unknown) => heard.push(String(error)));
    const vote = await waitFor(component({ prefix: "vote:" }), { timeoutMs: 60_000 });
    await vote.reply(vote.params.rest);
  };
  const first = await process(sandbox, handle, { store });
  const asked = await first.settled(first.person.run(poll));
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await pass(sandbox, 2_000, 100);
  await first.stop();
  expect(heard).toHaveLength(1);

  const second = await process(sandbox, handle, { store });
  const pressed = await second.settled(second.person.press(messageId, "vote:yes"));
  expect(pressed.texts).toMatchObject([{ content: "yes" }]);
  expect(heard).toEqual([heard[0], heard[0]]);
  const again = await second.settled(second.person.run(poll));
  await pass(sandbox, 2_000, 100);
  await second.stop();
  expect(await conversationsIn(store).ids()).toHaveLength(1);

  await pass(sandbox, 61_000, 500);
  const third = await process(sandbox, handle, { store });
  const late = again.texts[0]?.messageId ?? expect.fail("nothing was asked");
  const tooLate = await third.settled(third.person.press(late, "vote:yes"));
  expect([tooLate.state, await conversationsIn(store).ids()]).toEqual(["declined", []]);
});

describe("a store that fails", () => {
  const broken = (operation: keyof KeyValue): KeyValue => ({
    ...memoryStore(),
    [operation]: async () => Promise.reject(new Error("the disk is full")),
  });
  const handle: Handler = async ({ reply, waitFor }) => {
    await reply(question);
    const vote = await waitFor(component("vote:{choice}"), { timeoutMs: 60_000 });
    await vote.reply(vote.params.choice);
  };

  test.each([
    ["put", "write"],
    ["delete", "write"],
    ["list", "read"],
  ] as const)(
    "by %s is reported as a failing %s, and the conversation goes on without it",
    async (method, operation) => {
      const sandbox = await platform();
      const one = await process(sandbox, handle, { store: broken(method) });
      const asked = await one.settled(one.person.run(poll));
      const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
      const pressed = await one.settled(one.person.press(messageId, "vote:yes"));
      expect(pressed.texts).toMatchObject([{ content: "yes" }]);
      await one.stop();
      const told = one.notices.filter(({ type }) => type === "app.conversation_store_failed");
      expect(told.length).toBeGreaterThan(0);
      for (const notice of told) {
        const error = { reason: "failed", cause: new Error("the disk is full") };
        expect(notice).toMatchObject({ level: "error", operation, error });
      }
    },
  );

  test.each(["list", "get", "put"] as const)("to answer %s holds neither a command nor a stop up", async (method) => {
    const sandbox = await platform();
    const inner = memoryStore();
    if (method === "get") await conversationsIn(inner).set("1", {});
    const store = { ...inner, [method]: () => new Promise<never>(() => {}) };
    const one = await process(sandbox, handle, { store });
    const asked = one.person.run(poll);
    await pass(sandbox, 2_900, 100);
    expect([asked.state, asked.texts.length]).toEqual(["confirmed", 1]);
    const stopping = one.stop();
    await pass(sandbox, 3_500, 100);
    await stopping;
    const told = one.notices.filter(({ type }) => type === "app.conversation_store_failed");
    expect(told.length).toBeGreaterThan(0);
    const message = expect.stringMatching(/did not answer (\w+\(\) )?within [135]000 ms/) as string;
    for (const notice of told) expect(notice).toMatchObject({ error: { message } });
  });
});
