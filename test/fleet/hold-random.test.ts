import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type HoldInput, type HoldState, mayAct, standby, stepHold } from "../../runtime/fleet/hold/machine.js";

const rules = { leaseMs: 4_000 };
const at = (nowMs: number) => ({ ...rules, nowMs });

describe("holding a lease", () => {
  test("of two members on one lease never two act at once, whatever is late, lost or lapses", () => {
    const member = fc.integer({ min: 0, max: 1 });
    const action = fc.record({
      member,
      passMs: fc.integer({ min: 0, max: 1_500 }),
      /** Milliseconds that the question and its answer take; undefined: one of the two is lost. */
      wayMs: fc.option(fc.integer({ min: 0, max: 2_500 }), { nil: undefined }),
      isLostOnTheWayBack: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(action, { maxLength: 80 }), (actions) => {
        let nowMs = 0;
        let revision = 0;
        let lease: { member: number; revision: number; writtenAtMs: number } | undefined;
        const states: HoldState[] = [standby, standby];
        const step = (who: number, input: HoldInput) => {
          const [next, effects] = stepHold(states[who]!, input, at(nowMs));
          states[who] = next;
          return effects;
        };
        const live = () => (lease !== undefined && nowMs - lease.writtenAtMs < rules.leaseMs ? lease : undefined);
        for (const { member: who, passMs, wayMs, isLostOnTheWayBack } of actions) {
          nowMs += passMs;
          const queue = [...step(who, { type: "tick" })];
          for (let effect = queue.shift(); effect !== undefined; effect = queue.shift()) {
            const sentAtMs = nowMs;
            const isAsked = effect.type === "look" || effect.type === "create" || effect.type === "renew";
            if (!isAsked) continue;
            if (wayMs === undefined && !isLostOnTheWayBack) {
              queue.push(...step(who, { type: "unreachable" }));
              continue;
            }
            nowMs += (wayMs ?? 0) / 2;
            const held = live();
            let answer: HoldInput;
            if (effect.type === "look") {
              if (held === undefined) answer = { type: "free" };
              else answer = held.member === who ? { type: "own", revision: held.revision } : { type: "taken" };
            } else if (("revision" in effect ? effect.revision : undefined) === held?.revision) {
              lease = { member: who, revision: (revision += 1), writtenAtMs: nowMs };
              answer = { type: "written", revision, sentAtMs };
            } else answer = { type: "refused" };
            nowMs += (wayMs ?? 0) / 2;
            queue.push(...step(who, wayMs === undefined ? { type: "unreachable" } : answer));
          }
          expect(states.filter((state) => mayAct(state, nowMs, rules)).length).toBeLessThan(2);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
