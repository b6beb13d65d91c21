import { describe, expect, test } from "vitest";
import type { StoreDiagnostic } from "../../runtime/diagnostics/store.js";
import type { KeyValue } from "../../runtime/store/contract.js";
import { isStoreError } from "../../runtime/store/errors.js";
import { memoryStore } from "../../runtime/store/memory.js";
import { Records } from "../../runtime/store/records.js";
import { gathered } from "./suite.js";
import { createVirtualClock, type VirtualClock } from "../support/virtual-clock.js";

function recordsIn(store: KeyValue, clock: VirtualClock = createVirtualClock()) {
  const reports: StoreDiagnostic[] = [];
  const sink = { wants: () => true, report: (one: StoreDiagnostic) => void reports.push(one) };
  const read = (value: unknown) => (typeof value === "number" ? value : undefined);
  return { records: new Records<number>(store, { use: "count", read, clock, sink }), reports, clock };
}

const rejected = async (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => new Error("it did not reject"),
    (error: Error) => error,
  );

describe("records", () => {
  test("are plain data under a key that every store takes", async () => {
    const store = memoryStore();
    const { records } = recordsIn(store);
    await records.put("Á:1", 7, { expected: null });
    const [key = ""] = await gathered(store.list(""));
    expect(key).toBe("count._c3_81_3a1");
    expect((await store.get(key))?.value).toMatch(/^\{"format":1,"by":"[\w-]+","data":7\}$/);
    expect(await gathered(records.list())).toEqual(["Á:1"]);
    expect(await records.get("Á:1")).toMatchObject({ value: 7 });
  });

  test("expire to the millisecond, also in a store that keeps them", async () => {
    const kept = memoryStore();
    const store = {
      ...kept,
      put: async (key: string, value: string, { expected }: { expected: string | null }) =>
        kept.put(key, value, { expected }),
    };
    const { records, clock } = recordsIn(store);
    await records.put("a", 1, { expected: null, ttlMs: 100 });
    await clock.advance(99);
    expect(await records.get("a")).toMatchObject({ value: 1 });
    expect(await records.put("a", 2, { expected: null })).toBeUndefined();
    await clock.advance(1);
    expect(await records.get("a")).toBeUndefined();
    expect(await records.put("a", 2, { expected: null })).toBeTypeOf("string");
    expect(await records.get("a")).toMatchObject({ value: 2 });
  });

  test("a write that the client sent twice is known as its own", async () => {
    const kept = memoryStore();
    const put: KeyValue["put"] = async (...given) => (await kept.put(...given), kept.put(...given));
    const { records } = recordsIn({ ...kept, put });
    const etag = await records.put("a", 1, { expected: null });
    expect(etag).toBe((await records.get("a"))?.etag);
  });

  test("an update begins again when another writer was faster", async () => {
    const store = memoryStore();
    const one = recordsIn(store);
    const other = recordsIn(store);
    await one.records.put("n", 1, { expected: null });
    let runs = 0;
    const changed = one.records.update("n", async (current = 0) => {
      runs += 1;
      if (runs === 1) await other.records.update("n", (now = 0) => now + 10);
      return current + 1;
    });
    await one.clock.runUntil(() => runs === 2);
    expect(await changed).toMatchObject({ value: 12 });
  });

  test("an update gives up after ten attempts", async () => {
    const { records, clock } = recordsIn({ ...memoryStore(), put: async () => Promise.resolve(undefined) });
    let runs = 0;
    const error = rejected(records.update("n", () => (runs += 1)));
    await clock.runUntil(() => runs === 10);
    await clock.advance(1_000);
    expect(await error).toMatchObject({ reason: "conflict", message: expect.stringContaining("10 times") });
  });

  test.each([
    ["of another program", "hello", "is not a record of this package"],
    ["of a later version", '{"format":2,"data":1}', "has format 2, not 1"],
    ["of another shape", '{"format":1,"by":"x","data":"text"}', "that this version cannot read"],
  ])("a value %s is refused and stays", async (_, text, words) => {
    const store = memoryStore();
    const { records } = recordsIn(store);
    const etag = await store.put("count.a", text, { expected: null });
    const error = await rejected(records.get("a"));
    expect(isStoreError(error, "unreadable")).toBe(true);
    expect(error.message).toContain(words);
    await records.put("a", 1, { expected: null }).catch(() => undefined);
    expect(await store.get("count.a")).toEqual({ value: text, etag });
  });

  test("a key and a value above their limits are refused before anything is sent", async () => {
    const store = { ...memoryStore(), maxValueBytes: 100 };
    const { records } = recordsIn(store);
    expect(await rejected(records.get("k".repeat(195)))).toMatchObject({ reason: "too-large" });
    expect(await records.get("k".repeat(194))).toBeUndefined();
    const large = new Records<string>(store, {
      use: "x",
      read: String,
      clock: createVirtualClock(),
      sink: { wants: () => false, report: () => undefined },
    });
    expect(await rejected(large.put("a", "é".repeat(30), { expected: null }))).toMatchObject({ reason: "too-large" });
    expect(await large.put("a", "e".repeat(30), { expected: null })).toBeTypeOf("string");
  });
});

describe("the guard", () => {
  const hanging = (): KeyValue => ({ ...memoryStore(), get: async () => new Promise(() => undefined) });

  test("ends the wait for a store that hangs, and reports it once a minute", async () => {
    const { records, reports, clock } = recordsIn(hanging());
    const error = rejected(records.get("a"));
    const second = rejected(records.get("a", { timeoutMs: 4_000 }));
    await clock.advance(4_999);
    expect(await second).toMatchObject({ reason: "timeout", ambiguous: true });
    await clock.advance(1);
    expect(await error).toMatchObject({
      reason: "timeout",
      message: "The count store did not answer get() within 5000 ms.",
    });
    expect(reports).toEqual([
      {
        type: "store.no_answer",
        level: "warn",
        message: "The store did not answer in time",
        use: "count",
        operation: "get",
        timeoutMs: 4_000,
        pending: 1,
      },
    ]);
  });

  test("asks a hanging store nothing more while 64 operations are open", async () => {
    let asked = 0;
    const get = async (): Promise<undefined> => ((asked += 1), new Promise(() => undefined));
    const { records, clock } = recordsIn({ ...memoryStore(), get });
    const first = Promise.allSettled(Array.from({ length: 64 }, () => records.get("a")));
    await clock.advance(5_000);
    await first;
    expect(await rejected(records.get("a"))).toMatchObject({ reason: "timeout" });
    expect(asked).toBe(64);
  });

  test("ends the wait when the caller's signal fires", async () => {
    const { records, reports } = recordsIn(hanging());
    const controller = new AbortController();
    const error = rejected(records.get("a", { signal: controller.signal }));
    controller.abort();
    expect(await error).toMatchObject({ reason: "aborted" });
    expect(reports).toEqual([]);
  });

  test("reports a store that is slow, and one that fails", async () => {
    const clock = createVirtualClock();
    const get = async (key: string): Promise<undefined> => {
      if (key === "count.b") throw new Error("no connection");
      await new Promise<void>((resolve) => void clock.schedule(resolve, 1_001));
    };
    const { records, reports } = recordsIn({ ...memoryStore(), get }, clock);
    const slow = records.get("a");
    await clock.advance(1_001);
    await slow;
    expect(await rejected(records.get("b"))).toMatchObject({ reason: "failed", cause: new Error("no connection") });
    expect(reports.map(({ type }) => type)).toEqual(["store.slow", "store.failed"]);
  });

  test("a list is limited for each key, and closed", async () => {
    let isClosed = false;
    const list: KeyValue["list"] = async function* () {
      try {
        yield "count.a";
        yield "count.a";
        yield "other.b";
        yield Promise.resolve("count.c");
        await new Promise(() => undefined);
      } finally {
        isClosed = true;
      }
    };
    const { records, clock } = recordsIn({ ...memoryStore(), list });
    const keys: string[] = [];
    const error = rejected(
      (async () => {
        for await (const key of records.list()) keys.push(key);
      })(),
    );
    await clock.advance(5_000);
    expect(await error).toMatchObject({ reason: "timeout" });
    expect(keys).toEqual(["a", "c"]);
    for await (const key of records.list()) if (key === "a") break;
    expect(isClosed).toBe(true);
  });
});
