import { describe, expect, test } from "vitest";
import { faultRun } from "../../events/kit/fault-run.js";

const RUNS = Number(process.env["FAULT_RUNS"] ?? 800);
const transports = ["gateway", "mailbox", "auto"] as const;

/** Beyond the seeds that every run of the short tests takes. */
const seeds = Array.from({ length: RUNS }, (_, index) => 10_000 + index);

describe("EVT-12 EVT-13 EVT-14 EVT-17 BOX-05 BOX-09 thousands of random lives", () => {
  test.each(transports)(
    "no event is lost untold, doubled in one process or out of order in its channel, by %s",
    async (transport) => {
      const failures: object[] = [];
      for (const seed of seeds) {
        const { broken, lostSilently, error } = await faultRun({ seed, transport, mild: false });
        if (broken.length > 0 || lostSilently.length > 0 || error !== undefined) {
          failures.push({ seed, broken, lostSilently, error });
        }
      }
      expect(failures).toEqual([]);
    },
  );

  test("faults that fit into the window lose nothing and tell no gap", async () => {
    const failures: object[] = [];
    for (const seed of seeds) {
      const { gaps, lost, broken } = await faultRun({ seed, transport: "gateway", mild: true });
      if (gaps.length > 0 || lost.length > 0 || broken.length > 0) failures.push({ seed, gaps, lost, broken });
    }
    expect(failures).toEqual([]);
  });
});
