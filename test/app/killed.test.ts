import { component } from "svc-apps";
import type { Sandbox, VirtualClock } from "svc-apps/sandbox";
import { type KeyValue, memoryStore } from "svc-apps/stores";
import type { ConversationRecord } from "../../runtime/app/conversations/record.js";
import { address, poll, question } from "./kit/polls.js";
import type { Handler } from "./kit/polls.js";
import { process } from "./kit/processes.js";
import { conversationsIn } from "./kit/stores.js";
import { pass, platform } from "./kit/world.js";
import { expect, test } from "vitest";

/** Runs a handler until a button of its question was pressed, and kills it before what it said to that was written. */
async function killedAfterPress(sandbox: Sandbox<VirtualClock>, handle: Handler) {
  const store = memoryStore();
  const written: unknown[] = [];
  const kept = conversationsIn(store);
  const spied: KeyValue = {
    ...store,
    async put(key, value, options) {
      const { data } = JSON.parse(value) as { readonly data: unknown };
      written.push(data);
      return store.put(key, value, options);
    },
  };
  const first = await process(sandbox, handle, { store: spied });
  const asked = await first.settled(first.person.run(poll));
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  const pressed = await first.settled(first.person.press(messageId, "vote:yes"));
  const [key = expect.fail("nothing is kept")] = await kept.ids();
  await first.stop();
  const left = written.find((record) => stateIn(record, pressed.id) === "open");
  await kept.set(key, left ?? expect.fail("nothing was written before it was confirmed"));
  return { messageId, pressed, ...(await process(sandbox, handle, { store })) };
}

test.each([0, 5_000, 660_000])(
  "a form that was opened right before a kill is answered in the next process, %d ms later",
  async (laterMs) => {
    const sandbox = await platform();
    const { pressed, person, notices, settled, stop } = await killedAfterPress(sandbox, async ({ reply, waitFor }) => {
      await reply(question);
      const vote = await waitFor(component("vote:{choice}"), { timeoutMs: 900_000 });
      const form = await vote.ask(address, { order: vote.params.choice }, { timeoutMs: 900_000 });
      await form.reply(`${form.params.order}, ${form.values.street}`);
      if (laterMs < 600_000) await vote.followUp("Thanks.");
    });
    await pass(sandbox, laterMs, 100);
    const submitted = await settled(person.submit(pressed, { street: "Main" }));
    expect(notices.filter(({ level }) => level === "error")).toEqual([]);
    expect([submitted.state, submitted.texts.map(({ content }) => content)]).toEqual(["confirmed", ["yes, Main"]]);
    await pass(sandbox, 10, 1);
    expect(pressed.texts.map(({ content }) => content)).toEqual(laterMs < 600_000 ? ["Thanks."] : []);
    await stop();
  },
);

test("a reply that was sent right before a kill is sent again while its window lasts, and told as made", async () => {
  const sandbox = await platform();
  const { messageId, person, notices, settled, stop } = await killedAfterPress(sandbox, async ({ reply, waitFor }) => {
    await reply(question);
    const vote = await waitFor(component("vote:yes"), { timeoutMs: 60_000 });
    const next = waitFor(component("vote:no"), { timeoutMs: 60_000 });
    await vote.reply("Sure?");
    await (await next).reply("Sure.");
  });
  const sure = await settled(person.press(messageId, "vote:no"));
  expect(notices.filter(({ level }) => level === "error")).toEqual([]);
  expect(sure.texts).toMatchObject([{ content: "Sure." }]);
  await stop();
});

/** Where an interaction stood when a conversation was written. */
function stateIn(record: unknown, id: string): string | undefined {
  const { said } = record as ConversationRecord; // what a conversation writes
  return said[id]?.state.phase.at;
}

test("a confirmation that was under way when a conversation was written is made again", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const handle: Handler = async ({ reply, waitFor }) => {
    const waiting = waitFor(component("vote:{choice}"), { timeoutMs: 60_000 });
    await reply(question);
    await (await waiting).reply("Heard.");
  };
  const first = await process(sandbox, handle, { store });
  const asked = await first.settled(first.person.run(poll));
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  const [key = expect.fail("nothing is kept")] = await conversationsIn(store).ids();
  await first.stop();
  const record = (await conversationsIn(store).get(key)) as ConversationRecord; // what a conversation writes
  const { said, interaction } = record;
  const state = said[interaction.id]?.state ?? expect.fail("nothing was said");
  for (const kind of ["defer", "reply"] as const) {
    const phase = { at: "confirming", kind, auto: true, afterAmbiguity: false } as const;
    await conversationsIn(store).set(key, {
      ...record,
      said: { [interaction.id]: { calls: [], state: { ...state, phase } } },
    });
    const next = await process(sandbox, handle, { store });
    const pressed = await next.settled(next.person.press(messageId, "vote:yes"));
    expect([
      pressed.texts.map(({ content }) => content),
      next.notices.filter(({ level }) => level === "error"),
    ]).toEqual([["Heard."], []]);
    await next.stop();
  }
});

test("a form that could not be opened is not waited for, in this process or the next", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const heard: string[] = [];
  const handle: Handler = async ({ reply, waitFor }) => {
    await reply(question);
    const vote = await waitFor(component("vote:{choice}"), { timeoutMs: 60_000 });
    await vote.decline();
    await vote.ask(address, { order: "one" }).catch((error: unknown) => heard.push(String(error)));
    const next = await waitFor(component("vote:{choice}"), { timeoutMs: 60_000 });
    await next.reply(next.params.choice);
  };
  const first = await process(sandbox, handle, { store });
  const asked = await first.settled(first.person.run(poll));
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await first.settled(first.person.press(messageId, "vote:yes"));
  const [key = expect.fail("nothing is kept")] = await conversationsIn(store).ids();
  const record = (await conversationsIn(store).get(key)) as ConversationRecord; // what a conversation writes
  expect(Object.values(record.waits).map(({ type }) => type)).toEqual(["component"]);
  await first.stop();
  const second = await process(sandbox, handle, { store });
  const pressed = await second.settled(second.person.press(messageId, "vote:no"));
  expect(pressed.texts).toMatchObject([{ content: "no" }]);
  expect(heard.map((one) => /is confirmed already/.test(one))).toEqual([true, true]);
  await second.stop();
});
