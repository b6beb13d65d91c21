import { component } from "svc-apps";
import { memoryStore } from "svc-apps/stores";
import { describe, expect, test } from "vitest";
import { address, poll, question, type Handler } from "./kit/polls.js";
import { process } from "./kit/processes.js";
import { conversationsIn } from "./kit/stores.js";
import { appOn, pass, platform } from "./kit/world.js";

const told = [{ content: "Something went wrong.", private: true }];

/** What who answered sees when the handler throws, in each of the ways to get there. */
describe.each([undefined, memoryStore])("a handler that throws in the middle of a conversation", (store) => {
  const kept = store ? "kept" : "not kept";

  test.each<[string, string, Handler, readonly object[]]>([
    ["that nobody has confirmed is declined", "declined", async () => undefined, []],
    ["that was deferred is told so", "answered", async ({ defer }) => defer(), told],
    ["that was replied to hears no more", "confirmed", async ({ reply }) => reply("yes"), [{ content: "yes" }]],
  ])(`an answer ${kept} %s`, async (_name, state, say, texts) => {
    const sandbox = await platform();
    const handle: Handler = async ({ reply, waitFor }) => {
      await reply(question);
      const vote = await waitFor(component("vote:{choice}"));
      await say(vote as never);
      throw new Error("broken");
    };
    const one = await process(sandbox, handle, store ? { store: store() } : {});
    const asked = await one.settled(one.person.run(poll));
    const pressed = one.person.press(asked.texts[0]?.messageId ?? "", "vote:yes");
    await pass(sandbox, 100, 1);
    expect(pressed.state).toBe(state);
    expect(pressed.texts).toMatchObject(texts);
    expect(asked.texts.map(({ content }) => content)).toEqual(["Well?"]);
    await one.stop();
  });

  test(`after forms that came from answers, ${kept}: each that is open is dealt with`, async () => {
    const sandbox = await platform();
    const handle: Handler = async ({ reply, waitFor }) => {
      await reply(question);
      const vote = await waitFor(component("vote:{choice}"));
      await vote.ask(address, { order: "1" });
      throw new Error("broken");
    };
    const one = await process(sandbox, handle, store ? { store: store() } : {});
    const asked = await one.settled(one.person.run(poll));
    const pressed = await one.settled(one.person.press(asked.texts[0]?.messageId ?? "", "vote:yes"));
    const submitted = one.person.submit(pressed, { street: "Main" });
    await pass(sandbox, 100, 1);
    expect(submitted.state).toBe("declined");
    await one.stop();
  });
});

test("a handler that throws once it is taken up after a restart leaves who answered then not waiting", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const handle: Handler = async ({ reply, waitFor }) => {
    await reply(question);
    await waitFor(component("vote:{choice}"));
    throw new Error("broken");
  };
  const first = await process(sandbox, handle, { store });
  const asked = await first.settled(first.person.run(poll));
  await first.stop();
  const second = await process(sandbox, handle, { store });
  const pressed = second.person.press(asked.texts[0]?.messageId ?? "", "vote:yes");
  await pass(sandbox, 100, 1);
  expect(pressed.state).toBe("declined");
  expect(await conversationsIn(store).ids()).toEqual([]);
  await second.stop();
});

test("a handler that ends without confirming what it waited for is told so", async () => {
  const sandbox = await platform();
  const { app, start, notices } = appOn(sandbox);
  app.command(poll, async ({ reply, waitFor }) => {
    await reply(question);
    await waitFor(component("vote:{choice}"));
  });
  const { person } = await start();
  const asked = person.run(poll);
  await pass(sandbox, 10, 1);
  person.press(asked.texts[0]?.messageId ?? "", "vote:yes");
  await pass(sandbox, 10, 1);
  expect(notices.filter(({ type }) => type === "interaction.unconfirmed")).toHaveLength(1);
});
