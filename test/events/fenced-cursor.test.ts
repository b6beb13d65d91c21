import { afterEach, describe, expect, test } from "vitest";
import { type ConnectionSlots } from "svc-apps/events";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, message, reaction, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, prepare, start } from "./kit/start.js";
import { cursorsIn, cursorsThat, memoryCursors } from "./kit/cursors.js";
import { type KeyValue, memoryStore, StoreError } from "svc-apps/stores";

afterEach(closeAll);

describe("a cursor with two consumers", () => {
  test("EVT-50 ends the one that was there first at its next save, with what to do, and writes nothing of it", async () => {
    const service = new FakeService();
    const store = memoryCursors();
    const first = start(service, { cursorStore: store, cursorKey: "k" });
    await settle(3);
    const stream = service.stream;
    stream.open();
    stream.send(1, message(1));
    await service.clock.advance(1000);
    const second = start(service, { cursorStore: store, cursorKey: "k" });
    await settle(3);
    expect(service.stream.lastEventId).toBe("1");
    service.stream.resume();
    service.stream.send(2, message(2));
    await service.clock.advance(1000);
    const record = await store.load("k");
    stream.send(2, message(2));
    await service.clock.advance(1000);
    expect(first.told("cursor_taken")).toMatchObject([
      { message: expect.stringMatching(/ fleet .*docs\/scaling\.md/) },
    ]);
    expect(first.got.error).toMatchObject({
      name: "EventsEndedError",
      reason: "cursor-taken",
      remedy: "one-consumer",
      message: expect.stringContaining("docs/scaling.md"),
      cause: { name: "StoreError", reason: "taken" },
    });
    expect(await store.load("k")).toEqual(record);
    expect(second.got.error).toBeUndefined();
    expect(second.names()).toEqual(["message 2"]);
  });

  test("EVT-50 is taken by the second before it opens anything: the first notices with the next event it handles", async () => {
    const service = new FakeService();
    const store = memoryCursors();
    const first = start(service, { cursorStore: store, cursorKey: "k" });
    await settle(3);
    const stream = service.stream;
    stream.open();
    stream.send(1, message(1));
    await service.clock.advance(1000);
    const before = await store.load("k");
    const second = start(service, { cursorStore: store, cursorKey: "k" });
    await settle(3);
    const taken = await store.load("k");
    expect(taken?.writer).not.toBe(before?.writer);
    expect(taken, "the place is the first one's").toEqual({ ...before, writer: taken?.writer });
    stream.send(2, message(2));
    stream.send(3, message(3));
    await service.clock.advance(1000);
    expect(first.got.error).toMatchObject({ reason: "cursor-taken" });
    expect(second.told("cursor_taken")).toEqual([]);
    expect(await store.load("k")).toEqual(taken);
  });

  test("EVT-50 is noticed within seconds by one that is idle, whose heartbeat had stopped meanwhile", async () => {
    const service = new FakeService();
    const store = memoryStore();
    let isPaused = false;
    // A process that was paused: nothing of it reaches the store until it goes on.
    const put: KeyValue["put"] = async (...given) =>
      isPaused ? Promise.reject(new Error("paused")) : store.put(...given);
    const first = start(service, { cursorStore: { ...store, put }, cursorKey: "k" });
    await settle(5);
    service.stream.open();
    service.stream.send(1, message(1));
    await service.clock.advance(60_000);
    expect(first.got.done, "alone, it has nothing to notice").toBe(false);
    isPaused = true;
    const second = start(service, { cursorStore: store, cursorKey: "k" });
    await service.clock.advance(6_000);
    expect(second.told("lock_broken")).toHaveLength(1);
    const taken = await cursorsIn(store).load("k");
    isPaused = false;
    await service.clock.advance(1_250);
    expect(first.got.error).toMatchObject({ reason: "cursor-taken", cause: { name: "StoreError", reason: "taken" } });
    expect([second.told("cursor_taken"), await cursorsIn(store).load("k")]).toEqual([[], taken]);
    await closeAll();
    await settle(5);
    expect(service.clock.pending).toBe(0);
  });

  test("EVT-50 is kept from the second while the first is alive, and given to it once the first has closed", async () => {
    const service = new FakeService();
    const options = { cursorStore: memoryStore(), cursorKey: "k" };
    const first = start(service, options);
    await settle(5);
    service.stream.open();
    const second = start(service, options);
    await service.clock.advance(5_000);
    expect(second.got.error).toMatchObject({ reason: "cursor-taken", cause: { reason: "taken" } });
    expect([first.got.done, service.streams.length]).toEqual([false, 1]);
    await first.stream.close();
    start(service, options);
    await settle(5);
    expect(service.streams).toHaveLength(2);
  });

  test("EVT-50 of two that start at the same moment one ends before it has opened anything", async () => {
    const service = new FakeService();
    const inner = memoryCursors();
    await inner.save("k", { transport: "gateway", lastEventId: "4", savedAtMs: 1, writer: "old", closed: true });
    let open = () => {};
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    let loads = 0;
    const store: KeyValue = {
      ...inner,
      get: async (key) => {
        const found = await inner.get(key);
        if (!key.startsWith("cursor.")) return found;
        if ((loads += 1) === 2) open();
        await both;
        return found;
      },
    };
    const streams = [1, 2].map(() => start(service, { cursorStore: store, cursorKey: "k" }));
    await settle(10);
    expect(service.streams).toHaveLength(1);
    expect(streams.flatMap(({ told }) => told("cursor_taken"))).toHaveLength(1);
    expect(await inner.load("k")).toEqual({
      transport: "gateway",
      lastEventId: "4",
      savedAtMs: 1,
      writer: expect.not.stringMatching("old"),
    });
  });

  test("EVT-50 a store that refuses for good ends the stream at once; what was queued is left to the other", async () => {
    const service = new FakeService();
    let saves = 0;
    const store = cursorsThat({
      load: () => Promise.resolve(undefined),
      save: (key) => {
        saves += 1;
        if (saves <= 2) return Promise.resolve();
        return Promise.reject(new StoreError("taken", `Another has ${key}.`, { holder: "machine b" }));
      },
    });
    const { running, end, told, stream } = slowly(service, 1, { cursorStore: store, saveEveryEvents: 1 });
    await settle(3);
    service.stream.open();
    for (const n of [1, 2, 3]) service.stream.send(n, message(n));
    await settle(3);
    await end("message 1");
    await expect(running).rejects.toMatchObject({
      reason: "cursor-taken",
      message: expect.stringContaining("one consumer"),
    });
    expect(told("cursor_taken")).toMatchObject([{ holder: "machine b" }]);
    expect(stream.state.phase).toBe("ended");
    expect(service.stream.closed).toBe(true);
    expect(saves).toBe(3);
  });

  test("EVT-50 what could not be loaded is written over by what is newer, and only where it can be read by then", async () => {
    for (const then of ["readable", "unreadable"] as const) {
      const service = new FakeService();
      const inner = memoryCursors();
      if (then === "readable") await inner.save("k", { transport: "gateway", savedAtMs: 1, writer: "former" });
      else await inner.put("cursor.7100000000000000001_2ek", '{"format":2}', { expected: null });
      let gets = 0;
      const get: KeyValue["get"] = async (key) =>
        key === "cursor.7100000000000000001_2ek" && (gets += 1) === 1
          ? Promise.reject(new Error("no disk"))
          : inner.get(key);
      const { told } = start(service, { cursorStore: { ...inner, get }, cursorKey: "k" });
      await settle(5);
      service.stream.open();
      service.stream.send(1, message(1));
      await service.clock.advance(1_000);
      if (then === "readable") expect(await inner.load("k")).toMatchObject({ lastEventId: "1" });
      else expect((await inner.get("cursor.7100000000000000001_2ek"))?.value).toBe('{"format":2}');
      const why = then === "readable" ? [] : [expect.stringContaining("has format 2, not 1")];
      expect(
        told("cursor_failed")
          .slice(1, 2)
          .map(({ error }) => String(error)),
      ).toEqual(why);
      await closeAll();
    }
  });

  test("EVT-50 a save that was carried out and whose answer was lost does not end the stream", async () => {
    const service = new FakeService();
    const inner = memoryCursors();
    let puts = 0;
    const put: KeyValue["put"] = async (key, ...given) => {
      const etag = await inner.put(key, ...given);
      if (key === "cursor.7100000000000000001_2ek" && (puts += 1) === 2) throw new Error("connection reset");
      return etag;
    };
    const { got, told } = start(service, { cursorStore: { ...inner, put }, cursorKey: "k", saveEveryEvents: 1 });
    await settle(5);
    service.stream.open();
    for (const n of [1, 2, 3]) {
      service.stream.send(n, message(n));
      await service.clock.advance(1_000);
    }
    expect([told("cursor_failed").length, told("cursor_taken"), got.done]).toEqual([1, [], false]);
    expect(await inner.load("k")).toMatchObject({ lastEventId: "3" });
  });
});

test("EVT-37 connections are asked of whoever grants them, and given back", async () => {
  const service = new FakeService();
  let grant: (() => void) | undefined;
  let given = 0;
  const slots: ConnectionSlots = {
    tryTake: () => undefined,
    take: (signal) =>
      new Promise((resolve) => {
        grant = () => resolve(() => void (given += 1));
        signal.addEventListener("abort", () => resolve(undefined), { once: true });
      }),
  };
  const { stream, told } = start(service, { slots });
  await settle(3);
  expect([service.streams.length, told("waiting_for_slot").length, stream.state.phase]).toEqual([0, 1, "waiting"]);
  grant?.();
  await settle(3);
  expect(service.streams).toHaveLength(1);
  await stream.close();
  expect(given).toBe(1);
});

test("EVT-05 EVT-38 a received event tells its id and which connection's it is, through a resume as well", async () => {
  const service = new FakeService();
  const { stream } = prepare(service);
  const seen: unknown[] = [];
  void (async () => {
    for await (const { eventId, connectionId } of stream.entries()) seen.push([eventId, connectionId]);
  })();
  await settle();
  service.stream.open("c1");
  service.stream.send(1, message(1));
  service.stream.send(undefined, reaction(2));
  await settle(3);
  service.stream.drop();
  await service.clock.advance(20);
  service.stream.resume();
  service.stream.send(2, message(3));
  await settle(3);
  service.stream.open("c2");
  service.stream.send("x", message(4));
  await settle(3);
  expect(seen).toEqual([
    ["1", "c1"],
    [undefined, "c1"],
    ["2", "c1"],
    ["x", "c2"],
  ]);
});

test("BOX-13 what came by a mailbox has no id of the stream, and names the mailbox", async () => {
  const service = new FakeService();
  const box = new FakeBox(service);
  box.put(message(1));
  const { stream } = prepare(service, { transport: "mailbox" });
  const { value } = await stream.entries()[Symbol.asyncIterator]().next();
  expect(value).toMatchObject({ eventId: undefined, connectionId: "mb-1" });
});
