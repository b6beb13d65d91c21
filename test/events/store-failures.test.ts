import { afterEach, describe, expect, test } from "vitest";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, message, settle, unreachable } from "./kit/fake-service.js";
import { closeAll, start } from "./kit/start.js";
import { cursorsThat, memoryCursors } from "./kit/cursors.js";
import type { CursorRecord } from "../../runtime/events/cursor/record.js";
import { type KeyValue, memoryStore } from "svc-apps/stores";

afterEach(closeAll);

/** A store that answers as told and notes what it is given. */
function storeThat(load: () => Promise<unknown>) {
  const saved: CursorRecord[] = [];
  const store = cursorsThat({
    load,
    save: (_, record) => {
      saved.push(record);
      return Promise.resolve();
    },
  });
  return { saved, store };
}

/** What a store of one's own may give that is not a record, although its types say otherwise. */
const noRecords = [{}, "gateway", { transport: "gateway" }, { transport: "gateway", savedAtMs: NaN }, 7];

describe("a cursor that cannot be had", () => {
  test.each([
    ["a store that fails", () => Promise.reject(new Error("no disk"))],
    [
      "a store that throws",
      () => {
        throw new Error("no disk");
      },
    ],
  ] as const)("EVT-14 EVT-50 %s is told, events go on, and the gap it may hide is told too", async (_, fail) => {
    const service = new FakeService();
    let loads = 0;
    const { store, saved } = storeThat(() => ((loads += 1) === 1 ? fail() : Promise.resolve(undefined)));
    const { names, told } = start(service, { cursorStore: store });
    await settle(3);
    expect(told("cursor_failed")).toMatchObject([{ error: { cause: { message: "no disk" } } }]);
    expect(saved, "what it may hold after all is not written over before there is something newer").toEqual([]);
    expect(service.stream.lastEventId).toBeUndefined();
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "no-cursor", lastEventId: undefined }]);
    expect(names()).toEqual(["message 1"]);
    expect(saved.length).toBeGreaterThan(0);
  });

  test.each(noRecords)(
    "EVT-14 EVT-50 a record that cannot be read (%j) is told and never written over, and the gap it hides is told too",
    async (value) => {
      const service = new FakeService();
      const { store, saved } = storeThat(() => Promise.resolve(value));
      const { names, told } = start(service, { cursorStore: store });
      await settle(3);
      const why = expect.stringMatching(/that this version cannot read\. It is left as it is/) as string;
      expect(told("cursor_failed")).toMatchObject([{ error: { message: why } }]);
      service.stream.open();
      service.stream.send(1, message(1));
      await service.clock.advance(2_000);
      expect(told("gap")).toMatchObject([{ reason: "no-cursor", lastEventId: undefined }]);
      expect([names(), saved]).toEqual([["message 1"], []]);
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

  test("EVT-50 a store that never answers holds the start up for 25 seconds and no longer", async () => {
    const service = new FakeService();
    const { store } = storeThat(() => new Promise(() => undefined));
    const { told } = start(service, { cursorStore: store });
    await service.clock.advance(24_999);
    expect([service.streams.length, told("cursor_failed").length]).toEqual([0, 0]);
    await service.clock.advance(1);
    expect(service.streams).toHaveLength(1);
    expect(told("cursor_failed")).toMatchObject([
      { error: { message: "The cursor store did not answer get() within 25000 ms." } },
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
      const store = memoryCursors();
      const hanging: KeyValue = {
        ...store,
        put: async (key, ...given) => {
          if (key === "cursor.7100000000000000001_2ek") saves += 1;
          return saves === (which === "the first" ? 1 : 2) ? new Promise(() => undefined) : store.put(key, ...given);
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

  test("EVT-49 EVT-50 a lease that comes after the stream was closed is given back", async () => {
    const service = new FakeService();
    let grant = () => {};
    const inner = memoryStore();
    const granted = new Promise<void>((resolve) => (grant = resolve));
    const put: KeyValue["put"] = async (...given) => {
      if (given[0].startsWith("lease.")) await granted;
      return inner.put(...given);
    };
    const { stream } = start(service, {
      cursorStore: { ...inner, put },
    });
    await settle(3);
    await stream.close();
    grant();
    await settle(5);
    const lease = await inner.get("lease.7100000000000000001");
    expect(lease?.value).toContain('"isFree":true');
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
