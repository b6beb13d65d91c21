import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { component, fileState, memoryState } from "svc-apps";
import type { StateStore } from "svc-apps";
import { expect, test } from "vitest";
import { poll, question, type Handler } from "./kit/polls.js";
import { process } from "./kit/processes.js";
import { temporary, watched } from "./kit/stores.js";
import { pass, platform } from "./kit/world.js";

const handle: Handler = async ({ reply, waitFor }) => {
  await reply(question);
  const vote = await waitFor(component("vote:{choice}"));
  await vote.reply("Thanks.");
};

/** A conversation goes on after a restart, beside what the store holds or does then. Gives what the reads said. */
async function goesOn(between: (store: StateStore) => Promise<StateStore>, tries = 1) {
  const sandbox = await platform();
  const store = memoryState();
  const first = await process(sandbox, handle, { store });
  const asked = await first.settled(first.person.run(poll));
  await first.stop();
  const second = await process(sandbox, handle, { store: await between(store) });
  const states: string[] = [];
  for (let at = 0; at < tries; at += 1) {
    const pressed = await second.settled(second.person.press(asked.texts[0]?.messageId ?? "", "vote:yes"));
    states.push(pressed.texts[0]?.content ?? pressed.state);
  }
  await pass(sandbox, 10, 1);
  await second.stop();
  const told = second.notices.flatMap((notice) =>
    notice.type === "app.conversation_store_failed" ? [String(notice["error"])] : [],
  );
  return { states, told };
}

const said = { calls: [], state: {} };
const wait = { type: "component", matcher: "x", channelId: "1", endsAtMs: 9e15 };

test.each([
  null,
  "{",
  7,
  {},
  [],
  { interaction: null, heard: [], said: {}, waits: {} },
  { interaction: { id: "1" }, heard: {}, said: {}, waits: { 0: wait } },
  { interaction: { id: "1" }, heard: [], said: { 1: said }, waits: { 0: wait } },
  { interaction: { id: "1" }, heard: [], said: {}, waits: { 0: null } },
  { interaction: { id: "1" }, heard: [], said: {}, waits: { 0: { ...wait, endsAtMs: "soon" } } },
  { interaction: { id: "1" }, heard: [], said: {}, waits: { 0: { ...wait, matcher: { expression: "(", flags: "" } } } },
])("%j in the place of one conversation is told by its key, and keeps no other from going on", async (garbage) => {
  const key = "conversation:0";
  const { states, told } = await goesOn(async (store) => {
    await store.set(key, garbage);
    return store;
  }, 2);
  expect(states).toEqual(["Thanks.", "declined"]);
  expect(told).toEqual([`TypeError: What the store holds under "${key}" is no conversation; it is left there`]);
});

test("a file that was cut off is told by its key once, and keeps no conversation from going on", async () => {
  const folder = await temporary();
  const { states, told } = await goesOn(async (store) => {
    const files = watched(fileState({ folder }));
    for (const key of await store.keys("")) await files.set(key, await store.get(key));
    await writeFile(join(folder, `${encodeURIComponent("conversation:0")}.json`), "");
    return files;
  }, 2);
  expect(states).toEqual(["Thanks.", "declined"]);
  expect(told).toEqual(['SyntaxError: What is stored under "conversation:0" is not JSON']);
});

test("one conversation that cannot be read keeps no other from going on, and is read again by the next interaction", async () => {
  let failing = 1;
  const { states, told } = await goesOn(async (store) => {
    const [key = ""] = await store.keys("");
    await store.set("conversation:0", await store.get(key));
    const get = async (asked: string) => {
      if (asked === "conversation:0" && (failing -= 1) >= 0) throw new Error("bad block");
      return store.get(asked);
    };
    return Promise.resolve({ ...store, get });
  }, 2);
  expect(states).toEqual(["Thanks.", "Thanks."]);
  expect(told).toEqual(["Error: bad block"]);
});

test("a store that names no keys is told as that", async () => {
  const { told } = await goesOn(async (store) => Promise.resolve({ ...store, keys: async () => null as never }));
  expect(told).toEqual(["TypeError: keys() of the store of conversations gave no list of texts"]);
});
