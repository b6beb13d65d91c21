import fc from "fast-check";
import { memoryDedupe } from "svc-apps/delivery";
import { describe, expect, test } from "vitest";
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
  test("SIG-26 are those of a plain map, whatever the keys, the times and their order", async () => {
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

  test("are all found again while they grow past their first room, and none is after it was dropped", () => {
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

  test("of 300,000 neighbouring keys no two are taken for one another", () => {
    const table = new ClaimTable();
    let taken = 0;
    for (let n = 0; n < 150_000; n += 1) {
      const id = n.toString(16).padStart(8, "0");
      for (const kind of ["delivery", "interaction"])
        if (!table.claim(`${kind}:7301000000000000001:${id}-0000-4000-8000-000000000000`, 0, 1)) taken += 1;
    }
    expect([taken, table.size]).toEqual([0, 300_000]);
  });

  test("an ended claim that is made anew keeps its place, and lasts as long as it was last told to", () => {
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
