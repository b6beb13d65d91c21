import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type CursorRecord, type CursorStore, fileCursorStore, memoryCursorStore } from "svc-apps/events";
import { FakeService, frame, message, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, prepare, start } from "./kit/start.js";

afterEach(closeAll);

describe("closing", () => {
  test("EVT-49 stops reading, waits for handlers, saves the cursor, and leaves nothing behind", async () => {
    const service = new FakeService();
    const store = memoryCursorStore();
    const { stream, end, running, told } = slowly(service, 16, { cursorStore: store, cursorKey: "k" });
    await settle();
    service.stream.open();
    service.stream.write(frame(1, message(1)) + frame(2, message(2)));
    await settle(3);
    const closed = stream.close({ graceMs: 5000 });
    await settle(2);
    expect(service.stream.closed).toBe(true);
    expect(stream.state.phase).toBe("closing");
    await end("message 1", "message 2");
    expect(await closed).toEqual({ unhandled: 0 });
    await running;
    expect(await store.load("k")).toMatchObject({ transport: "gateway", lastEventId: "2" });
    expect(told("ended")).toMatchObject([{ error: undefined }]);
    expect(service.clock.pending).toBe(0);
  });

  test("EVT-49 what is not handled when the grace time ends is not acknowledged", async () => {
    const service = new FakeService();
    const store = memoryCursorStore();
    const { stream, end } = slowly(service, 16, { cursorStore: store, cursorKey: "k" });
    await settle();
    service.stream.open();
    service.stream.write([1, 2, 3].map((n) => frame(n, message(n))).join(""));
    await settle(3);
    await end("message 1", "message 3");
    const closed = stream.close({ graceMs: 5000 });
    await service.clock.advance(5000);
    expect(await closed).toEqual({ unhandled: 2 });
    await end("message 2");
    expect(await store.load("k"), "too late to count").toMatchObject({ lastEventId: "1" });
  });

  test("EVT-49 leaving the loop closes; the event in hand comes again after a restart", async () => {
    const service = new FakeService();
    const store = memoryCursorStore();
    const first = prepare(service, { cursorStore: store });
    service.onStream = (stream) => {
      stream.open();
      stream.write(frame(1, message(1)) + frame(2, message(2)));
    };
    for await (const event of first.stream)
      if (event.type === "message_create" && event.message.content === "message 2") break;
    expect(service.stream.closed).toBe(true);
    service.onStream = (stream) => void stream.resume();
    start(service, { cursorStore: store });
    await settle(3);
    expect(service.stream.lastEventId).toBe("1");
  });

  test("while waiting to reconnect it ends at once", async () => {
    const service = new FakeService();
    const { stream, got } = start(service);
    await settle();
    service.stream.open();
    service.stream.farewell("CONNECTION_LIMIT_EXCEEDED");
    await settle(3);
    expect(stream.state.phase).toBe("retrying");
    await stream.close();
    await settle();
    expect(got).toMatchObject({ done: true, error: undefined });
    expect(service.clock.pending).toBe(0);
  });

  test("a signal closes it too, also one that fired before", async () => {
    const service = new FakeService();
    const controller = new AbortController();
    const { got } = start(service, { signal: controller.signal });
    await settle();
    controller.abort();
    await settle(3);
    expect(got.done).toBe(true);
    const late = start(service, { signal: controller.signal });
    await settle(3);
    expect(late.got.done).toBe(true);
    expect(service.streams).toHaveLength(1);
  });

  test("one consumer at a time: a second one is refused by name", async () => {
    const service = new FakeService();
    const { stream } = start(service);
    await settle();
    await expect(stream.run(slowly(service).dispatcher)).rejects.toThrow(/one consumer/);
    await expect(stream[Symbol.asyncIterator]().next()).rejects.toThrow(/one consumer/);
  });

  test("a listener that throws disturbs nothing", async () => {
    const service = new FakeService();
    const print = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const { names } = start(service, {
      onState: () => {
        throw new Error("listener");
      },
    });
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    expect(names()).toEqual(["message 1"]);
    expect(print).toHaveBeenCalledWith(expect.stringContaining("listener"), new Error("listener"));
    await closeAll();
    print.mockRestore();
  });
});

describe("restarting", () => {
  test("EVT-50 EVT-12 a process that starts again inside the window goes on where everything was handled", async () => {
    const service = new FakeService();
    const store = memoryCursorStore();
    const { end } = slowly(service, 16, { cursorStore: store, saveIntervalMs: 1000 });
    await settle();
    service.stream.open();
    service.stream.write([1, 2, 3].map((n) => frame(n, message(n))).join(""));
    await settle(3);
    await end("message 1", "message 3");
    await service.clock.advance(1000);
    // The first process is gone without a word; the second has only the store.
    const { names, told } = start(service, { cursorStore: store });
    await settle(3);
    expect(service.stream.lastEventId).toBe("1");
    service.stream.resume();
    service.stream.write([2, 3, 4].map((n) => frame(n, message(n))).join(""));
    await settle(3);
    expect(names()).toEqual(["message 2", "message 3", "message 4"]);
    expect(told("gap")).toEqual([]);
  });

  test("EVT-50 EVT-14 outside the window it hears of the gap and of how long it was away", async () => {
    const service = new FakeService();
    const savedAtMs = service.clock.now() - 300_000;
    const store = memoryCursorStore();
    await store.save("k", { transport: "gateway", lastEventId: "41", savedAtMs });
    const { told } = start(service, { cursorStore: store, cursorKey: "k" });
    await settle(3);
    service.stream.open();
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "outside-window", lastEventId: "41", offlineMs: 300_000 }]);
  });

  test("MSG-13 EVT-17 a redelivered event has the identity it had, in whichever process", async () => {
    const service = new FakeService();
    const store = memoryCursorStore();
    const reaction = { type: "reaction_update", serverId: "7101000000000000001", emoji: "👍", count: 1 };
    const identities: string[] = [];
    for (const restart of [false, true]) {
      const { stream } = prepare(service, { cursorStore: store });
      const reader = stream.entries()[Symbol.asyncIterator]();
      const next = reader.next();
      await settle(3);
      if (restart) service.stream.resume();
      else service.stream.open("c1", "10");
      service.stream.send(11, reaction);
      const { value } = await next;
      identities.push(value?.identity ?? "none");
      await reader.return?.();
    }
    expect(identities[0]).toContain("11");
    expect(identities[1]).toBe(identities[0]);
  });

  test("EVT-50 progress is saved after so many events, and after so much time", async () => {
    const service = new FakeService();
    const saved: (string | undefined)[] = [];
    const store: CursorStore = {
      load: () => Promise.resolve(undefined),
      save: (_, record) => {
        saved.push(record.lastEventId);
        return Promise.resolve();
      },
    };
    start(service, { cursorStore: store, saveEveryEvents: 10, saveIntervalMs: 1000 });
    await settle();
    service.stream.open();
    for (let n = 1; n <= 9; n += 1) service.stream.send(n, message(n));
    await settle(3);
    expect(saved).toEqual([]);
    service.stream.send(10, message(10));
    service.stream.send(11, message(11));
    await settle(3);
    expect(saved).toEqual(["10"]);
    await service.clock.advance(1000);
    expect(saved).toEqual(["10", "11"]);
  });

  test("EVT-50 a store that fails is told and stops nothing", async () => {
    const service = new FakeService();
    const store: CursorStore = {
      load: () => Promise.reject(new Error("no disk")),
      save: () => Promise.reject(new Error("disk full")),
    };
    const { names, told, stream } = start(service, { cursorStore: store, saveIntervalMs: 10 });
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await service.clock.advance(50);
    expect(names()).toEqual(["message 1"]);
    await stream.close();
    expect(told("cursor-failed").map(({ error }) => (error as Error).message)).toEqual([
      "no disk",
      "disk full",
      "disk full",
    ]);
  });

  test("streams of one store are told apart by App and intents unless a key says otherwise", async () => {
    const service = new FakeService();
    const keys: string[] = [];
    const store: CursorStore = {
      load: (key) => {
        keys.push(key);
        return Promise.resolve(undefined);
      },
      save: () => Promise.resolve(),
    };
    start(service, { cursorStore: store, intents: ["messages", "interactions"] });
    start(service, { cursorStore: store, intents: ["interactions", "messages"] });
    start(service, { cursorStore: store, cursorKey: "mine" });
    await settle(3);
    expect(keys.toSorted()).toEqual([
      "7100000000000000001 interactions,messages",
      "7100000000000000001 interactions,messages",
      "mine",
    ]);
  });
});

describe("the file store", () => {
  const folders: string[] = [];
  const folder = async () => {
    const made = await mkdtemp(join(tmpdir(), "cursor-"));
    folders.push(made);
    return made;
  };
  afterEach(async () => {
    await Promise.all(folders.splice(0).map((each) => rm(each, { recursive: true })));
  });
  const record: CursorRecord = { transport: "gateway", lastEventId: "7", lineage: "c", savedAtMs: 5 };

  test("EVT-50 gives back what was saved last, under any key, and stays in its folder", async () => {
    const inside = join(await folder(), "made/when/needed");
    const store = fileCursorStore({ folder: inside });
    const keys = ["plain", "../../escape", "a/b", "..", "ü 1,2", "."];
    expect(await store.load("plain")).toBeUndefined();
    for (const key of keys) await store.save(key, { ...record, lastEventId: key });
    for (const key of keys) expect((await store.load(key))?.lastEventId).toBe(key);
    expect(await readdir(inside)).toHaveLength(keys.length);
  });

  test("EVT-50 leaves the old record when a write is cut off, and takes half a record for none", async () => {
    const inside = await folder();
    const store = fileCursorStore({ folder: inside });
    await store.save("k", record);
    // What a process killed in the middle of writing leaves behind.
    await writeFile(join(inside, "k.json.12345.tmp"), '{"transport":"gate');
    expect(await store.load("k")).toEqual(record);
    for (const broken of [
      "",
      '{"transport":"gate',
      "null",
      '{"transport":"x","savedAtMs":1}',
      '{"transport":"gateway","savedAtMs":1,"lastEventId":7}',
    ]) {
      await writeFile(join(inside, "k.json"), broken);
      expect(await store.load("k"), broken).toBeUndefined();
    }
  });

  test("AUTH-03 holds nothing secret", async () => {
    const inside = await folder();
    const service = new FakeService();
    const { stream } = start(service, { cursorStore: fileCursorStore({ folder: inside }), cursorKey: "k" });
    await expect.poll(() => service.streams.length).toBe(1);
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    await stream.close();
    const text = await readFile(join(inside, "k.json"), "utf8");
    expect(JSON.parse(text)).toMatchObject({ lastEventId: "1" });
    expect(text).not.toContain("s3cret");
  });
});
