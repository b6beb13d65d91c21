import { button, component } from "svc-apps";
import type { PersonInteraction } from "svc-apps/sandbox";
import { memoryStore } from "svc-apps/stores";
import { describe, expect, test } from "vitest";
import { question, type Handler } from "../app/kit/polls.js";
import { INTERRUPTED, Fleet, told, asking, texts } from "./conversing.js";

describe("a conversation in a fleet", () => {
  test("hears its answer by the log, whichever process that comes to", async () => {
    const fleet = await Fleet.start();
    const members = [await fleet.add("one", asking("one")), await fleet.add("other", asking("other"))];
    for (let round = 0; round < 12; round += 1) {
      const asked = await fleet.settled(fleet.person.run("poll"));
      await fleet.settled(fleet.person.run("who")); // four interactions go to one member, and four to the next
      const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
      const pressed = await fleet.settled(fleet.person.press(messageId, "vote:yes"));
      expect(texts(pressed)).toEqual([`${String(texts(asked)[0]?.split(" ")[0])} heard yes`]);
    }
    const all = members.flatMap(told);
    expect(all.length).toBeGreaterThan(3);
    expect(new Set(all)).toEqual(new Set(["interaction.handed_on"]));
  });

  test("hears only what it sent, whichever process that comes to", async () => {
    const fleet = await Fleet.start();
    const vote = button({ id: "vote:{choice}" });
    const asks: Handler = async ({ id, reply, waitFor }) => {
      await reply({ content: id, components: [vote.of({ choice: "yes" })] });
      const heard = await waitFor(vote, { timeoutMs: 300_000 });
      await heard.reply(`${id} heard ${heard.params.choice}`);
    };
    const members = [await fleet.add("one", asks), await fleet.add("other", asks)];
    const asked: PersonInteraction[] = [];
    for (const member of [...members, ...members]) {
      await fleet.deliverTo(member);
      asked.push(await fleet.settled(fleet.person.run("poll")));
    }
    for (const one of asked) {
      const [text] = one.texts;
      const [sent] = (text?.components ?? []) as readonly { readonly id: string }[];
      const pressed = await fleet.settled(fleet.person.press(text?.messageId ?? "", sent?.id ?? ""));
      expect(texts(pressed)).toEqual([`${one.id} heard yes`]);
    }
  });

  test("hears its answer by delivery, buttons and forms, before a route at the process that it comes to", async () => {
    const fleet = await Fleet.start();
    const [one, other] = [await fleet.add("one", asking("one")), await fleet.add("other", asking("other"))];
    other.app.component("vote:{choice}", async ({ reply }) => reply("the route's own"));
    expect(texts(await fleet.pressAt(other, await fleet.pollAt(one)))).toEqual(["one heard yes"]);
    await fleet.deliverTo(one);
    const opened = await fleet.settled(fleet.person.run("order"));
    await fleet.deliverTo(other);
    const submitted = await fleet.settled(fleet.person.submit(opened, { street: "Main" }));
    expect(texts(submitted)).toEqual(["one sends 7 to Main"]);
    expect(told(other)).toEqual(["interaction.handed_on", "interaction.handed_on"]);
    expect(told(one)).toEqual([]);
  });

  test("leaves alone what it does not wait for: other people, other buttons, and what comes after its answer", async () => {
    const fleet = await Fleet.start();
    const [one, other] = [await fleet.add("one", asking("one")), await fleet.add("other", asking("other"))];
    const unrouted = () => other.diagnostics.filter(({ type }) => type === "interaction.unrouted").at(-1)?.message;
    other.app.component("later", async ({ reply }) => reply("the route's own"));
    const messageId = await fleet.pollAt(one);
    expect(texts(await fleet.pressAt(other, messageId, "later"))).toEqual(["the route's own"]);
    const bo = fleet.setting.sandbox.newPerson("Bo");
    expect((await fleet.settled(bo.press(messageId, "vote:yes"))).state).toBe("declined");
    expect(unrouted()).toContain("a conversation waits for it, but from another person or in another channel");
    expect(texts(await fleet.pressAt(other, messageId))).toEqual(["one heard yes"]);
    expect((await fleet.pressAt(other, messageId)).state).toBe("declined");
    expect(unrouted()).toMatch(/conversation(?: of command poll)? waited for it, and no longer does\./);
    expect(told(one)).toEqual([]);
  });

  test("that nobody answered in time tells so at every process", async () => {
    const fleet = await Fleet.start();
    const ended: unknown[] = [];
    const [one, other] = [
      await fleet.add("one", async ({ reply, waitFor }) => {
        await reply(question);
        await waitFor(component("vote:{choice}"), { timeoutMs: 30_000 }).catch((error: unknown) => ended.push(error));
      }),
      await fleet.add("other", asking("other")),
    ];
    const messageId = await fleet.pollAt(one);
    await fleet.setting.sandbox.clock.advance(30_000);
    expect(ended).toMatchObject([{ reason: "timeout" }]);
    expect((await fleet.pressAt(other, messageId)).texts).toMatchObject(INTERRUPTED);
  });

  test("begun again at another process hears the answer there, and the first one does not hear it too", async () => {
    const fleet = await Fleet.start();
    const [first, second, third] = [
      await fleet.add("first", asking("first")),
      await fleet.add("second", asking("second")),
      await fleet.add("third", asking("third")),
    ];
    await fleet.pollAt(first);
    const messageId = await fleet.pollAt(second);
    expect(texts(await fleet.pressAt(third, messageId))).toEqual(["second heard yes"]);
    expect([first, second, third].map(told)).toEqual([[], [], ["interaction.handed_on"]]);
    expect(texts(await fleet.pressAt(third, messageId))).toEqual(["first heard yes"]);
  });

  test("hears its answer after longer than a mark lasts by itself", async () => {
    const fleet = await Fleet.start();
    const hourMs = 3_600_000;
    const [one, other] = [await fleet.add("one", asking("one", 2 * hourMs)), await fleet.add("other", asking("other"))];
    const messageId = await fleet.pollAt(one);
    await fleet.setting.sandbox.clock.advance(hourMs);
    expect(texts(await fleet.pressAt(other, messageId))).toEqual(["one heard yes"]);
  });

  test("whose process stopped is told so to whoever answers, and so is that of one that was cut off", async () => {
    for (const isCut of [false, true]) {
      const fleet = await Fleet.start();
      const [one, other] = [await fleet.add("one", asking("one")), await fleet.add("other", asking("other"))];
      const [messageId, again] = [await fleet.pollAt(one), await fleet.pollAt(one)];
      if (isCut) fleet.setting.engine.faults.cut(one.fleet.member);
      else await fleet.stop(one);
      for (const asked of [messageId, again]) {
        const atMs = fleet.setting.sandbox.clock.monotonicMs();
        const pressed = await fleet.pressAt(other, asked);
        expect(pressed.texts).toMatchObject(INTERRUPTED);
        const isAsked = isCut && asked === messageId; // and not a second time
        expect(fleet.setting.sandbox.clock.monotonicMs() - atMs >= 500).toBe(isAsked);
      }
      expect(told(other)).toEqual(["interaction.unrouted", "interaction.unrouted"]);
      expect(other.diagnostics.find(({ type }) => type === "interaction.unrouted")?.message).toContain(
        "a conversation waited in its channel, in a process that is gone.",
      );
    }
  });

  test("whose process is gone is told of as such also by one that has had its own of the same kind", async () => {
    const fleet = await Fleet.start();
    const [one, other] = [await fleet.add("one", asking("one")), await fleet.add("other", asking("other"))];
    const [bo, messageId] = [fleet.setting.sandbox.newPerson("Bo"), await fleet.pollAt(one)];
    expect(texts(await fleet.pressAt(other, await fleet.pollAt(other)))).toEqual(["other heard yes"]); // over there
    await fleet.deliverTo(other);
    await fleet.settled(bo.run("poll")); // and one that waits, for somebody else
    await fleet.stop(one);
    expect((await fleet.pressAt(other, messageId)).texts).toMatchObject(INTERRUPTED);
  });

  test("of a member that was cut off for a while is found again once it is back", async () => {
    const fleet = await Fleet.start();
    const [one, other] = [await fleet.add("one", asking("one")), await fleet.add("other", asking("other"))];
    const messageId = await fleet.pollAt(one);
    fleet.setting.engine.faults.cut(one.fleet.member);
    expect((await fleet.pressAt(other, messageId)).texts).toMatchObject(INTERRUPTED);
    fleet.setting.engine.faults.heal(one.fleet.member);
    await fleet.setting.sandbox.clock.advance(1_000);
    expect(texts(await fleet.pressAt(other, messageId))).toEqual(["one heard yes"]);
  });

  test("is found again after the engine lost all that it had stored", async () => {
    const fleet = await Fleet.start();
    const [one, other] = [await fleet.add("one", asking("one")), await fleet.add("other", asking("other"))];
    const messageId = await fleet.pollAt(one);
    fleet.setting.engine.faults.stop();
    fleet.setting.engine.faults.start({ withoutDisk: true });
    await fleet.setting.sandbox.clock.advance(10_000);
    expect(texts(await fleet.pressAt(other, messageId))).toEqual(["one heard yes"]);
  });

  test("goes on after a restart in the process that has its store, wherever its answer comes to", async () => {
    const fleet = await Fleet.start();
    const store = memoryStore();
    const other = await fleet.add("other", asking("other"));
    const one = await fleet.add("one", asking("one"), store);
    const messageId = await fleet.pollAt(one);
    await fleet.stop(one);
    expect((await fleet.pressAt(other, messageId)).texts).toMatchObject(INTERRUPTED);
    const again = await fleet.add("one", asking("one"), store);
    await fleet.setting.sandbox.clock.advance(1_000);
    expect(texts(await fleet.pressAt(other, messageId))).toEqual(["one heard yes"]);
    expect(told(again)).toEqual([]);
  });

  test("that begins its wait again too late for an answer does not take it after all", async () => {
    const fleet = await Fleet.start();
    const { clock } = fleet.setting.sandbox;
    const heard: string[] = [];
    const slow: Handler = async ({ reply, waitFor }) => {
      await reply(question);
      const yes = waitFor(component("vote:yes"));
      if (heard.length > 0) await new Promise<void>((resolve) => void clock.schedule(resolve, 700));
      const no = waitFor(component("vote:no"));
      const hear = async (choice: string, vote: Promise<{ reply: (text: string) => Promise<unknown> }>) => {
        const answer = await vote;
        heard.push(choice);
        await answer.reply(choice);
      };
      await Promise.all([hear("yes", yes), hear("no", no)]);
    };
    const store = memoryStore();
    const other = await fleet.add("other", asking("other"));
    const one = await fleet.add("one", slow, store);
    const messageId = await fleet.pollAt(one);
    await fleet.stop(one);
    heard.push("restarted");
    const again = await fleet.add("one", slow, store);
    await clock.advance(1_000);
    await fleet.deliverTo(other);
    const presses = ["vote:yes", "vote:no"].map((id) => fleet.person.press(messageId, id));
    for (const pressed of presses) await fleet.settled(pressed);
    await clock.advance(2_000);
    expect(heard).toEqual(["restarted", "yes"]);
    expect(presses.map(texts)).toEqual([["yes"], INTERRUPTED.map(({ content }) => content)]);
    expect(texts(await fleet.pressAt(other, messageId, "vote:no"))).toEqual(["no"]);
    expect(told(again)).toEqual([]);
  });

  test("with an engine out of reach: answers that come to its own process are heard, others are told of nothing wrong", async () => {
    const fleet = await Fleet.start();
    const [one, other] = [await fleet.add("one", asking("one")), await fleet.add("other", asking("other"))];
    const [messageId, again] = [await fleet.pollAt(one), await fleet.pollAt(one)];
    fleet.setting.engine.faults.cut(one.fleet.member);
    fleet.setting.engine.faults.cut(other.fleet.member);
    expect((await fleet.pressAt(other, messageId)).state).toBe("declined");
    expect(texts(await fleet.pressAt(one, again))).toEqual(["one heard yes"]);
  });
});
