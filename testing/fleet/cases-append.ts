import {
  together,
  alone,
  append,
  caseSettings,
  drain,
  during,
  type EngineCase,
  expectSame,
  some,
  until,
} from "./kit.js";

const perPartition = caseSettings.maxLagEvents / caseSettings.partitions;

const ids = (count: number, prefix = "e") => Array.from({ length: count }, (_, index) => `${prefix}-${index}`);

/** What goes into the log: order, duplicates, chain, bound. */
export const appendCases: readonly EngineCase[] = [
  alone("what is appended comes out in the order of the appends", async ({ events }, kit) => {
    expectSame(await append(events, ["a", "b", "c"]), ["stored", "stored", "stored"], "appends");
    expectSame(await drain(kit, events), ["a", "b", "c"], "order");
  }),
  alone("appends that are not waited for keep their order", async ({ events }, kit) => {
    const wanted = ids(perPartition);
    await during(kit, Promise.all(wanted.map((id) => events.append({ partition: 1, id, body: id }))));
    expectSame(await drain(kit, events, 1), wanted, "order");
  }),
  alone("an entry keeps its id and its body to the letter", async ({ events }, kit) => {
    const body = JSON.stringify({ text: "é\n\u0000💬", list: [1, null] });
    await events.append({ partition: 0, id: "m-1$%&'()[]{}", body });
    const delivery = await some(kit, events);
    expectSame([delivery.id, delivery.body, delivery.partition], ["m-1$%&'()[]{}", body, 0], "entry");
  }),
  alone("partitions do not mix", async ({ events }, kit) => {
    await append(events, ["a"], 0);
    await append(events, ["b"], 3);
    expectSame(await drain(kit, events, 3), ["b"], "partition 3");
    expectSame(await drain(kit, events, 0), ["a"], "partition 0");
  }),
  together("a second append of an id is left out, by whichever member", async ([one, other], kit) => {
    expectSame(await append(one.events, ["a", "b", "a"]), ["stored", "stored", "duplicate"], "one");
    expectSame(await append(other.events, ["b", "c"]), ["duplicate", "stored"], "other");
    expectSame(await drain(kit, one.events), ["a", "b", "c"], "log");
  }),
  alone("an id is remembered after its entry is done", async ({ events }, kit) => {
    await append(events, ["a"]);
    await drain(kit, events);
    expectSame(await append(events, ["a"]), ["duplicate"], "append");
    expectSame(await drain(kit, events), [], "log");
  }),
  together("two writers of the same events leave them once and in order", async ([one, other], kit) => {
    const wanted = ids(perPartition);
    await during(kit, Promise.all([append(one.events, wanted), append(other.events, wanted)]));
    expectSame(await drain(kit, one.events), wanted, "log");
  }),
  alone("an append after the last entry goes through, one after another entry is refused", async ({ events }) => {
    await append(events, ["a", "b"]);
    const late = await events.append({ partition: 0, id: "c", body: "c", after: "a" });
    const good = await events.append({ partition: 0, id: "c", body: "c", after: "b" });
    expectSame([late, good], ["not-next", "stored"], "appends");
  }),
  alone("the last entry counts after it is done, too", async ({ events }, kit) => {
    await append(events, ["a"]);
    await drain(kit, events);
    expectSame(await events.append({ partition: 0, id: "b", body: "b", after: "a" }), "stored", "append");
  }),
  alone("in a chain everything after a refused append is refused", async ({ events }) => {
    await append(events, ["a"]);
    const chain = ["x", "y", "z"].map((id, index, all) =>
      events.append({ partition: 0, id, body: id, after: index === 0 ? "wrong" : all[index - 1] }),
    );
    expectSame(await Promise.all(chain), ["not-next", "not-next", "not-next"], "appends");
  }),
  alone("a repeated batch passes as duplicates, whatever its chain says", async ({ events }) => {
    const chain = () =>
      Promise.all([
        events.append({ partition: 0, id: "a", body: "a" }),
        events.append({ partition: 0, id: "b", body: "b", after: "a" }),
      ]);
    expectSame(await chain(), ["stored", "stored"], "first");
    expectSame(await chain(), ["duplicate", "duplicate"], "again");
  }),
  alone("a full partition refuses, and takes again after one entry is done", async ({ events }, kit) => {
    expectSame(new Set(await append(events, ids(perPartition))).size, 1, "kinds of answers below the bound");
    expectSame(await append(events, ["one-more"]), ["full"], "at the bound");
    const delivery = await some(kit, events);
    await delivery.ack();
    await until(kit, async () => (await append(events, ["one-more"]))[0] !== "full");
    expectSame((await drain(kit, events)).at(-1), "one-more", "last entry");
  }),
  alone("a full partition still knows its duplicates, and holds up no other", async ({ events }) => {
    await append(events, ids(perPartition));
    expectSame(await append(events, ["e-0"]), ["duplicate"], "duplicate");
    expectSame(await append(events, ["elsewhere"], 1), ["stored"], "other partition");
  }),
];
