import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import {
  type CursorRecord,
  type CursorStore,
  fileCursorStore,
  memoryCursorStore,
  readCursorRecord,
} from "svc-apps/events";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, message, settle } from "./kit/fake-service.js";
import { closeAll, start } from "./kit/start.js";

const folders: string[] = [];
afterEach(async () => {
  await closeAll();
  await Promise.all(folders.splice(0).map((each) => rm(each, { recursive: true })));
});

async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "lock-"));
  folders.push(made);
  return made;
}

const lockOf = (store: CursorStore) => {
  if (store.lock === undefined) throw new Error("a file store locks");
  return store.lock("k");
};

/** A process that has been and is no more. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ["-e", ""]);
  await once(child, "exit");
  return child.pid ?? 0;
}

const lockText = (holder: object) => JSON.stringify({ pid: process.pid, host: hostname(), startedAt: "", ...holder });

describe("the lock of a cursor's file", () => {
  test("EVT-50 keeps a second one out until it is released, and leaves nothing behind", async () => {
    const inside = await folder();
    const lock = await lockOf(fileCursorStore({ folder: inside }));
    expect(lock.broken).toBeUndefined();
    await expect(lockOf(fileCursorStore({ folder: inside }))).rejects.toMatchObject({
      name: "CursorTakenError",
      holder: `process ${process.pid} of ${hostname()}`,
    });
    await lock.release();
    expect(await readdir(inside)).toEqual([]);
    await (await lockOf(fileCursorStore({ folder: inside }))).release();
  });

  test("of a process that is gone is broken, and told whose it was", async () => {
    const inside = await folder();
    const pid = await deadPid();
    await writeFile(join(inside, "k.json.lock"), lockText({ pid }));
    const lock = await lockOf(fileCursorStore({ folder: inside }));
    expect(lock.broken).toBe(`process ${pid} of ${hostname()}`);
    expect(JSON.parse(await readFile(join(inside, "k.json.lock"), "utf8"))).toMatchObject({ pid: process.pid });
  });

  test.runIf(process.platform === "linux")("of a process whose number another one has now is broken too", async () => {
    const inside = await folder();
    await writeFile(join(inside, "k.json.lock"), lockText({ startedAt: "12" }));
    expect((await lockOf(fileCursorStore({ folder: inside }))).broken).toContain(String(process.pid));
  });

  test.each([
    ["another machine's", async () => lockText({ host: "elsewhere", pid: await deadPid() }), /of elsewhere/],
    ["one that says nothing", async () => "", /unreadable/],
    ["one of another make", async () => '{"pid":"7"}', /unreadable/],
  ])("is not broken where nobody can know: %s", async (_, text, holder) => {
    const inside = await folder();
    await writeFile(join(inside, "k.json.lock"), await text());
    await expect(lockOf(fileCursorStore({ folder: inside }))).rejects.toMatchObject({
      holder: expect.stringMatching(holder),
    });
  });

  test("is taken by one of many that find it stale at the same moment", async () => {
    const inside = await folder();
    await writeFile(join(inside, "k.json.lock"), lockText({ pid: await deadPid() }));
    const all = await Promise.allSettled(Array.from({ length: 8 }, () => lockOf(fileCursorStore({ folder: inside }))));
    const [winner, ...more] = all.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect([winner === undefined, more]).toEqual([false, []]);
  });

  test("a released one is not taken from whoever has it since", async () => {
    const inside = await folder();
    const lock = await lockOf(fileCursorStore({ folder: inside }));
    const theirs = lockText({ host: "elsewhere" });
    await writeFile(join(inside, "k.json.lock"), theirs);
    await lock.release();
    expect(await readFile(join(inside, "k.json.lock"), "utf8")).toBe(theirs);
  });
});

describe("a second consumer of one file", () => {
  test("EVT-50 ends at once with what to do, and the first goes on", async () => {
    const inside = await folder();
    const service = new FakeService();
    const options = { cursorStore: fileCursorStore({ folder: inside }), cursorKey: "k" };
    const first = start(service, options);
    await expect.poll(() => service.streams.length).toBe(1);
    const second = start(service, options);
    await expect.poll(() => second.got.done).toBe(true);
    expect(second.got.error).toMatchObject({
      name: "EventsEndedError",
      reason: "cursor-taken",
      remedy: "one-consumer",
      message: expect.stringContaining("docs/scaling.md"),
    });
    expect(second.told("cursor_taken")).toMatchObject([{ holder: `process ${process.pid} of ${hostname()}` }]);
    expect(service.streams).toHaveLength(1);
    expect(first.got.done).toBe(false);
    await first.stream.close();
    expect(await readdir(inside)).toEqual(["k.json"]);
  });

  test("a stale lock is broken and told, and the stream goes on", async () => {
    const inside = await folder();
    await writeFile(join(inside, "k.json.lock"), lockText({ pid: await deadPid() }));
    const service = new FakeService();
    const { told, stream } = start(service, { cursorStore: fileCursorStore({ folder: inside }), cursorKey: "k" });
    await expect.poll(() => service.streams.length).toBe(1);
    expect(told("lock_broken")).toHaveLength(1);
    await stream.close();
  });
});

describe("a second process", () => {
  const recent = (service: FakeService, more: Partial<CursorRecord> = {}): CursorRecord => ({
    transport: "gateway",
    lastEventId: "1",
    writer: "other",
    savedAtMs: service.clock.now() - 2000,
    ...more,
  });

  test.each([
    ["saved moments ago and not closed", {}, 1],
    ["closed", { closed: true }, 0],
    ["of long ago", { savedAtMs: 0 }, 0],
  ] as const)("EVT-38 is told at the start where a record was %s", async (_, more, times) => {
    const service = new FakeService();
    const store = memoryCursorStore();
    await store.save("k", recent(service, more));
    const { told } = start(service, { cursorStore: store, cursorKey: "k" });
    await settle(3);
    expect(told("second_instance")).toHaveLength(times);
    if (times > 0) expect(told("second_instance")[0]?.message).toContain("docs/scaling.md");
  });

  test("an orderly stop says so in the record", async () => {
    const service = new FakeService();
    const store = memoryCursorStore();
    const { stream } = start(service, { cursorStore: store, cursorKey: "k" });
    await settle(3);
    service.stream.open();
    service.stream.send(1, message(1));
    await settle(3);
    await stream.close();
    expect(await store.load("k")).toMatchObject({ closed: true, lastEventId: "1" });
  });

  test("EVT-50 a record of a newer version, with fields unknown here, and one of an older without the new ones are read", () => {
    const old = { transport: "gateway", lastEventId: "7", lineage: "c", savedAtMs: 5 };
    expect(readCursorRecord(old)).toEqual(old);
    const newer = { ...old, writer: "w", closed: false, partition: 3, shape: { deep: true } };
    expect(readCursorRecord(newer)).toEqual({ ...old, writer: "w" });
  });

  test.each(["gateway", "mailbox"] as const)(
    "EVT-50 a record of the %s has all that version 0.1.0 reads",
    async (transport) => {
      const service = new FakeService();
      const box = new FakeBox(service);
      const store = memoryCursorStore();
      const { stream } = start(service, { transport, cursorStore: store, cursorKey: "k" });
      await settle(3);
      if (transport === "mailbox") box.put(message(1));
      else {
        service.stream.open();
        service.stream.send(1, message(1));
      }
      await service.clock.advance(5000);
      // Through JSON, as a file has it. Texts or nothing but for the time is what 0.1.0 wants; more it does not look at.
      const { lastEventId, mailboxId, since, lineage, savedAtMs, ...more } = JSON.parse(
        JSON.stringify(await store.load("k")),
      ) as { readonly [field: string]: unknown };
      const place = transport === "gateway" ? { lastEventId: "1" } : { mailboxId: "mb-1", since: expect.any(String) };
      expect({ lastEventId, mailboxId, since }).toEqual({
        lastEventId: undefined,
        mailboxId: undefined,
        since: undefined,
        ...place,
      });
      expect([typeof lineage, typeof savedAtMs, more["transport"]]).toEqual(["string", "number", transport]);
      await stream.close();
    },
  );
});
