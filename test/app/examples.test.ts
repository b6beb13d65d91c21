import "svc-apps/testing/vitest";
import { testApp } from "svc-apps/testing";
import { expect, test } from "vitest";
import * as dice from "../../examples/dice/bot.js";
import * as mailbox from "../../examples/mailbox/bot.js";
import * as moderation from "../../examples/moderation/bot.js";
import * as poll from "../../examples/poll/bot.js";
import * as search from "../../examples/search/bot.js";

test.each(["gateway", "mailbox", "endpoint"] as const)("dice: /roll is answered, by %s", async (via) => {
  const { person, channel } = await testApp(dice.app, { via });
  const rolled = await person.run(dice.roll, { sides: 6 });
  expect(rolled).toHaveReplied(/^You rolled [1-6] of 6\.$/);
  expect(channel).toHaveMessage(/^You rolled [1-6] of 6\.$/);
  expect(channel).not.toHaveMessage(/of 20/);
});

test("dice: a message is answered as well, and only the right one", async () => {
  const { person, channel } = await testApp(dice.app);
  await person.post("roll");
  expect(channel.messages).toHaveLength(1);
  await person.post("!roll");
  expect(channel).toHaveMessage(/^The die shows [1-6] of 6\.$/);
  expect(channel.last?.byApp).toBe(true);
});

test("poll: a form writes it, buttons vote, and the answer is private", async () => {
  const world = await testApp(poll.app);
  const { person, channel } = world;
  const asked = await person.run(poll.ask);
  expect(asked.state).toBe("form-opened");
  const published = await person.submit(asked, poll.draft, { question: "Tea?", choices: "Yes, please\n\nNo" });
  expect(published).toHaveReplied("Tea?");
  const buttons = channel.last?.components as readonly { readonly id: string; readonly label: string }[];
  expect(buttons.map(({ label }) => label)).toEqual(["Yes, please", "No"]);
  await person.press(published, buttons[0]!.id);
  const other = await world.newPerson("Clara").press(published, buttons[0]!.id);
  expect(other).toHaveReplied("You chose Yes, please, as did 1 others.");
  expect(other.reply).toMatchObject({ private: true });
  expect(channel).not.toHaveMessage(/You chose/);
});

test("poll: a button of a poll that nobody knows is declined", async () => {
  const { person } = await testApp(poll.app);
  const asked = await person.run(poll.ask);
  const published = await person.submit(asked, poll.draft, { question: "Tea?", choices: "Yes" });
  const pressed = person.inner.press(published.reply?.messageId ?? "", "vote:999:Yes"); // of an older message
  await pressed.settled();
  expect(pressed.state).toBe("declined");
});

test("search: typing suggests, and what was chosen is used", async () => {
  const { person } = await testApp(search.app);
  const typed = await person.type(search.weather, "city", "PO");
  expect(typed).toHaveSuggested("Porto");
  expect(typed).not.toHaveSuggested("Lisboa");
  const answered = await person.run(search.weather, { city: "opo", days: 3 });
  expect(answered).toHaveReplied("Porto: sun for 3 days.");
});

test("mailbox: words are counted where no stream is held open", async () => {
  const { person, channel, sandbox } = await testApp(mailbox.app, { via: "mailbox" });
  await person.post("!count one two three");
  expect(channel).toHaveMessage("3 words.");
  expect(sandbox.log.entries("connection")).toEqual([]);
});

test("moderation: a message is removed from its menu, and only the moderator hears of it", async () => {
  const { person, channel, sandbox } = await testApp(moderation.app);
  const owner = sandbox.defaults.owner;
  const bad = await person.post("buy my coins");
  const removed = owner.runOnMessage(moderation.remove, bad.id);
  await removed.settled();
  expect(removed.texts).toMatchObject([{ content: "Removed.", private: true }]);
  expect(channel).not.toHaveMessage("buy my coins");
});

test("moderation: a channel is archived although the server changes in between", async () => {
  const { sandbox } = await testApp(moderation.app);
  const { portal, defaults } = sandbox;
  portal.createChannel({ serverId: defaults.serverId, name: "old" });
  // The server changes right after it was read, once.
  const stop = sandbox.log.subscribe(({ detail }) => {
    if (detail["operation"] !== "getServer") return;
    stop();
    portal.createChannel({ serverId: defaults.serverId, name: "meanwhile" });
  });
  const archived = defaults.owner.run(moderation.archive, { channel: "old" });
  await archived.settled();
  expect(archived.texts.map(({ content }) => content)).toEqual(["Archived #old."]);
  expect(sandbox.log.text()).toMatch(/STALE_REVISION|-> 409/);
  const again = defaults.owner.run(moderation.archive, { channel: "old" });
  await again.settled();
  expect(again.texts.map(({ content }) => content)).toEqual(["There is no #old."]);
});
