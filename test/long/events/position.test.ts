import { expect, test } from "vitest";
import { PositionModel } from "../../events/kit/position-model.js";

const HISTORIES = Number(process.env["HISTORIES"] ?? 100_000);

test("EVT-12 EVT-13 EVT-14 EVT-17 EVT-38 BOX-05 BOX-06 many histories lose nothing untold, keep order and repeat nothing untold", () => {
  const failures: object[] = [];
  // Beyond the seeds that every run of the short tests takes.
  for (let seed = 1_000_000; seed < 1_000_000 + HISTORIES; seed += 1) {
    const model = new PositionModel(seed);
    model.play(60);
    if (model.ledger.broken.length > 0) failures.push({ seed, broken: model.ledger.broken });
  }
  expect(failures).toEqual([]);
});
