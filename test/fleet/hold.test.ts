import { describe, expect, test } from "vitest";
import {
  type HoldEffect,
  type HoldInput,
  type HoldState,
  mayAct,
  standby,
  stepHold,
} from "../../runtime/fleet/hold/machine.js";

const rules = { leaseMs: 4_000 };
const holding = (renewedAtMs: number, isSuspended = false, revision = 7): HoldState => ({
  type: "holding",
  revision,
  renewedAtMs,
  isSuspended,
});
const leaving = (isSuspended = false): HoldState => ({ type: "leaving", revision: 7, renewedAtMs: 0, isSuspended });
const standingBy = (contactSinceMs: number | undefined): HoldState => ({ type: "standby", contactSinceMs });
const ended: HoldState = { type: "ended" };

const look: HoldEffect = { type: "look" };
const create: HoldEffect = { type: "create" };
const suspend: HoldEffect = { type: "suspend" };
const renew = (revision = 7): HoldEffect => ({ type: "renew", revision });
const taken: HoldEffect = { type: "end", why: "taken" };
const written = (sentAtMs: number): HoldInput => ({ type: "written", revision: 8, sentAtMs });

type Row = readonly [
  says: string,
  state: HoldState,
  input: HoldInput | Exclude<HoldInput["type"], "written" | "own">,
  nowMs: number,
  after: HoldState,
  effects: readonly HoldEffect[],
];

const standbys: readonly Row[] = [
  ["looks at each tick", standby, "tick", 0, standby, [look]],
  ["leaves a free lease alone at first contact", standby, "free", 50, standingBy(50), []],
  ["leaves a free lease alone just below a lease of contact", standingBy(0), "free", 3_999, standingBy(0), []],
  ["counts contact from its first moment", standingBy(1_000), "free", 4_999, standingBy(1_000), []],
  ["takes a free lease after a lease of contact", standingBy(0), "free", 4_000, standingBy(0), [create]],
  ["takes a vacant slot at once", standby, "vacant", 30, standingBy(30), [create]],
  ["counts contact that was lost from the start again", standingBy(0), "unreachable", 9, standby, []],
  ["takes a lost race for contact", standby, "refused", 10, standingBy(10), []],
  ["takes another's lease for contact", standby, "taken", 10, standingBy(10), []],
  ["keeps the first moment of contact", standingBy(3), "taken", 10, standingBy(3), []],
  [
    "takes up by a write what it had created without an answer",
    standby,
    { type: "own", revision: 5 },
    10,
    standingBy(10),
    [renew(5)],
  ],
  [
    "begins once the lease is written",
    standingBy(0),
    written(5),
    9,
    holding(5, false, 8),
    [{ type: "begin", revision: 8 }],
  ],
  ["does nothing when it is stopped", standby, "stop", 10, ended, []],
];

const holders: readonly Row[] = [
  ["renews", holding(0), "tick", 800, holding(0), [renew()]],
  ["still acts just below 0.8 of its lease", holding(0), "unreachable", 3_199, holding(0), []],
  ["suspends at 0.8 of its lease", holding(0), "unreachable", 3_200, holding(0, true), [suspend]],
  ["suspends once", holding(0, true), "unreachable", 3_200, holding(0, true), []],
  ["that slept suspends before it renews", holding(0), "tick", 9_000, holding(0, true), [suspend, renew()]],
  ["that is suspended goes on renewing", holding(0, true), "tick", 9_000, holding(0, true), [renew()]],
  ["goes on quietly after a renewal", holding(0), written(900), 910, holding(900, false, 8), []],
  [
    "that is suspended goes on by a renewal",
    holding(0, true),
    written(9_000),
    9_010,
    holding(9_000, false, 8),
    [{ type: "go-on", revision: 8 }],
  ],
  [
    "learns nothing from a renewal that took too long",
    holding(0),
    written(100),
    3_300,
    holding(100, true, 8),
    [suspend],
  ],
  ["that is suspended stays so by such a one", holding(0, true), written(100), 3_300, holding(100, true, 8), []],
  ["whose renewal is refused suspends and looks", holding(0), "refused", 100, holding(0, true), [suspend, look]],
  ["takes a lost lease again and closes nothing", holding(0, true), "free", 20_000, holding(0, true), [create]],
  [
    "that loses its lease suspends before it takes it again",
    holding(0),
    "free",
    9,
    holding(0, true),
    [suspend, create],
  ],
  ["takes a vacant slot as it takes a free one", holding(0), "vacant", 9, holding(0, true), [suspend, create]],
  [
    "renews on what was carried out without an answer",
    holding(0, true),
    { type: "own", revision: 9 },
    9_000,
    holding(0, true),
    [renew(9)],
  ],
  [
    "does nothing while it renews on that",
    holding(0),
    { type: "own", revision: 9 },
    90,
    holding(0, true),
    [suspend, renew(9)],
  ],
  ["ends when another took its lease", holding(0), "taken", 5_000, standingBy(5_000), [taken]],
  [
    "that is stopped finishes, and keeps its lease meanwhile",
    holding(0),
    "stop",
    10,
    leaving(),
    [{ type: "end", why: "stopped" }],
  ],
  ["that has finished gives the lease back", leaving(), "finished", 900, ended, [{ type: "release", revision: 7 }]],
  ["that leaves is not stopped twice", leaving(), "stop", 900, leaving(), []],
  ["that was not stopped has nothing to finish", holding(0), "finished", 900, holding(0), []],
  ["that has ended hears nothing", ended, "vacant", 10, ended, []],
];

const step = ([, state, input, nowMs]: Row) =>
  stepHold(state, typeof input === "string" ? { type: input } : input, { ...rules, nowMs });

describe("holding a lease", () => {
  test.each(standbys)("a stand-by %s", (...row) => {
    expect(step(row)).toEqual(row.slice(4));
  });

  test.each(holders)("a holder %s", (...row) => {
    expect(step(row)).toEqual(row.slice(4));
  });

  test("acts only within 0.8 of a lease after the last renewal was sent", () => {
    expect(mayAct(holding(0), 3_199, rules)).toBe(true);
    expect(mayAct(holding(0), 3_200, rules)).toBe(false);
    expect(mayAct(holding(1_000), 4_199, rules)).toBe(true);
    expect(mayAct(holding(0, true), 0, rules)).toBe(false);
    expect(mayAct(leaving(), 3_199, rules)).toBe(true);
    expect(mayAct(leaving(), 3_200, rules)).toBe(false);
    expect(mayAct(leaving(true), 0, rules)).toBe(false);
    expect(mayAct(standby, 0, rules)).toBe(false);
    expect(mayAct(ended, 0, rules)).toBe(false);
  });
});
