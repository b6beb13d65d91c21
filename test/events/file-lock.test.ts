import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { systemClock } from "svc-apps/rest";
import { fileStore } from "../../runtime/store/file.js";
import { type LeaseRecord, readLease } from "../../runtime/store/lease.js";
import { CursorPlace } from "../../runtime/events/cursor/place.js";
import { readCursorRecord } from "../../runtime/events/cursor/record.js";
import { Records } from "../../runtime/store/records.js";
import { FakeBox } from "./kit/fake-box.js";
import { FakeService, message, settle } from "./kit/fake-service.js";
import { closeAll, start } from "./kit/start.js";
import { cursorsIn, memoryCursors, placeOf } from "./kit/cursors.js";

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

/** The lease of the cursor `k` in a folder, as a stream takes it. */
async function lockOf(inside: string) {
  const { signal } = new AbortController();
  const place = new CursorPlace(fileStore({ folder: inside }), placeOf("k"), { ...parts, signal });
  return { broken: await place.take(), release: async () => place.release() };
}

const sink = { wants: () => false, report: () => undefined };
const parts = { clock: systemClock, sink, onLost: () => undefined };

/** What a process that was killed on another host has left in this folder. */
async function leftBehind(inside: string, leaseMs = 200): Promise<void> {
  const store = fileStore({ folder: inside });
  const records = new Records<LeaseRecord>(store, { use: "lease", read: readLease, clock: systemClock, sink });
  const lease = { holder: "process 7 of a-former-container", fence: 3, beat: 9, leaseMs, isFree: false };
  await records.put(placeOf("k"), lease, { expected: null });
}

const leaseFile = async (inside: string) => {
  const names = await readdir(inside, { recursive: true });
  return join(inside, names.find((name) => name.includes("lease.7100000000000000001_2ek@")) ?? "none");
};

const record = { transport: "gateway", savedAtMs: 5 } as const;

describe("the lock of a cursor's file", () => {
  test("EVT-50 keeps a second one out until it is released", async () => {
    const inside = await folder();
    const lock = await lockOf(inside);
    expect(lock.broken).toBeUndefined();
    await expect(lockOf(inside)).rejects.toMatchObject({
      name: "StoreError",
      reason: "taken",
      holder: `process ${process.pid} of ${hostname()}`,
    });
    await lock.release();
    const startedMs = performance.now();
    const next = await lockOf(inside);
    expect(next.broken).toBeUndefined();
    expect(performance.now() - startedMs).toBeLessThan(1000);
    await next.release();
  });

  test("EVT-50 of a process that was killed under another host name is taken over, and reported", async () => {
    const inside = await folder();
    await leftBehind(inside);
    const lock = await lockOf(inside);
    expect(lock.broken).toEqual({ holder: "process 7 of a-former-container" });
    await lock.release();
  });

  test("EVT-50 is taken by one of many that find it stale at the same moment", async () => {
    const inside = await folder();
    await leftBehind(inside);
    const all = await Promise.allSettled(Array.from({ length: 5 }, () => lockOf(inside)));
    const winners = all.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect(winners).toHaveLength(1);
    await winners[0]?.release();
  });

  test("EVT-50 lost to another process, a paused one saves nothing any more", async () => {
    const inside = await folder();
    const one = () =>
      new CursorPlace(fileStore({ folder: inside }), placeOf("k"), { ...parts, signal: AbortSignal.any([]) });
    const paused = one();
    await paused.load();
    const mine = { ...record, writer: "paused", lastEventId: "5" };
    await paused.save(mine);
    const other = one();
    await other.load();
    const theirs = { ...record, writer: "other", lastEventId: "7" };
    await other.save(theirs);
    await expect(paused.save({ ...mine, lastEventId: "6" })).rejects.toMatchObject({ reason: "taken" });
    expect(await cursorsIn(fileStore({ folder: inside })).load("k")).toEqual(theirs);
  });
});

/** Moves time on while files take theirs. */
async function until(service: FakeService, isSo: () => boolean): Promise<void> {
  while (!isSo()) {
    await service.clock.advance(25);
    await new Promise<void>((resolve) => void setTimeout(resolve, 5));
  }
}

describe("a second consumer of one file", () => {
  test("EVT-50 ends with what to do, and the first goes on", async () => {
    const inside = await folder();
    const service = new FakeService();
    const options = { cursorStore: fileStore({ folder: inside }), cursorKey: "k" };
    const first = start(service, options);
    await expect.poll(() => service.streams.length, { timeout: 10_000 }).toBe(1);
    const second = start(service, options);
    await until(service, () => second.got.done);
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
  });

  test("EVT-50 a stale lock is taken over and reported, and the stream goes on", async () => {
    const inside = await folder();
    await leftBehind(inside);
    const service = new FakeService();
    const { told, stream } = start(service, { cursorStore: fileStore({ folder: inside }), cursorKey: "k" });
    await until(service, () => service.streams.length === 1);
    expect(told("lock_broken")).toMatchObject([{ holder: "process 7 of a-former-container" }]);
    await stream.close();
  });

  test.each(["", "{", '{"etag":"e","before":[],"value":"7"}'])(
    "EVT-50 a lock that cannot be read (%j) is taken over, and reported with its file and what to do",
    async (text) => {
      const inside = await folder();
      await leftBehind(inside);
      await writeFile(await leaseFile(inside), text);
      await cursorsIn(fileStore({ folder: inside })).save("k", { ...record, lastEventId: "5", savedAtMs: Date.now() });
      const service = new FakeService();
      const startedMs = service.clock.monotonicMs();
      const { told, stream } = start(service, { cursorStore: fileStore({ folder: inside }), cursorKey: "k" });
      await until(service, () => service.streams.length === 1);
      expect(service.clock.monotonicMs() - startedMs).toBeGreaterThanOrEqual(5000);
      expect(told("cursor_failed")).toEqual([]);
      const [failed] = told("lock_broken");
      expect(failed?.error).toMatchObject({ message: expect.stringMatching(/delete it/) });
      const where = text === "" || text === "{" ? inside : '"lease.7100000000000000001_2ek"';
      expect(failed?.error).toMatchObject({ message: expect.stringContaining(where) });
      expect(service.stream.lastEventId).toBe("5");
      const second = start(service, { cursorStore: fileStore({ folder: inside }), cursorKey: "k" });
      await until(service, () => second.got.done);
      expect(second.got.error, "all meet at the next lease").toMatchObject({ reason: "cursor-taken" });
      await stream.close();
    },
  );
});

describe("the record of a cursor", () => {
  test("an orderly stop says so in the record", async () => {
    const service = new FakeService();
    const store = memoryCursors();
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
      const store = memoryCursors();
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
