import { component, isNoAnswer } from "svc-apps";
import { type KeyValue, memoryStore } from "svc-apps/stores";
import { expect, test } from "vitest";
import { poll, question, type Handler } from "./kit/polls.js";
import { process } from "./kit/processes.js";
import { all, conversationsIn } from "./kit/stores.js";
import { pass, platform } from "./kit/world.js";

/** A handler that waits for a vote, and the id of each answer by the number of its run. */
function voting() {
  const heard: string[] = [];
  let runs = 0;
  const handle: Handler = async ({ reply, waitFor }) => {
    const run = (runs += 1);
    await reply(question);
    const vote = await waitFor(component("vote:{choice}"));
    heard.push(`${vote.params.choice} by ${run}`);
    await vote.reply("Thanks.");
  };
  return { handle, heard };
}

test("a conversation that the store gave too late for one answer goes on with the next", async () => {
  const sandbox = await platform();
  const { clock } = sandbox;
  const inner = memoryStore();
  const { handle, heard } = voting();
  const first = await process(sandbox, handle, { store: inner });
  const asked = await first.settled(first.person.run(poll));
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await first.stop();

  let listTakesMs = 1_500;
  const store: KeyValue = {
    ...inner,
    list: async (prefix) => {
      await new Promise<void>((resolve) => void clock.schedule(resolve, listTakesMs));
      return all(inner, prefix);
    },
  };
  const second = await process(sandbox, handle, { store });
  const early = second.person.press(messageId, "vote:yes");
  await pass(sandbox, 2_000);
  expect([early.state, heard]).toEqual(["declined", []]);
  listTakesMs = 10;
  const pressed = second.person.press(messageId, "vote:no");
  await pass(sandbox, 100);
  expect([pressed.texts.map(({ content }) => content), heard]).toEqual([["Thanks."], ["no by 2"]]);
  await second.stop();
});

test("a store that takes longer than one answer can wait is read once, and the next answer resumes the conversation", async () => {
  const sandbox = await platform();
  const { clock } = sandbox;
  const inner = memoryStore();
  const { handle, heard } = voting();
  const first = await process(sandbox, handle, { store: inner });
  const asked = await first.settled(first.person.run(poll));
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await first.stop();
  let reads = 0;
  const list: KeyValue["list"] = async (prefix) => {
    reads += 1;
    await new Promise<void>((resolve) => void clock.schedule(resolve, 2_500));
    return all(inner, prefix);
  };
  const second = await process(sandbox, handle, { store: { ...inner, list } });
  const presses: string[] = [];
  for (let tries = 0; tries < 3; tries += 1) {
    const pressed = second.person.press(messageId, "vote:yes");
    await pass(sandbox, 1_200);
    presses.push(pressed.texts[0]?.content ?? pressed.state);
  }
  expect([presses, heard, reads]).toEqual([["declined", "declined", "Thanks."], ["yes by 2"], 1]);
  await second.stop();
});

test("a read of the store that hangs is given up after five seconds, and the store read again", async () => {
  const sandbox = await platform();
  const inner = memoryStore();
  const { handle, heard } = voting();
  const first = await process(sandbox, handle, { store: inner });
  const asked = await first.settled(first.person.run(poll));
  const messageId = asked.texts[0]?.messageId ?? expect.fail("nothing was asked");
  await first.stop();
  let reads = 0;
  const list: KeyValue["list"] = async (prefix) =>
    (reads += 1) === 1 ? new Promise<never>(() => undefined) : all(inner, prefix);
  const second = await process(sandbox, handle, { store: { ...inner, list } });
  const presses: string[] = [];
  for (const passMs of [3_500, 1_600, 1_200]) {
    const pressed = second.person.press(messageId, "vote:yes");
    await pass(sandbox, passMs);
    presses.push(pressed.texts[0]?.content ?? pressed.state);
  }
  expect([presses, heard, reads]).toEqual([["declined", "declined", "Thanks."], ["yes by 2"], 2]);
  await second.stop();
});

test("an answer to a conversation of this process leaves one of a former process to the next answer", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const { handle, heard } = voting();
  const first = await process(sandbox, handle, { store });
  const old = await first.settled(first.person.run(poll));
  await first.stop();
  const second = await process(sandbox, handle, { store });
  const asked = await second.settled(second.person.run(poll));
  await second.settled(second.person.press(asked.texts[0]?.messageId ?? "", "vote:yes"));
  expect(heard).toEqual(["yes by 2"]);
  await second.settled(second.person.press(old.texts[0]?.messageId ?? "", "vote:no"));
  expect(heard).toEqual(["yes by 2", "no by 3"]);
  expect(await conversationsIn(store).ids()).toEqual([]);
  await second.stop();
});

test("of two conversations of a former process the younger one is answered first", async () => {
  const sandbox = await platform();
  const store = memoryStore();
  const heard: string[] = [];
  const handle: Handler = async ({ id, reply, waitFor }) => {
    await reply(question);
    const vote = await waitFor(component("vote:{choice}"));
    heard.push(id);
    await vote.reply("Thanks.");
  };
  const first = await process(sandbox, handle, { store });
  const older = await first.settled(first.person.run(poll));
  const younger = await first.settled(first.person.run(poll));
  await first.stop();
  const second = await process(sandbox, handle, { store });
  for (const id of ["vote:yes", "vote:no"]) {
    await second.settled(second.person.press(older.texts[0]?.messageId ?? "", id));
  }
  expect(heard).toEqual([younger.id, older.id]);
  await second.stop();
});

test.each([
  ["goes on over a restart", 40_000, 0, 60_000],
  ["that was up while no process ran is up at once", 40_000, 30_000, 70_000],
])("the time of a wait %s, and a wait without end is stored as one", async (_name, runMs, goneMs, endedMs) => {
  const sandbox = await platform();
  const store = memoryStore();
  const ended: number[] = [];
  const handle: Handler = async ({ reply, waitFor }) => {
    await reply(question);
    const timed = waitFor(component("vote:yes"), { timeoutMs: 60_000 }).catch((error: unknown) => {
      if (!isNoAnswer(error, "timeout")) throw error;
      ended.push(sandbox.clock.monotonicMs());
    });
    const endless = waitFor(component("vote:no"), { timeoutMs: Infinity });
    await Promise.all([timed, endless.then(async (vote) => vote.reply("Thanks."))]);
  };
  const first = await process(sandbox, handle, { store });
  const beganMs = sandbox.clock.monotonicMs();
  const asked = await first.settled(first.person.run(poll));
  await pass(sandbox, runMs, 100);
  await first.stop();
  await pass(sandbox, goneMs, 100);
  const second = await process(sandbox, handle, { store });
  const pressed = await second.settled(second.person.press(asked.texts[0]?.messageId ?? "", "vote:no"));
  expect(pressed.texts).toMatchObject([{ content: "Thanks." }]);
  await pass(sandbox, 61_000, 10);
  expect(ended.map((atMs) => Math.round((atMs - beganMs) / 1_000) * 1_000)).toEqual([endedMs]);
  await second.stop();
});
