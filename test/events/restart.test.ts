import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { FakeService, frame, message, settle } from "./kit/fake-service.js";
import { slowly } from "./kit/slowly.js";
import { closeAll, prepare, start } from "./kit/start.js";
import { cursorsIn, cursorsThat, memoryCursors } from "./kit/cursors.js";
import { fileStore } from "svc-apps/stores";
import type { CursorRecord } from "../../runtime/events/cursor/record.js";

afterEach(closeAll);

describe("restarting", () => {
  test("EVT-50 EVT-12 a process that starts again inside the window goes on where everything was handled", async () => {
    const service = new FakeService();
    const store = memoryCursors();
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
    const store = memoryCursors();
    await store.save("k", { transport: "gateway", lastEventId: "41", savedAtMs });
    const { told } = start(service, { cursorStore: store, cursorKey: "k" });
    await settle(3);
    service.stream.open();
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "outside-window", lastEventId: "41", offlineMs: 300_000 }]);
  });

  test("MSG-13 EVT-17 a redelivered event has the identity it had, in whichever process", async () => {
    const service = new FakeService();
    const store = memoryCursors();
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
    const store = cursorsThat({
      load: () => Promise.resolve(undefined),
      save: (_, record) => {
        saved.push(record.lastEventId);
        return Promise.resolve();
      },
    });
    start(service, { cursorStore: store, saveEveryEvents: 10, saveIntervalMs: 1000 });
    await settle();
    service.stream.open();
    await settle(3);
    saved.length = 0;
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

  test("EVT-12 EVT-50 no event is handed out before the record says where its stream began", async () => {
    const service = new FakeService();
    const saved: CursorRecord[] = [];
    let write: (() => void) | undefined;
    const store = cursorsThat({
      load: () => Promise.resolve(undefined),
      save: (_, record) =>
        new Promise<void>((resolve) => {
          write = () => {
            saved.push(record);
            resolve();
          };
        }),
    });
    const { names, stream } = start(service, { cursorStore: store });
    await settle(3);
    expect(service.streams, "not even a request before the first record").toHaveLength(0);
    write?.();
    await settle(3);
    service.stream.open("c1", "40");
    service.stream.send(41, message(41));
    await settle(3);
    expect(names()).toEqual([]);
    write?.();
    await settle(3);
    expect(saved.at(-1)).toMatchObject({ transport: "gateway", lastEventId: "40" });
    expect(names()).toEqual(["message 41"]);
    const closed = stream.close();
    await service.clock.advance(20_000);
    await closed;
  });

  test("EVT-50 a store that never answers holds events up for five seconds and no longer", async () => {
    const service = new FakeService();
    let first = true;
    const store = cursorsThat({
      load: () => Promise.resolve(undefined),
      save: () => {
        if (!first) return new Promise(() => undefined);
        first = false;
        return Promise.resolve();
      },
    });
    const { names, stream, told } = start(service, { cursorStore: store });
    await settle(3);
    service.stream.open();
    service.stream.send(1, message(1));
    await service.clock.advance(4999);
    expect(names()).toEqual([]);
    await service.clock.advance(1);
    expect(names()).toEqual(["message 1"]);
    expect(told("cursor_failed").map(({ error }) => String(error))).toEqual([
      expect.stringMatching(/did not answer put\(\) within 5000 ms/),
    ]);
    const closed = stream.close();
    await service.clock.advance(20_000);
    await closed;
  });

  test("EVT-14 EVT-50 killed before anything was handled, the successor is told of the gap", async () => {
    const service = new FakeService();
    const store = memoryCursors();
    start(service, { cursorStore: store });
    await settle(3);
    service.stream.open();
    await settle(3);
    const { told } = start(service, { cursorStore: store });
    await settle(3);
    service.stream.open("c2");
    await settle(3);
    expect(told("gap")).toMatchObject([{ reason: "no-cursor" }]);
  });

  test("EVT-50 a store that fails is told and stops nothing", async () => {
    const service = new FakeService();
    let loads = 0;
    const store = cursorsThat({
      load: () => ((loads += 1) === 1 ? Promise.reject(new Error("no disk")) : Promise.resolve()),
      save: () => Promise.reject(new Error("disk full")),
    });
    const { names, told, stream } = start(service, { cursorStore: store, saveIntervalMs: 10 });
    await settle();
    service.stream.open();
    service.stream.send(1, message(1));
    await service.clock.advance(50);
    expect(names()).toEqual(["message 1"]);
    await stream.close();
    const failures = told("cursor_failed").map(({ error }) => ((error as Error).cause as Error).message);
    expect(new Set(failures)).toEqual(new Set(["no disk", "disk full"]));
  });

  test("streams of one store are told apart by App unless a key says otherwise, whatever their intents", async () => {
    const service = new FakeService();
    const keys: string[] = [];
    const store = cursorsThat({
      load: (key) => {
        keys.push(key);
        return Promise.resolve(undefined);
      },
      save: () => Promise.resolve(),
    });
    start(service, { cursorStore: store, intents: ["messages", "interactions"] });
    start(service, { cursorStore: store, intents: ["interactions", "messages"] });
    start(service, { cursorStore: store, cursorKey: "mine" });
    await settle(3);
    expect(keys.toSorted()).toEqual(["7100000000000000001", "7100000000000000001", "7100000000000000001_2emine"]);
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
  const filesIn = async (inside: string) =>
    (await readdir(inside, { recursive: true })).filter((name) => name.includes("cursor.7100000000000000001_2ek@"));
  /** The one file of the cursor `k`. */
  const fileIn = async (inside: string) => join(inside, (await filesIn(inside))[0] ?? "none");

  test("EVT-50 gives back what was saved last, under any key, and stays in its folder", async () => {
    const inside = join(await folder(), "made/when/needed");
    const store = cursorsIn(fileStore({ folder: inside }));
    const keys = ["plain", "../../escape", "a/b", "..", "ü 1,2", "."];
    expect(await store.load("plain")).toBeUndefined();
    for (const key of keys) await store.save(key, { ...record, lastEventId: key });
    for (const key of keys) expect((await store.load(key))?.lastEventId).toBe(key);
    expect(await readdir(dirname(inside))).toEqual([basename(inside)]);
  });

  test("EVT-50 leaves the old record when a write is cut off, and rejects for half a record, without showing it", async () => {
    const inside = await folder();
    const store = cursorsIn(fileStore({ folder: inside }));
    await store.save("k", record);
    const file = await fileIn(inside);
    // What a process killed in the middle of writing leaves behind.
    await writeFile(join(dirname(file), "12345.tmp"), '{"etag":"x","val');
    expect(await store.load("k")).toEqual(record);
    const data = (value: string) =>
      JSON.stringify({ etag: "e", before: [], value: `{"format":1,"by":"b","data":${value}}` });
    for (const broken of [
      "",
      '{"etag":"gate',
      data("null"),
      data('{"transport":"x","savedAtMs":1}'),
      data('{"transport":"gateway","savedAtMs":1,"lastEventId":7}'),
      data('{"transport":"mailbox","savedAtMs":1,"ordinal":-1}'),
      data('{"transport":"gateway","savedAtMs":1,"intents":"messages"}'),
    ]) {
      await writeFile(file, broken);
      const error: unknown = await store.load("k").catch((thrown: unknown) => thrown);
      expect(error, broken).toMatchObject({
        name: "StoreError",
        reason: "unreadable",
        kind: "protocol",
        message: expect.stringMatching(/delete it/),
      });
    }
  });

  test("EVT-50 writes that overlap each leave a whole record, and nothing beside it", async () => {
    const inside = await folder();
    const store = cursorsIn(fileStore({ folder: inside }));
    const records = Array.from({ length: 8 }, (_, n) => ({ ...record, lastEventId: "9".repeat(1 + 997 * n) }));
    await Promise.allSettled(records.map(async (each) => store.save("k", each)));
    expect(records).toContainEqual(await store.load("k"));
    expect(await filesIn(inside)).toHaveLength(1);
  });

  test("EVT-50 a write that fails says so", async () => {
    const inside = join(await folder(), "file");
    await writeFile(inside, "");
    const error: unknown = await cursorsIn(fileStore({ folder: inside }))
      .save("k", record)
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "StoreError", reason: "failed" });
  });

  test("AUTH-03 holds nothing secret", async () => {
    const inside = await folder();
    const service = new FakeService();
    const { stream } = start(service, { cursorStore: fileStore({ folder: inside }), cursorKey: "k" });
    await expect.poll(() => service.streams.length, { timeout: 10_000 }).toBe(1);
    service.stream.open();
    service.stream.send(1, message(1));
    await expect.poll(() => stream.state.handledEventId, { timeout: 10_000 }).toBe("1");
    await stream.close();
    const text = await readFile(await fileIn(inside), "utf8");
    expect(text).toContain("lastEventId");
    expect(text).not.toContain("s3cret");
  });
});
