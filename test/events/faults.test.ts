import { describe, expect, test } from "vitest";
import { faultRun } from "./kit/fault-run.js";

/** Ten thousand more are in the long tests. */
const RUNS = 20;
const transports = ["gateway", "mailbox", "auto"] as const;

describe.each(transports)(
  "EVT-12 EVT-13 EVT-14 EVT-17 EVT-34 EVT-45 BOX-05 BOX-09 through random faults, by %s",
  (transport) => {
    test(`no event is lost untold, doubled in one process or out of order in its channel (${RUNS} lives)`, async () => {
      for (let seed = 1; seed <= RUNS; seed += 1) {
        const ledger = await faultRun({ seed, transport, mild: false });
        expect({ seed, broken: ledger.broken, silently: ledger.lostSilently, error: ledger.error }).toEqual({
          seed,
          broken: [],
          silently: [],
          error: undefined,
        });
      }
    });
  },
);

test.each([
  ["gateway", 12_299],
  ["gateway", 12_279],
  ["auto", 11_924],
] as const)(
  "a process that is killed while a stream brings nothing more leaves a record that is no younger than what came, by %s, life %d",
  async (transport, seed) => {
    const { lostSilently, gaps } = await faultRun({ seed, transport, mild: false });
    expect(gaps.length).toBeGreaterThan(0);
    expect(lostSilently).toEqual([]);
  },
);

test(`EVT-13 EVT-16 faults that fit into the window lose nothing and tell no gap (${RUNS} lives)`, async () => {
  for (let seed = 1; seed <= RUNS; seed += 1) {
    const ledger = await faultRun({ seed, transport: "gateway", mild: true });
    expect({ seed, gaps: ledger.gaps, lost: ledger.lost, broken: ledger.broken }).toEqual({
      seed,
      gaps: [],
      lost: [],
      broken: [],
    });
  }
});
