import fc from "fast-check";
import { expect, test } from "vitest";
import { Fifo } from "../../runtime/events/queue/fifo.js";

test("a queue gives back what was put in, in order, whatever the mixture of putting, taking and emptying", () => {
  const act = fc.oneof(
    { weight: 4, arbitrary: fc.record({ put: fc.nat(1500) }) },
    { weight: 4, arbitrary: fc.record({ take: fc.nat(1500) }) },
    { weight: 1, arbitrary: fc.constant("drain" as const) },
  );
  fc.assert(
    fc.property(fc.array(act, { maxLength: 20 }), (acts) => {
      const fifo = new Fifo<number>();
      let model: number[] = [];
      let made = 0;
      for (const each of acts) {
        if (each === "drain") {
          expect(fifo.drain()).toEqual(model);
          model = [];
        } else if ("put" in each) {
          for (let n = 0; n < each.put; n += 1) {
            fifo.push((made += 1));
            model.push(made);
          }
        } else {
          const taken = Array.from({ length: each.take }, () => fifo.shift());
          expect(taken.filter((item) => item !== undefined)).toEqual(model.slice(0, each.take));
          model = model.slice(each.take);
        }
        expect(fifo.length).toBe(model.length);
      }
    }),
  );
});
