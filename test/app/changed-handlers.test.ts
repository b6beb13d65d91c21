import { component } from "svc-apps";
import { memoryStore } from "svc-apps/stores";
import { expect, test } from "vitest";
import { address, poll, question, type Handler } from "./kit/polls.js";
import { process } from "./kit/processes.js";
import { conversationsIn } from "./kit/stores.js";
import { pass, platform } from "./kit/world.js";

const told = [{ content: "This was interrupted. Please start again.", private: true }];

/** Each: what a later version of the handler does where this one waits for a vote. */
test.each<[string, Handler]>([
  ["another component", async ({ waitFor }) => waitFor(component("colour:{name}"))],
  ["a form", async ({ waitFor }) => waitFor(address)],
])("a handler that waits for %s after a restart is not given the vote, and the voter is told", async (_what, wait) => {
  const sandbox = await platform();
  const store = memoryStore();
  const heard: unknown[] = [];
  const first = await process(
    sandbox,
    async ({ reply, waitFor }) => {
      await reply(question);
      await waitFor(component("vote:{choice}"));
    },
    { store },
  );
  const asked = await first.settled(first.person.run(poll));
  await first.stop();
  const changed: Handler = async (interaction) => {
    await interaction.reply(question);
    heard.push(await wait(interaction));
  };
  const second = await process(sandbox, changed, { store });
  const pressed = second.person.press(asked.texts[0]?.messageId ?? "", "vote:yes");
  await pass(sandbox, 100, 1);
  expect(pressed.texts).toMatchObject(told);
  expect(heard).toEqual([]);
  expect(await conversationsIn(store).ids()).toEqual([]);
  expect(second.notices.filter(({ type }) => /handler_failed|unrouted/.test(type))).toMatchObject([
    { type: "app.handler_failed", error: { message: expect.stringMatching(/waits for (component|form) .* now/) } },
    { type: "interaction.unrouted" },
  ]);
  await second.stop();
});

test("what was heard before a restart is not given to a wait for something else", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const heard: unknown[] = [];
  const handler =
    (id: string): Handler =>
    async ({ reply, waitFor }) => {
      await reply(question);
      const vote = await waitFor(component(id));
      heard.push(vote.componentId);
      await vote.reply(question);
      await waitFor(component("vote:no"));
    };
  const first = await process(sandbox, handler("vote:yes"), { store });
  const asked = await first.settled(first.person.run(poll));
  const pressed = await first.settled(first.person.press(asked.texts[0]?.messageId ?? "", "vote:yes"));
  await first.stop();
  const second = await process(sandbox, handler("vote:never"), { store });
  const next = second.person.press(pressed.texts[0]?.messageId ?? "", "vote:no");
  await pass(sandbox, 100, 1);
  expect(heard).toEqual(["vote:yes"]);
  expect(next.texts).toMatchObject(told);
  await second.stop();
});
