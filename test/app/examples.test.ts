import "svc-apps/testing/vitest";
import { testApp } from "svc-apps/testing";
import { readFileSync } from "node:fs";
import { memoryStore, type PostgresClient } from "svc-apps/stores";
import { describe, expect, test } from "vitest";
import * as dice from "../../examples/dice/bot.js";
import * as mailbox from "../../examples/mailbox/bot.js";
import * as moderation from "../../examples/moderation/bot.js";
import * as poll from "../../examples/poll/bot.js";
import * as points from "../../examples/points/bot.js";
import * as search from "../../examples/search/bot.js";
import * as tickets from "../../examples/tickets/bot.js";

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
  const world = await testApp(poll.pollApp(memoryStore()));
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
  const { person } = await testApp(poll.pollApp(memoryStore()));
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
  const archived = defaults.owner.run(moderation.archive, { name: "old" });
  await archived.settled();
  expect(archived.texts.map(({ content }) => content)).toEqual(["Archived #old."]);
  expect(sandbox.log.text()).toMatch(/STALE_REVISION|-> 409/);
  const again = defaults.owner.run(moderation.archive, { name: "old" });
  await again.settled();
  expect(again.texts.map(({ content }) => content)).toEqual(["There is no #old."]);
});

test("moderation: a member gets the role Muted, although the server changes in between", async () => {
  const { owner, person, sandbox } = await testApp(moderation.app);
  const { portal, defaults } = sandbox;
  const { serverId } = defaults;
  const without = await owner.run(moderation.mute, { id: person.id });
  expect(without).toHaveReplied("There is no role Muted.");
  portal.createRole({ serverId, name: "Muted" });
  const stop = sandbox.log.subscribe(({ detail }) => {
    if (detail["operation"] !== "getServer") return;
    stop();
    portal.createChannel({ serverId, name: "meanwhile" });
  });
  const muted = await owner.run(moderation.mute, { id: person.id });
  expect(muted).toHaveReplied(`Muted ${person.id}.`);
  const statuses = sandbox.log
    .entries("request")
    .filter(({ detail }) => detail["operation"] === "assignMemberRole")
    .map(({ detail }) => detail["status"]);
  expect(statuses).toEqual([409, 200]);
});

describe.each(["never", "after each step"])("tickets, with a restart %s", (restarts) => {
  test("a ticket is written, taken and closed by whoever does it, and each person's are counted", async () => {
    const store = memoryStore();
    const world = await testApp(tickets.ticketsApp(store));
    const { person, channel } = world;
    const helper = world.newPerson("Helena");
    const restart = async () => {
      if (restarts !== "never") await world.restart(tickets.ticketsApp(store));
    };
    for (const number of [1, 2]) {
      const opened = await person.run(tickets.ticket);
      await restart();
      const written = await person.submit(opened, tickets.request, { subject: "Printer", details: "It burns." });
      expect(written).toHaveReplied(`Printer (number ${number} of theirs)\nIt burns.`);
      await restart();
      const taken = await helper.press(written, tickets.take);
      expect(taken).toHaveReplied(`${helper.id} is on it.`);
      await restart();
      const closing = await helper.press(taken, tickets.close);
      await restart();
      const closed = await helper.submit(closing, tickets.reason, { why: "Water" });
      expect(closed).toHaveReplied("Closed: Water.");
    }
    expect(channel.messages).toHaveLength(6);
  });
});

/** The two statements of the example, over a map. */
function pointsTable(): PostgresClient {
  const totals = new Map<string, number>();
  const claims = new Set<unknown>();
  return {
    async query(text, [server, member = ""]) {
      await Promise.resolve();
      if (text.startsWith("INSERT INTO claims")) {
        const isNew = !claims.has(server);
        claims.add(server);
        return { rows: [], rowCount: isNew ? 1 : 0 };
      }
      if (text.startsWith("INSERT INTO points")) {
        const total = (totals.get(`${server} ${member}`) ?? 0) + 1;
        totals.set(`${server} ${member}`, total);
        return { rows: [{ total }], rowCount: 1 };
      }
      const rows = Array.from(totals, ([key, total]) => ({ member: key.split(" ")[1], total }));
      return { rows: rows.sort((one, other) => other.total - one.total), rowCount: rows.length };
    },
  };
}

test("points: they are given to others, over signed deliveries, and the most are shown", async () => {
  const world = await testApp(points.pointsApp(pointsTable()), { via: "endpoint" });
  const { person } = world;
  expect(await person.run(points.points)).toHaveReplied("Nobody has points.");
  const own = await person.run(points.give, { member: person.id });
  expect(own).toHaveReplied("Points come from others.");
  expect(own.reply).toMatchObject({ private: true });
  for (const [member, total] of [
    ["1", 1],
    ["2", 1],
    ["2", 2],
  ] as const) {
    expect(await person.run(points.give, { member })).toHaveReplied(`${member} has ${total}.`);
  }
  expect(await person.run(points.points)).toHaveReplied("2: 2\n1: 1");
});

test.each(["moderation", "tickets", "points"])("%s is no longer than the same bot in discord.js", (name) => {
  const lines = (file: string) =>
    readFileSync(`examples/${name}/${file}.ts`, "utf8")
      .split("\n")
      .filter((line) => !/^\s*(?:\/\*\*|\*|\/\/|$)/.test(line)).length;
  expect(lines("bot")).toBeGreaterThan(30);
  expect(lines("bot")).toBeLessThanOrEqual(lines("discord"));
});
