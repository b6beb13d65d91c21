import { component } from "svc-apps";
import type { PersonInteraction } from "svc-apps/sandbox";
import { memoryStore } from "svc-apps/stores";
import { poll, question, type Handler } from "./kit/polls.js";
import { process } from "./kit/processes.js";
import { platform } from "./kit/world.js";
import { expect, test } from "vitest";

/** A handler waits for two buttons, and both are pressed at once in the next process. */
async function pressedTogether(handle: Handler, buttons: readonly [string, string] = ["vote:yes", "vote:no"]) {
  const sandbox = await platform();
  const store = memoryStore();
  const first = await process(sandbox, handle, { store });
  const asked = await first.settled(first.person.run(poll));
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await first.stop();
  const second = await process(sandbox, handle, { store });
  const presses = buttons.map((id) => second.person.press(messageId, id));
  const settled: PersonInteraction[] = [];
  for (const press of presses) settled.push(await second.settled(press));
  await second.stop();
  return settled.map(({ texts: [text], state }) => text?.content ?? state);
}

const both = async ({ waitFor }: Parameters<Handler>[0], between: () => Promise<unknown> | undefined) => {
  const yes = waitFor(component("vote:yes"));
  await between();
  const no = waitFor(component("vote:no"));
  await Promise.all([yes.then(async (vote) => vote.reply("Yes.")), no.then(async (vote) => vote.reply("No."))]);
};

test("of two answers that come at once after a restart, to two waits, both are heard", async () => {
  const handle: Handler = async (interaction) => {
    await interaction.reply(question);
    await both(interaction, () => undefined);
  };
  expect(await pressedTogether(handle)).toEqual(["Yes.", "No."]);
  expect(await pressedTogether(handle, ["vote:no", "vote:yes"])).toEqual(["No.", "Yes."]);
});

test("the second of them is heard, too, where its wait begins again some time after the first", async () => {
  const handle: Handler = async (interaction) => {
    await interaction.reply(question);
    await both(interaction, async () => new Promise((resolve) => setImmediate(resolve)));
  };
  expect(await pressedTogether(handle)).toEqual(["Yes.", "No."]);
});

test("where the handler, run again, does not wait for the second any more, nobody waits for that for long", async () => {
  let runs = 0;
  const handle: Handler = async (interaction) => {
    runs += 1;
    await interaction.reply(question);
    if (runs === 1) await both(interaction, () => undefined);
    await (await interaction.waitFor(component("vote:yes"))).reply("Yes.");
  };
  expect(await pressedTogether(handle)).toEqual(["Yes.", "declined"]);
});
