import { afterEach, describe, expect, test } from "vitest";
import { type EventsOptions } from "svc-apps/events";
import { Slots } from "../../runtime/events/slots.js";
import { Boxes } from "./kit/boxes.js";
import { FakeService, interaction, message, reaction, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, start } from "./kit/start.js";
import { memoryCursors } from "./kit/cursors.js";

afterEach(closeAll);

type Intents = EventsOptions["intents"];

const both: Intents = ["messages", "interactions"];

/** What a bot has left that read a mailbox with these intents and stopped 2 s ago. */
async function left(before: Intents) {
  const service = new FakeService();
  const boxes = new Boxes(service);
  const cursorStore = memoryCursors();
  const first = start(service, { transport: "mailbox", cursorStore, intents: before });
  await settle(3);
  boxes.put(message(1));
  await service.clock.advance(3000);
  await first.stream.close();
  boxes.put(interaction(2), message(3));
  await service.clock.advance(2000);
  return { service, boxes, options: { transport: "mailbox", cursorStore } as const };
}

/** The bot is started again with other intents. */
async function restarted(before: Intents, after: Intents, more: Partial<EventsOptions> = {}) {
  const { service, boxes, options } = await left(before);
  const second = start(service, { ...options, intents: after, ...more });
  await service.clock.advance(6000);
  return { service, boxes, cursorStore: options.cursorStore, ...second };
}

describe("a mailbox that a process with other intents has left", () => {
  test("BOX-05 EVT-14 is read empty once its successor is open: nothing is lost but what was sent of the added family", async () => {
    const { boxes, names, told, cursorStore } = await restarted(["messages"], both);
    expect([boxes.opened, boxes.closed, names()]).toEqual([["mb-1", "mb-2"], ["mb-1"], ["message 3"]]);
    expect(told("gap")).toMatchObject([{ reason: "intents-added", families: ["interactions"], ongoing: false }]);
    expect(told("gap")[0]?.offlineMs).toBeGreaterThanOrEqual(2000);
    expect(told("gap")[0]?.offlineMs).toBeLessThan(3000);
    expect(told("slow_interactions"), "once they can come").toHaveLength(1);
    expect(await cursorStore.load("7100000000000000001")).toMatchObject({ mailboxId: "mb-2", intents: both });
  });

  test("BOX-05 EVT-38 what both bring comes once, what only the new one brings is not dropped", async () => {
    const { service, boxes, options } = await left(["messages"]);
    let reads = 0;
    boxes.onRead = (id) => {
      if (id !== "mb-1" || (reads += 1) > 3) return;
      boxes.put(interaction(10 + reads), message(10 + reads), reaction(1));
    };
    const { names, told } = start(service, { ...options, intents: both });
    await service.clock.advance(20_000);
    boxes.put(message(20));
    await service.clock.advance(6000);
    const byOld = ["message 3", "message 11", "reaction 1", "message 12", "reaction 1", "message 13", "reaction 1"];
    expect(names()).toEqual([...byOld, "interaction 11", "interaction 12", "interaction 13", "message 20"]);
    expect([told("gap").length, told("possible_repeats")]).toEqual([1, []]);
  });

  test("BOX-05 brings nothing of a family that is no longer asked for", async () => {
    const { boxes, names, told } = await restarted(both, ["messages"]);
    expect([boxes.opened, names(), told("gap")]).toEqual([["mb-1", "mb-2"], ["message 3"], []]);
  });

  test("BOX-05 is read on with the same intents", async () => {
    const { boxes, names, told } = await restarted(both, ["interactions", "messages"]);
    expect([boxes.opened, names(), told("gap")]).toEqual([["mb-1"], ["interaction 2", "message 3"], []]);
  });

  test.each([
    ["no connection is free", { slots: new Slots(1) }, []],
    ["the service refuses another connection", {}, [429]],
  ])("BOX-05 BOX-12 where %s it is replaced afterwards, and the moment between is a gap", async (_, more, refusals) => {
    const { service, boxes, options } = await left(["messages"]);
    boxes.refusals.push(...refusals);
    const { names, told } = start(service, { ...options, intents: both, ...more });
    await service.clock.advance(6000);
    expect([boxes.opened, boxes.closed, names()]).toEqual([["mb-1", "mb-2"], ["mb-1"], ["message 3"]]);
    const [between, added] = told("gap");
    expect(between).toMatchObject({ reason: "mailbox-expired", families: undefined, ongoing: false });
    expect(between?.offlineMs).toBeLessThan(1000);
    expect(added).toMatchObject({ reason: "intents-added", families: ["interactions"] });
    expect(added?.offlineMs).toBeGreaterThanOrEqual(2000);
  });

  test("BOX-05 EVT-14 that has expired meanwhile is a gap up to the opening of its successor", async () => {
    const { service, boxes, options } = await left(["messages"]);
    boxes.expire("mb-1");
    const { told, names } = start(service, { ...options, intents: both });
    await service.clock.advance(6000);
    boxes.put(message(4), interaction(5));
    await service.clock.advance(6000);
    expect([boxes.opened, names()]).toEqual([
      ["mb-1", "mb-2"],
      ["message 4", "interaction 5"],
    ]);
    expect(told("gap")).toMatchObject([
      { reason: "intents-added", families: ["interactions"] },
      { reason: "mailbox-expired", families: undefined, ongoing: true },
      { reason: "mailbox-expired", families: undefined, ongoing: false },
    ]);
  });

  test("BOX-05 EVT-14 that is never empty is given up after 30 s, before its successor expires", async () => {
    const { service, boxes, options } = await left(["messages"]);
    const { told, open, end } = slowly(service, 4, { ...options, intents: both });
    await service.clock.advance(29_000);
    expect(boxes.closed).toEqual([]);
    await service.clock.advance(2500);
    expect(boxes.closed).toEqual(["mb-1"]);
    expect(told("gap").slice(1)).toMatchObject([
      { reason: "mailbox-expired", ongoing: true },
      { reason: "mailbox-expired", ongoing: false },
    ]);
    boxes.put(interaction(6));
    await service.clock.advance(3000);
    expect([...open.keys()]).toEqual(["message 3", "interaction 6"]);
    await end(...open.keys());
  });

  test("BOX-05 EVT-14 killed before it is replaced, the gap of the added family still begins where the first process ended", async () => {
    const { service, boxes, options } = await left(["messages"]);
    const brief = slowly(service, 4, { ...options, intents: both, slots: new Slots(1) });
    await service.clock.advance(3000);
    await brief.end(...brief.open.keys());
    await Promise.all([brief.stream.close({ graceMs: 0 }), service.clock.advance(1000)]);
    const { told } = start(service, { ...options, intents: both });
    await service.clock.advance(3000);
    const [added] = told("gap");
    expect(added).toMatchObject({ reason: "intents-added", families: ["interactions"] });
    expect(added?.offlineMs).toBeGreaterThanOrEqual(6000);
    expect(boxes.closed).toEqual(["mb-1"]);
  });

  test("BOX-05 a process that is closed meanwhile leaves it to its successor, and returns the new one", async () => {
    const { service, boxes, options } = await left(["messages"]);
    const { stream } = slowly(service, 4, { ...options, intents: both });
    await service.clock.advance(3000);
    await Promise.all([stream.close({ graceMs: 100 }), service.clock.advance(1000)]);
    expect(boxes.closed).toEqual(["mb-2"]);
    expect(await options.cursorStore.load("7100000000000000001")).toMatchObject({
      mailboxId: "mb-1",
      intents: ["messages"],
    });
  });
});
