import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type HoldEffect,
  type HoldInput,
  type HoldState,
  mayAct,
  standby,
  stepHold,
} from "../../runtime/fleet/hold/machine.js";

const rules = { leaseMs: 4_000, isPatient: true };
const at = (nowMs: number) => ({ ...rules, nowMs });
const holding = (renewedAtMs: number, isSuspended = false): HoldState => ({
  type: "holding",
  revision: 7,
  renewedAtMs,
  isSuspended,
});
const standingBy = (contactSinceMs: number | undefined): HoldState => ({ type: "standby", contactSinceMs });

type Row = readonly [string, HoldState, HoldInput, number, readonly HoldEffect[], Partial<HoldState>];

const rows: readonly Row[] = [
  ["a stand-by looks at each tick", standby, { type: "tick" }, 0, [{ type: "look" }], { type: "standby" }],
  ["a free lease is left alone at first contact", standby, { type: "free" }, 50, [], { contactSinceMs: 50 }],
  ["a free lease is left alone just below a lease of contact", standingBy(0), { type: "free" }, 3_999, [], {}],
  ["a free lease is taken after a lease of contact", standingBy(0), { type: "free" }, 4_000, [{ type: "create" }], {}],
  ["a vacant slot is taken at once", standby, { type: "vacant" }, 0, [{ type: "create" }], {}],
  [
    "contact that is lost counts from the start again",
    standingBy(0),
    { type: "unreachable" },
    9,
    [],
    { contactSinceMs: undefined } as Partial<HoldState>,
  ],
  ["a lost race is contact", standby, { type: "refused" }, 10, [], { contactSinceMs: 10 }],
  [
    "a lease that was written begins",
    standingBy(0),
    { type: "written", revision: 7, sentAtMs: 5 },
    9,
    [{ type: "begin", revision: 7 }],
    { type: "holding", renewedAtMs: 5, isSuspended: false },
  ],
  ["a holder renews", holding(0), { type: "tick" }, 800, [{ type: "renew", revision: 7 }], { isSuspended: false }],
  [
    "a holder still acts just below 0.8 of its lease",
    holding(0),
    { type: "unreachable" },
    3_199,
    [],
    { isSuspended: false },
  ],
  [
    "a holder suspends at 0.8 of its lease",
    holding(0),
    { type: "unreachable" },
    3_200,
    [{ type: "suspend" }],
    { type: "holding", isSuspended: true },
  ],
  [
    "a holder that slept suspends before it renews",
    holding(0),
    { type: "tick" },
    9_000,
    [{ type: "suspend" }, { type: "renew", revision: 7 }],
    { isSuspended: true },
  ],
  [
    "a renewal lets a suspended holder go on",
    holding(0, true),
    { type: "written", revision: 8, sentAtMs: 9_000 },
    9_010,
    [{ type: "go-on" }],
    { revision: 8, isSuspended: false },
  ],
  [
    "a renewal that came back too late says nothing",
    holding(0),
    { type: "written", revision: 8, sentAtMs: 100 },
    3_300,
    [{ type: "suspend" }],
    { isSuspended: true },
  ],
  [
    "a refused renewal suspends and looks",
    holding(0),
    { type: "refused" },
    100,
    [{ type: "suspend" }, { type: "look" }],
    { isSuspended: true },
  ],
  [
    "a lost lease is taken again, not closed",
    holding(0, true),
    { type: "free" },
    20_000,
    [{ type: "create" }],
    { type: "holding" },
  ],
  [
    "a lease whose renewal was carried out without an answer is renewed on",
    holding(0, true),
    { type: "own", revision: 9 },
    9_000,
    [{ type: "renew", revision: 9 }],
    { type: "holding" },
  ],
  ["a taken lease ends", holding(0), { type: "taken" }, 5_000, [{ type: "end", why: "taken" }], { type: "standby" }],
  [
    "a holder that is stopped ends, then gives back",
    holding(0),
    { type: "stop" },
    10,
    [
      { type: "end", why: "stopped" },
      { type: "release", revision: 7 },
    ],
    { type: "ended" },
  ],
  ["a stand-by that is stopped does nothing", standby, { type: "stop" }, 10, [], { type: "ended" }],
  ["nothing happens after the end", { type: "ended" }, { type: "vacant" }, 10, [], { type: "ended" }],
];

describe("holding a lease", () => {
  test.each(rows)("%s", (_, state, input, nowMs, effects, next) => {
    const [after, done] = stepHold(state, input, at(nowMs));
    expect(done).toEqual(effects);
    expect(after).toMatchObject(next);
  });

  test("acts only within 0.8 of a lease after the last renewal was sent", () => {
    expect(mayAct(holding(0), 3_199, rules)).toBe(true);
    expect(mayAct(holding(0), 3_200, rules)).toBe(false);
    expect(mayAct(holding(0, true), 0, rules)).toBe(false);
    expect(mayAct(standby, 0, rules)).toBe(false);
  });

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
