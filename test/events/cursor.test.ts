import fc from "fast-check";
import { expect, test } from "vitest";
import { HandledPrefix, type Place } from "../../runtime/events/cursor/prefix.js";
import { RecentKeys } from "../../runtime/events/cursor/recent.js";

const place = (resumeId: string): Place => ({ resumeId, handled: false, next: undefined });

test("EVT-12 the cursor stops before the first event that is not handled", () => {
  const prefix = new HandledPrefix("0");
  const [a, b, c] = [place("1"), place("2"), place("3")] as const;
  for (const each of [a, b, c]) prefix.add(each);
  prefix.settle(c);
  prefix.settle(b);
  expect(prefix.handledId).toBe("0");
  expect(prefix.receivedId).toBe("3");
  expect(prefix.open).toBe(3);
  prefix.settle(a);
  expect(prefix.handledId).toBe("3");
  expect(prefix.open).toBe(0);
});

test("EVT-15 a start-over forgets every id, also those of events still being handled", () => {
  const prefix = new HandledPrefix("7");
  const old = place("8");
  prefix.add(old);
  prefix.startOver();
  expect([prefix.handledId, prefix.receivedId]).toEqual(["", ""]);
  const fresh = place("1");
  prefix.add(fresh);
  prefix.settle(fresh);
  expect(prefix.handledId, "the older event still holds the newer one back").toBe("");
  prefix.settle(old);
  expect(prefix.handledId).toBe("1");
});

test("EVT-12 an id without an event counts once everything before it is handled", () => {
  const prefix = new HandledPrefix();
  prefix.pass("3");
  expect(prefix.handledId).toBe("3");
  const slow = place("4");
  prefix.add(slow);
  prefix.pass("5");
  expect([prefix.handledId, prefix.receivedId]).toEqual(["3", "5"]);
  prefix.settle(slow);
  expect(prefix.handledId).toBe("5");
});

test("EVT-12 in whatever order handlers finish, the cursor is the end of the unbroken prefix", () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { maxLength: 40 }),
      fc.array(fc.nat(), { maxLength: 40 }),
      (withId, finishOrder) => {
        const prefix = new HandledPrefix("start");
        const places = withId.map((has, index) => place(has ? `id-${index}` : ""));
        for (const each of places) prefix.add(each);
        const waiting = [...places];
        for (const pick of finishOrder) {
          const [done] = waiting.splice(pick % Math.max(1, waiting.length), 1);
          if (done === undefined) break;
          prefix.settle(done);
          const firstOpen = places.findIndex((each) => !each.handled);
          const reached = firstOpen === -1 ? places : places.slice(0, firstOpen);
          expect(prefix.handledId).toBe(reached.findLast((each) => each.resumeId !== "")?.resumeId ?? "start");
          expect(prefix.open).toBe(places.length - reached.length);
          expect(prefix.oldest).toBe(places[firstOpen]);
        }
      },
    ),
  );
});

test("EVT-17 a repeated id is recognised for at least as long as the set promises, and memory stays bounded", () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 50 }), fc.array(fc.nat(200), { maxLength: 400 }), (capacity, keys) => {
      const recent = new RecentKeys(capacity);
      const accepted: string[] = [];
      for (const key of keys.map(String)) {
        const mustKnow = accepted.slice(-capacity).includes(key);
        const mayKnow = accepted.includes(key);
        const isNew = recent.add(key);
        expect(mustKnow && isNew, "forgotten too early").toBe(false);
        expect(!mayKnow && !isNew, "never shown before").toBe(false);
        if (isNew) accepted.push(key);
        expect(recent.size).toBeLessThanOrEqual(2 * capacity);
      }
    }),
  );
});

test("EVT-17 after a clear, an id is new again", () => {
  const recent = new RecentKeys(4);
  const long = "1234567890123456789";
  expect([recent.add(long), recent.add(long), recent.has(long)]).toEqual([true, false, true]);
  recent.clear();
  expect([recent.has(long), recent.add(long)]).toEqual([false, true]);
});

test("a set that could remember nothing is refused", () => {
  expect(() => new RecentKeys(0)).toThrow(/at least 1/);
});
