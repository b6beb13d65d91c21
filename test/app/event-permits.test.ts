import fc from "fast-check";
import { expect, test } from "vitest";
import { EventPermits } from "../../runtime/app/event-permits.js";

/** What a history does with the events that are at work: each by its place among them. */
const step = fc.record({ act: fc.constantFrom("begin", "begin", "end", "time out"), at: fc.nat(20) });

test("whatever order handlers begin, end and time out in, those that are reported hold places, and no others", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let due: (() => void) | undefined;
      let reported: readonly unknown[] = [];
      const permits = new EventPermits({
        clock: {
          now: () => 0,
          monotonicMs: () => 0,
          schedule(act) {
            due = act;
            return () => (due = undefined);
          },
        },
        report: (_name, facts) => (reported = (facts as { readonly holders: readonly unknown[] }).holders),
        limit: 1,
        timeoutMs: 1_000,
        keepsPlace: false,
      });
      const model = new Map<number, [object, ReturnType<EventPermits["begin"]>]>();
      let count = 0;
      for (const { act, at } of steps) {
        const [number, [event, holder]] = [...model][at % Math.max(1, model.size)] ?? [0, []];
        if (act === "begin") {
          const begun = { type: "member_update", channelId: String((count += 1)) };
          model.set(count, [begun, permits.begin(begun)]);
        } else if (event && holder) {
          model.delete(number);
          if (act === "end") permits.end(holder);
          else expect(permits.timedOut(event)).toContain(`channel ${number}`);
          permits.end(holder); // of a handler that ends after its time: nothing is left to give back
        }
      }
      if (model.size === 0) return;
      const last = { type: "member_update", channelId: "0" };
      permits.begin(last); // arms the report where the end of another has cancelled it
      due?.();
      const held = reported.map((one) => Number((one as { readonly channelId: string }).channelId));
      expect(held.toSorted((a, b) => a - b)).toEqual([0, ...model.keys()]);
    }),
  );
});
