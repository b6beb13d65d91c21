import { afterEach, describe, expect, test } from "vitest";
import { openEvents, type EventsOptions } from "svc-apps/events";
import { startSandbox } from "svc-apps/sandbox";
import { createClient } from "../../runtime/http/index.js";
import { collect, FakeService, message, settle } from "./kit/fake-service.js";
import { closeAll, start } from "./kit/start.js";
import { memoryCursors } from "./kit/cursors.js";
import { memoryStore } from "svc-apps/stores";

afterEach(closeAll);

type Intents = EventsOptions["intents"];

/** A bot that stopped after one event, and is started again 3 s later with these intents. */
async function restarted(before: Intents, after: Intents) {
  const service = new FakeService();
  const cursorStore = memoryCursors();
  const first = start(service, { cursorStore, intents: before });
  await settle(3);
  service.stream.open("c1");
  service.stream.send(5, message(5));
  await settle(5);
  await first.stream.close();
  await service.clock.advance(3000);
  const second = start(service, { cursorStore, intents: after });
  await settle(3);
  return { service, cursorStore, ...second };
}

describe("a start with other intents", () => {
  test("EVT-13 EVT-14 goes on from the same record; what was missed of the added family is a gap, of the others none", async () => {
    const { service, told, names, cursorStore } = await restarted(["messages"], ["interactions", "messages"]);
    expect(service.stream.lastEventId).toBe("5");
    service.stream.resume();
    service.stream.send(6, message(6));
    await settle(5);
    expect(told("gap")).toMatchObject([
      { reason: "intents-added", families: ["interactions"], lastEventId: "5", offlineMs: 3000, ongoing: false },
    ]);
    expect(names()).toEqual(["message 6"]);
    expect(await cursorStore.load("7100000000000000001")).toMatchObject({ intents: ["interactions", "messages"] });
  });

  test("EVT-14 that the service starts over is a gap of all families", async () => {
    const { service, told } = await restarted(["messages"], ["messages", "interactions"]);
    service.stream.open("c2");
    await settle(5);
    expect(told("gap")).toMatchObject([
      { reason: "outside-window", families: undefined, lastEventId: "5", offlineMs: 3000 },
      { reason: "intents-added", families: ["interactions"], lastEventId: "5", offlineMs: 3000 },
    ]);
  });

  test.each<[string, Intents, Intents]>([
    ["the same", ["messages"], ["messages"]],
    ["the same in another order", ["messages", "interactions"], ["interactions", "messages"]],
    ["fewer", ["messages", "interactions"], ["messages"]],
  ])("EVT-13 with %s is no gap", async (_, before, after) => {
    const { service, told } = await restarted(before, after);
    service.stream.resume();
    service.stream.send(6, message(6));
    await settle(5);
    expect([told("gap"), service.stream.lastEventId]).toEqual([[], "5"]);
  });

  test("EVT-14 that was killed before it was connected reports the gap at the next start", async () => {
    const { service, cursorStore, stream } = await restarted(["messages"], ["messages", "interactions"]);
    await stream.close();
    await service.clock.advance(2000);
    const third = start(service, { cursorStore, intents: ["messages", "interactions"] });
    await settle(3);
    service.stream.resume();
    service.stream.send(6, message(6));
    await settle(5);
    expect(third.told("gap")).toMatchObject([{ families: ["interactions"], offlineMs: 5000 }]);
  });
});

test("EVT-50 a second stream on one record ends with an error that names cursorKey", async () => {
  const service = new FakeService();
  const cursorStore = memoryStore();
  start(service, { cursorStore, intents: ["messages"] });
  await settle(3);
  const second = start(service, { cursorStore, intents: ["interactions"] });
  await service.clock.advance(5_000);
  expect(second.got.error).toMatchObject({ reason: "cursor-taken", message: expect.stringContaining("`cursorKey`") });
});

test.each(["resumed", "started-over"] as const)(
  "EVT-13 EVT-14 a bot with one command more loses nothing without a gap, where the service has it %s",
  async (resumeWithOtherIntents) => {
    const world = await startSandbox({ clock: "virtual", port: null });
    world.assume({ resumeWithOtherIntents });
    const cursorStore = memoryCursors();
    const run = (intents: Intents) => {
      const client = createClient({
        baseUrl: world.baseUrl,
        token: world.defaults.token,
        transport: world.request.bind(world),
        streamTransport: world.openStream.bind(world),
        clock: world.clock,
      });
      const gaps: unknown[] = [];
      const stream = openEvents(client, {
        intents,
        cursorStore,
        onDiagnostic: (one) => void (one.type === "events.gap" && gaps.push([one.reason, one.families])),
      });
      return { stream, gaps, got: collect(stream) };
    };
    const first = run(["messages"]);
    await world.clock.advance(1000);
    world.defaults.person.post(world.defaults.channelId, "one");
    await world.clock.advance(1000);
    await first.stream.close();
    world.defaults.person.post(world.defaults.channelId, "two");
    const second = run(["messages", "interactions"]);
    await world.clock.advance(2000);
    const isResumed = resumeWithOtherIntents === "resumed";
    const added = ["intents-added", ["interactions"]];
    expect(second.gaps).toEqual(isResumed ? [added] : [["outside-window", undefined], added]);
    expect(second.got.items).toHaveLength(isResumed ? 1 : 0);
    await second.stream.close({ graceMs: 0 });
    await world.stop();
  },
);
