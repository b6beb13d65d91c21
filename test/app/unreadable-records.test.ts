import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { component } from "svc-apps";
import { fileStore, type KeyValue, memoryStore } from "svc-apps/stores";
import { expect, test } from "vitest";
import type { ConversationRecord } from "../../runtime/app/conversations/record.js";
import { poll, question, type Handler } from "./kit/polls.js";
import { process } from "./kit/processes.js";
import { conversationsIn, temporary, watched } from "./kit/stores.js";
import { pass, platform } from "./kit/world.js";

const handle: Handler = async ({ reply, waitFor }) => {
  await reply(question);
  const vote = await waitFor(component("vote:{choice}"));
  await vote.reply("Thanks.");
};

/** A conversation goes on after a restart, beside what the store holds or does then. Gives what the reads said. */
async function goesOn(between: (store: KeyValue) => Promise<KeyValue>, tries = 1) {
  const sandbox = await platform();
  const store = memoryStore();
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
  const { states, told } = await goesOn(async (store) => {
    await conversationsIn(store).set("0", garbage);
    return store;
  }, 2);
  expect(states).toEqual(["Thanks.", "declined"]);
  expect(told).toEqual([
    'StoreError: The store holds a conversation "0" that this version cannot read. It is left as it is: delete it, ' +
      "or go back to the version that wrote it.",
  ]);
});

test.each([
  ["of a later format", '{"format":2,"data":{}}', "has format 2, not 1"],
  ["of another program", "{}", "is not a record of this package"],
])("a record %s in the place of one conversation is told once, and left as it is", async (_name, text, why) => {
  let inner = memoryStore();
  const { states, told } = await goesOn(async (store) => {
    inner = store;
    await store.put("conversation.0", text, { expected: null });
    return store;
  }, 2);
  expect(states).toEqual(["Thanks.", "declined"]);
  expect(told).toEqual([
    `StoreError: The value under "conversation.0" in the conversation store ${why}. It is left as it is: delete it, or use another store.`,
  ]);
  expect((await inner.get("conversation.0"))?.value).toBe(text);
});

test("a file that was cut off is told by its name once, and keeps no conversation from going on", async () => {
  const folder = await temporary();
  const { states, told } = await goesOn(async (store) => {
    const files = watched(fileStore({ folder }));
    const [from, to] = [conversationsIn(store), conversationsIn(files)];
    for (const id of await from.ids()) await to.set(id, await from.get(id));
    await to.set("0", {});
    for (const name of await readdir(folder, { recursive: true }))
      if (name.endsWith("conversation.0@1")) await writeFile(join(folder, name), "");
    return files;
  }, 2);
  expect(states).toEqual(["Thanks.", "declined"]);
  expect(told).toEqual([
    expect.stringMatching(/^StoreError: .*conversation\.0@1 is empty\. It is left as it is: delete it/),
  ]);
});

test("one conversation that cannot be read keeps no other from going on, and is read again by the next interaction", async () => {
  let failing = 1;
  const { states, told } = await goesOn(async (store) => {
    const kept = conversationsIn(store);
    const [key = ""] = await kept.ids();
    const { said, ...record } = (await kept.get(key)) as ConversationRecord; // what a conversation writes
    const twin = { ...record, interaction: { ...record.interaction, id: "0" }, said: { 0: said[key] } };
    await kept.set("0", twin);
    const get = async (asked: string) => {
      if (asked === "conversation.0" && (failing -= 1) >= 0) throw new Error("bad block");
      return store.get(asked);
    };
    return Promise.resolve({ ...store, get });
  }, 2);
  expect(states).toEqual(["Thanks.", "Thanks."]);
  expect(told).toEqual(["StoreError: The conversation store failed: get() rejected."]);
});

test("a store that names no keys is told as that", async () => {
  const { told } = await goesOn(async (store) => Promise.resolve({ ...store, list: async () => null as never }));
  expect(told).toEqual(["StoreError: The conversation store failed: list() rejected."]);
});
