import fc from "fast-check";
import { memoryDedupe } from "svc-apps/delivery";
import { describe, expect, test, vi } from "vitest";
import { ClaimTable } from "../../runtime/delivery/dedupe/claim-table.js";
import { steppedClock } from "./support.js";

/** What the store is to be indistinguishable from: a map, walked to its end for every question. */
class Model {
  readonly #endsMs = new Map<string, number>();
  claim(key: string, nowMs: number, ttlMs: number): boolean {
    if ((this.#endsMs.get(key) ?? -Infinity) > nowMs) return false;
    this.#endsMs.set(key, nowMs + ttlMs);
    return true;
  }
}

const keys = fc.oneof(
  fc.uuid(),
  fc.string({ maxLength: 2 }),
  fc.constantFrom("", "a", "á", "\u{1f3b2}", "a".repeat(500)),
);

describe("claims in memory", () => {
  test("SIG-26 are the same as in a plain map, whatever the keys, the times and their order", async () => {
    const step = fc.record({
      key: keys,
      waitMs: fc.integer({ min: 0, max: 40 }),
      ttlMs: fc.integer({ min: 1, max: 90 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 200 }), async (steps) => {
        const clock = steppedClock();
        const [store, model] = [memoryDedupe({ clock }), new Model()];
        for (const { key, waitMs, ttlMs } of steps) {
          await clock.advance(waitMs);
          expect(store.claim(key, ttlMs)).toBe(model.claim(key, clock.monotonicMs(), ttlMs));
        }
      }),
    );
  });

  test("are all found while the table grows, and none after it was dropped", () => {
    const table = new ClaimTable();
    const key = (n: number) => `interaction:7301000000000000001:${n}`;
    for (let n = 0; n < 5_000; n += 1) {
      expect(table.claim(key(n), 0, n + 1)).toBe(true);
      if (n % 3 === 0) table.dropOldest();
    }
    const dropped = 1_667;
    expect(table.size).toBe(5_000 - dropped);
    expect(table.oldestEndMs).toBe(dropped + 1);
    for (let n = dropped; n < 5_000; n += 1) expect(table.claim(key(n), n, 9_999)).toBe(false);
    for (let n = 0; n < dropped; n += 1) expect(table.claim(key(n), n, n + 1)).toBe(true);
    expect(table.size).toBe(5_000);
    while (table.size > 0) table.dropOldest();
    expect([table.oldestEndMs, table.claim(key(4_999), 0, 1)]).toEqual([Infinity, true]);
  });

  test("of a key in two parts and of the joined key are one claim", () => {
    const table = new ClaimTable();
    const prefixes = ["", "a", "interaction:7301000000000000001:"];
    const parted = (text: string, key: string) => table.claim(key, 0, 1, table.prefix(text));
    const claimed = prefixes.flatMap((text) => [parted(text, "á-1"), table.claim(`${text}á-1`, 0, 1)]);
    const again = prefixes.flatMap((text) => [table.claim(`${text}-2`, 0, 1), parted(text, "-2")]);
    expect([claimed, again]).toEqual([prefixes.flatMap(() => [true, false]), prefixes.flatMap(() => [true, false])]);
    expect([parted("a", "b"), parted("ab", ""), parted("b", "a")]).toEqual([true, false, true]);
  });

  test("of 300,000 neighbouring keys do not collide", () => {
    const table = new ClaimTable();
    let taken = 0;
    for (let n = 0; n < 150_000; n += 1) {
      const id = n.toString(16).padStart(8, "0");
      for (const kind of ["delivery", "interaction"])
        if (!table.claim(`${kind}:7301000000000000001:${id}-0000-4000-8000-000000000000`, 0, 1)) taken += 1;
    }
    expect([taken, table.size]).toEqual([0, 300_000]);
  });

  test("last as long after a month of uptime as on the first day, and fractions are rounded up", () => {
    const table = new ClaimTable();
    const monthMs = 31 * 86_400_000;
    for (const nowMs of [0.25, monthMs, 2 * monthMs, 12 * monthMs + 0.5]) {
      expect(table.claim("a", nowMs, nowMs + 660_000)).toBe(true);
      expect(table.claim("a", nowMs + 659_999, nowMs)).toBe(false);
      expect(table.claim("a", nowMs + 660_001, nowMs + 660_002)).toBe(true);
    }
    expect(table.size).toBe(1);
  });

  test("of two tables have different fingerprints, so that nobody can prepare keys that collide", () => {
    const random = vi.spyOn(crypto, "getRandomValues");
    const tables = [new ClaimTable(), new ClaimTable()];
    const halves = random.mock.calls.map(([array]) => (array as Int32Array).length); // what it was asked for
    random.mockRestore();
    expect([tables.length, halves]).toEqual([2, [2, 2]]);
  });

  test("an ended claim that is renewed keeps its place, and ends at its new time", () => {
    const table = new ClaimTable();
    expect([table.claim("a", 0, 10), table.claim("b", 0, 20), table.claim("a", 10, 30)]).toEqual([true, true, true]);
    expect([table.size, table.oldestEndMs, table.claim("a", 29, 99), table.claim("a", 30, 99)]).toEqual([
      2,
      30,
      false,
      true,
    ]);
  });
});
