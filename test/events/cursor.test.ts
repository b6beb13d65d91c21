import fc from "fast-check";
import { expect, test } from "vitest";
import { AckTracker } from "../../runtime/events/queue/event-queue.js";
import type { Place } from "../../runtime/events/queue/queued-event.js";

const place = (resumeId: string): Place => ({ resumeId, handled: false, next: undefined });

test("EVT-12 the cursor stops before the first event that is not handled", () => {
  const prefix = new AckTracker("0");
  const [a, b, c] = [place("1"), place("2"), place("3")] as const;
  for (const each of [a, b, c]) prefix.add(each);
  prefix.settle(c);
  prefix.settle(b);
  expect(prefix.handledId).toBe("0");
  expect(prefix.open).toBe(3);
  prefix.settle(a);
  expect(prefix.handledId).toBe("3");
  expect(prefix.open).toBe(0);
});

test("EVT-15 a start-over forgets every id, also those of events still being handled", () => {
  const prefix = new AckTracker("7");
  const old = place("8");
  prefix.add(old);
  prefix.startOver();
  expect(prefix.handledId).toBe("");
  const fresh = place("1");
  prefix.add(fresh);
  prefix.settle(fresh);
  expect(prefix.handledId, "the older event still holds the newer one back").toBe("");
  prefix.settle(old);
  expect(prefix.handledId).toBe("1");
});

test("EVT-12 an id without an event counts once everything before it is handled", () => {
  const prefix = new AckTracker();
  prefix.pass("3");
  expect(prefix.handledId).toBe("3");
  const slow = place("4");
  prefix.add(slow);
  prefix.pass("5");
  expect(prefix.handledId).toBe("3");
  prefix.settle(slow);
  expect(prefix.handledId).toBe("5");
});

test("EVT-12 in whatever order handlers finish, the cursor is the end of the unbroken prefix", () => {
  fc.assert(
    fc.property(
      fc.array(fc.boolean(), { maxLength: 40 }),
      fc.array(fc.nat(), { maxLength: 40 }),
      (withId, finishOrder) => {
        const prefix = new AckTracker("start");
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
