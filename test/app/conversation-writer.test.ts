import { type KeyValue, memoryStore } from "svc-apps/stores";
import { expect, test } from "vitest";
import { systemClock } from "../../runtime/abi/index.js";
import { type ConversationRecord, readRecord } from "../../runtime/app/conversations/record.js";
import { type ConversationContent, ConversationWriter } from "../../runtime/app/conversations/writer.js";
import { Records } from "../../runtime/store/records.js";

const sink = { wants: () => false, report: () => undefined };
const recordsIn = (store: KeyValue) =>
  new Records<ConversationRecord>(store, { use: "conversation", read: readRecord, clock: systemClock, sink });

/** What a conversation says of itself, told apart by how many waits it has heard. */
const content = (heard: number): ConversationContent => {
  const interaction = { id: "7" } as ConversationContent["interaction"]; // the rest does not matter here
  return { interaction, heard: Array.from({ length: heard }, () => null), said: {}, waits: {} };
};

/** One run of the conversation, and a second one that has taken it up. */
async function twoRuns(store: KeyValue = memoryStore()) {
  const records = recordsIn(store);
  const first = new ConversationWriter(records, "7", undefined);
  await first.put(content(1));
  const second = new ConversationWriter(records, "7", await records.get("7"));
  const held = async () => (await records.get("7"))?.value.heard.length;
  return { records, first, second, held };
}

const refused = { reason: "conflict", message: 'Another process has taken up or ended the conversation "7".' };

test("a run that was paused writes nothing over what the run that took the conversation up has written", async () => {
  const { first, second, held } = await twoRuns();
  await second.put(content(2));
  await expect(first.put(content(3))).rejects.toMatchObject(refused);
  await expect(first.delete()).rejects.toMatchObject(refused);
  expect(await held()).toBe(2);
});

test("a conversation that a later run has ended is not written again by the one before", async () => {
  const { first, second, held } = await twoRuns();
  await second.delete();
  await expect(first.put(content(3))).rejects.toMatchObject(refused);
  expect(await held()).toBeUndefined();
});

test("what the run before wrote once more, after it was read, does not keep the later run from writing or ending it", async () => {
  const { first, second, held } = await twoRuns();
  await first.put(content(2));
  await second.put(content(3));
  expect(await held()).toBe(3);
  const again = await twoRuns();
  await again.first.put(content(2));
  await again.second.delete();
  expect(await again.held()).toBeUndefined();
});

test("of two runs that take a conversation up at the same time, the first to write has it", async () => {
  const { records, second, held } = await twoRuns();
  const other = new ConversationWriter(records, "7", await records.get("7"));
  await second.put(content(2));
  await expect(other.put(content(3))).rejects.toMatchObject(refused);
  expect(await held()).toBe(2);
});

test.each([1, 2])(
  "a run whose write %d was carried out and its answer lost goes on writing, and ends it",
  async (lost) => {
    const inner = memoryStore();
    let puts = 0;
    const put: KeyValue["put"] = async (...given) => {
      const etag = await inner.put(...given);
      if ((puts += 1) === lost) throw new Error("connection reset");
      return etag;
    };
    const records = recordsIn({ ...inner, put });
    const run = new ConversationWriter(records, "7", undefined);
    for (const heard of [1, 2]) await run.put(content(heard)).catch(() => undefined);
    if (lost === 1) expect((await records.get("7"))?.value.heard).toHaveLength(2);
    await run.delete();
    expect(await records.get("7")).toBeUndefined();
  },
);

test("a record of an earlier build, without a run, is read and taken up", async () => {
  const records = recordsIn(memoryStore());
  await records.put("7", content(1), { expected: null });
  const run = new ConversationWriter(records, "7", await records.get("7"));
  await run.put(content(2));
  expect((await records.get("7"))?.value).toMatchObject({ run: 1, heard: [null, null] });
});
