import { afterEach, describe, expect, test } from "vitest";
import {
  type CursorLock,
  type CursorRecord,
  type CursorStore,
  type EventStream,
  memoryCursorStore,
} from "svc-apps/events";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, message, settle, unreachable } from "./kit/fake-service.js";
import { closeAll, start } from "./kit/start.js";

afterEach(closeAll);

/** A store that answers as told and notes what it is given. */
function storeThat(load: CursorStore["load"]) {
  const saved: CursorRecord[] = [];
  const store: CursorStore = {
    load,
    save: (_, record) => {
      saved.push(record);
      return Promise.resolve();
    },
  };
  return { saved, store };
}

/** What a store of one's own may give that is no record, although its types say otherwise. */
const noRecords = [{}, "gateway", { transport: "gateway" }, { transport: "gateway", savedAtMs: NaN }, 7];

describe("a cursor that cannot be had", () => {
  test.each([
    ["a store that fails", () => Promise.reject(new Error("no disk")), /^no disk$/],
    [
      "a store that throws",
      () => {
        throw new Error("no disk");
      },
      /^no disk$/,
    ],
    ...noRecords.map((value) => [
      `a store that gives ${JSON.stringify(value)}`,
      () => Promise.resolve(value as unknown as CursorRecord),
      /gave something that is no record/,
    ]),
  ] as [string, CursorStore["load"], RegExp][])(
    "EVT-14 EVT-50 %s is told, events go on, and the gap it may hide is told too",
    async (_, load, why) => {
      const service = new FakeService();
      const { store, saved } = storeThat(load);
      const { names, told } = start(service, { cursorStore: store });
      await settle(3);
      expect(told("cursor_failed")).toMatchObject([{ error: { message: expect.stringMatching(why) } }]);
      expect(saved, "what it may hold after all is not written over before there is something newer").toEqual([]);
      expect(service.stream.lastEventId).toBeUndefined();
      service.stream.open();
      service.stream.send(1, message(1));
      await settle(3);
      expect(told("gap")).toMatchObject([{ reason: "no-cursor", lastEventId: undefined }]);
      expect(names()).toEqual(["message 1"]);
      expect(saved.length).toBeGreaterThan(0);
    },
  );

  test("EVT-14 EVT-50 the gap is told by a mailbox as well", async () => {
    const service = new FakeService();
    const box = new FakeBox(service);
    const { store } = storeThat(() => Promise.reject(new Error("no disk")));
    const { names, told } = start(service, { cursorStore: store, transport: "mailbox" });
    box.put(message(1));
    await settle(5);
    expect(told("gap")).toMatchObject([{ reason: "mailbox-expired" }]);
    expect(names()).toEqual(["message 1"]);
  });

  test("EVT-50 nothing in the store, or null, is a fresh start and no gap", async () => {
    for (const nothing of [undefined, null]) {
      const service = new FakeService();
      const { store } = storeThat(() => Promise.resolve(nothing as undefined));
      const { told } = start(service, { cursorStore: store });
      await settle(3);
      service.stream.open();
      await settle(3);
      expect([told("cursor_failed"), told("gap")]).toEqual([[], []]);
    }
  });

  test("EVT-50 a store that never answers holds the start up for half a minute and no longer", async () => {
    const service = new FakeService();
    const { store } = storeThat(() => new Promise(() => undefined));
    const { told } = start(service, { cursorStore: store });
    await service.clock.advance(29_999);
    expect([service.streams.length, told("cursor_failed").length]).toEqual([0, 0]);
    await service.clock.advance(1);
    expect(service.streams).toHaveLength(1);
    expect(told("cursor_failed")).toMatchObject([
      { error: { message: "The cursor store took longer than 30000 ms." } },
    ]);
    service.stream.open();
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "no-cursor" }]);
  });

  test("EVT-49 closing does not wait for it, nor does what was closed before it began", async () => {
    for (const signal of [undefined, AbortSignal.abort()]) {
      const service = new FakeService();
      const { store, saved } = storeThat(() => new Promise(() => undefined));
      const { stream, got, told } = start(service, { cursorStore: store, ...(signal && { signal }) });
      await settle(3);
      expect(await stream.close()).toEqual({ unhandled: 0 });
      await settle();
      expect(got).toMatchObject({ done: true, error: undefined });
      expect([told("cursor_failed"), saved, service.streams]).toEqual([[], [], []]);
      expect(service.clock.pending).toBe(0);
    }
  });

  test.each(["the first", "the second"] as const)(
    "EVT-49 closing ends the iteration in its time, also while %s save hangs",
    async (which) => {
      const service = new FakeService();
      let saves = 0;
      const store = memoryCursorStore();
      const hanging: CursorStore = {
        ...store,
        save: (...args) => {
          saves += 1;
          return saves === (which === "the first" ? 1 : 2) ? new Promise(() => undefined) : store.save(...args);
        },
      };
      const { stream, got } = start(service, { cursorStore: hanging, cursorKey: "k" });
      await settle(3);
      if (which === "the second") service.stream.open();
      await settle(3);
      const closed = stream.close({ graceMs: 1000 });
      await service.clock.advance(999);
      await settle(3);
      expect(got.done).toBe(false);
      await service.clock.advance(1);
      await settle(3);
      expect([got.done, got.error]).toEqual([true, undefined]);
      expect(await closed).toEqual({ unhandled: 0 });
    },
  );

  test.each([
    ["after the stream was closed", (stream: EventStream) => stream.close()],
    ["after half a minute", (_: EventStream, service: FakeService) => service.clock.advance(30_000)],
  ])("EVT-49 EVT-50 a lock that comes %s is released again", async (_, pass) => {
    const service = new FakeService();
    let grant = (_lock: CursorLock) => {};
    let released = 0;
    const { stream } = start(service, {
      cursorStore: { ...memoryCursorStore(), lock: () => new Promise((resolve) => (grant = resolve)) },
    });
    await settle(3);
    await pass(stream, service);
    grant({ release: () => Promise.resolve(void (released += 1)) });
    await settle();
    expect(released).toBe(1);
  });
});

test("EVT-50 a record that could not be loaded is not written over by a stream that never reached the service", async () => {
  const service = new FakeService();
  service.replies.push(...Array.from({ length: 20 }, () => unreachable));
  const { store, saved } = storeThat(() => Promise.reject(new Error("no disk")));
  const { stream } = start(service, { cursorStore: store });
  await service.clock.advance(5000);
  await stream.close();
  expect(saved).toEqual([]);
});
