import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { StreamEvent } from "svc-apps/events";
import {
  atConnection,
  hasKey,
  noKeys,
  nothingTaken,
  DuplicateFilter,
  type Taken,
  withKey,
  withoutIds,
} from "../../runtime/events/duplicates.js";
import { QueuedEvent } from "../../runtime/events/queue/queued-event.js";

test("EVT-17 a key is recognised for at least as long as promised, and memory stays bounded", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.array(fc.array(fc.nat(200), { maxLength: 12 }), { maxLength: 60 }),
      (capacity, batches) => {
        let keys = noKeys(capacity);
        const all: string[] = [];
        for (const batch of batches) {
          const fresh = [...new Set(batch.map(String).filter((key) => !hasKey(keys, key)))];
          const before = keys;
          const known = range(0, 200).filter((key) => hasKey(before, String(key)));
          // What grows from it on a side way is nobody else's.
          withKey(before, "aside");
          for (const key of fresh) keys = withKey(keys, key);
          const still = range(0, 200).filter((key) => hasKey(before, String(key)));
          expect(still, "the memory before it stays what it was").toEqual(known);
          all.push(...fresh);
          for (const key of all.slice(-capacity)) expect(hasKey(keys, key), "forgotten too early").toBe(true);
          for (const key of ["never", "aside"]) expect(hasKey(keys, key)).toBe(false);
          expect(keys.young.places.size + keys.old.places.size).toBeLessThanOrEqual(2 * capacity);
        }
      },
    ),
  );
});

const event = { type: "unknown", wireType: "x", reason: "type", payload: {} } as StreamEvent;
const ids = (...all: readonly (string | number)[]) =>
  all.map((id) => new QueuedEvent(event, String(id).padStart(20, "0"), String(id)));

/** Shows events of the stream to what is remembered. Returns which were new. */
function show(taken: Taken, events: readonly QueuedEvent[]): { readonly taken: Taken; readonly news: string[] } {
  const filter = new DuplicateFilter(taken);
  const news = events.filter((each) => filter.onStream(each) === "new").map(({ resumeId }) => resumeId);
  return { taken: filter.after(), news };
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe("EVT-17 ids of a stream", () => {
  test("are recognised after a connection was opened, at least as many as promised", () => {
    let taken = nothingTaken(10, false);
    for (const id of range(1, 35)) ({ taken } = show(taken, ids(id)));
    taken = atConnection(taken, true);
    expect(show(taken, ids(...range(26, 36))).news).toEqual(["36"]);
  });

  test("are recognised within one batch and across batches of the new connection", () => {
    const { taken, news } = show(atConnection(nothingTaken(10, false), true), ids(1, 2, 1));
    expect(news).toEqual(["1", "2"]);
    expect(show(taken, ids(2, 3)).news).toEqual(["3"]);
  });

  test("are not looked up any more once as many new ones in a row have come as are remembered", () => {
    let { taken } = show(atConnection(nothingTaken(10, false), true), ids(...range(1, 10)));
    expect(taken.ids.lookedUp).toBeUndefined();
    ({ taken } = show(taken, ids(...range(11, 12))));
    taken = atConnection(taken, true);
    expect(show(taken, ids(...range(3, 12), 13)).news).toEqual(["13"]);
  });

  test("a repeated one means that more may follow: the count of new ones begins again", () => {
    const once = show(atConnection(nothingTaken(3, false), true), ids(1, 2, 1, 3, 4));
    expect(once.taken.ids.lookedUp).toBeDefined();
    expect(show(once.taken, ids(5)).taken.ids.lookedUp).toBeUndefined();
  });

  test("mean nothing any more after a start-over", () => {
    const { taken } = show(nothingTaken(10, false), ids(1, 2));
    expect(show(withoutIds(taken), ids(1, 2)).news).toEqual(["1", "2"]);
  });
});
