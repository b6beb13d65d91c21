import { component, type Around } from "svc-apps";
import { expect, test } from "vitest";
import { poll, question } from "./kit/polls.js";
import { appOn, pass, platform } from "./kit/world.js";

/** Begins its work some time after it was asked to, as one does that asks somewhere for a trace id. */
const late: Around = async (work, run) => {
  if (work.name === "handler") await new Promise<void>((resolve) => setImmediate(resolve));
  return run();
};

test("of two answers to one wait the first is heard, and the second declined, also where around begins late", async () => {
  const sandbox = await platform();
  const { app, start, notices } = appOn(sandbox, { around: late });
  app.command(poll, async ({ reply, waitFor }) => {
    await reply(question);
    const vote = await waitFor(component("vote:{choice}"));
    await vote.reply(vote.params.choice);
  });
  const { person } = await start();
  const asked = person.run(poll);
  await pass(sandbox, 20, 1);
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  const presses = ["vote:yes", "vote:no"].map((id) => person.press(messageId, id));
  await pass(sandbox, 3_000);
  expect(presses.map(({ texts: [text], state }) => text?.content ?? state)).toEqual(["yes", "declined"]);
  const unrouted = notices.flatMap(({ type, message }) => (type === "interaction.unrouted" ? [message] : []));
  expect(unrouted).toEqual([
    'No handler for component "vote:no": the conversation of command poll waited for it, and no longer does.',
  ]);
});
