import { afterEach, describe, expect, test } from "vitest";
import {
  type ConnectionSlots,
  type CursorRecord,
  type CursorStore,
  CursorTakenError,
  memoryCursorStore,
} from "svc-apps/events";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, message, reaction, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, prepare, start } from "./kit/start.js";

afterEach(closeAll);

describe("a cursor with two consumers", () => {
  test("EVT-50 ends the one that was there first at its next save, with what to do, and writes nothing of it", async () => {
    const service = new FakeService();
    const store = memoryCursorStore();
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
      cause: { name: "CursorTakenError" },
    });
    expect(await store.load("k")).toEqual(record);
    expect(second.got.error).toBeUndefined();
    expect(second.names()).toEqual(["message 2"]);
  });

  test("EVT-50 is taken by the second before it opens anything: the first notices with the next event it handles", async () => {
    const service = new FakeService();
    const store = memoryCursorStore();
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

  test("EVT-50 is noticed by a first consumer that is idle, where the store can be looked at without any effect", async () => {
    for (const canLook of [true, false]) {
      const service = new FakeService();
      const { peek, ...plain } = memoryCursorStore();
      const store = canLook ? { ...plain, peek: peek! } : plain;
      const first = start(service, { cursorStore: store, cursorKey: "k" });
      await settle(3);
      service.stream.open();
      service.stream.send(1, message(1));
      await service.clock.advance(60_000);
      expect(first.got.done, "alone, it has nothing to notice").toBe(false);
      const second = start(service, { cursorStore: store, cursorKey: "k" });
      await settle(3);
      const taken = await store.load("k");
      await service.clock.advance(10_000);
      expect(first.told("cursor_taken")).toHaveLength(canLook ? 1 : 0);
      if (canLook) expect(first.got.error).toMatchObject({ reason: "cursor-taken" });
      expect([second.told("cursor_taken"), await store.load("k")]).toEqual([[], taken]);
      await closeAll();
      await settle(3);
      expect([canLook, service.clock.pending]).toEqual([canLook, 0]);
    }
  });

  test("EVT-50 of two that start at the same moment one ends before it has opened anything", async () => {
    const service = new FakeService();
    const inner = memoryCursorStore();
    await inner.save("k", { transport: "gateway", lastEventId: "4", savedAtMs: 1, writer: "old", closed: true });
    let open = () => {};
    const both = new Promise<void>((resolve) => {
      open = resolve;
    });
    let loads = 0;
    const store: CursorStore = {
      ...inner,
      load: async (key) => {
        const record = await inner.load(key);
        if ((loads += 1) === 2) open();
        await both;
        return record;
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
    const store: CursorStore = {
      load: () => Promise.resolve(undefined),
      save: (key) => {
        saves += 1;
        return saves <= 2 ? Promise.resolve() : Promise.reject(new CursorTakenError(key, { holder: "machine b" }));
      },
    };
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

  test("EVT-50 a store is told what this stream loaded or wrote last, and nothing where nothing could be loaded", async () => {
    for (const fails of [false, true]) {
      const service = new FakeService();
      const old: CursorRecord = {
        transport: "gateway",
        lastEventId: "4",
        savedAtMs: service.clock.now(),
        writer: "old",
      };
      const expected: (CursorRecord | undefined | "anything")[] = [];
      const written: CursorRecord[] = [];
      const store: CursorStore = {
        load: () => (fails ? Promise.reject(new Error("no disk")) : Promise.resolve(old)),
        save: (_, record, options) => {
          expected.push(options === undefined ? "anything" : options.expected);
          written.push(record);
          return Promise.resolve();
        },
      };
      start(service, { cursorStore: store, saveEveryEvents: 1 });
      await settle(3);
      if (fails) service.stream.open();
      else service.stream.resume();
      for (const n of [5, 6]) {
        service.stream.send(n, message(n));
        await settle(3);
      }
      await service.clock.advance(1000);
      expect(expected[0]).toEqual(fails ? "anything" : old);
      expect(expected.slice(1)).toEqual(written.slice(0, -1));
      expect(new Set(written.map(({ writer }) => writer)).size).toBe(1);
      expect(written[0]?.writer).not.toBe("old");
      await closeAll();
    }
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
