import { expect, test } from "vitest";
import { compareData } from "../../codegen/changes/data.js";
import { compareUnions } from "../../codegen/changes/events.js";
import { compareFunctions } from "../../codegen/changes/functions.js";
import { compareTypes } from "../../codegen/changes/types.js";
import { functionRows, typeRows, unionRows } from "./call-rows.js";
import { factRows, tableRows } from "./data-rows.js";
import { saidOf } from "./models.js";

// What is wanted stands in fixtures/said: the rule, its values and its places, row by row.
test.each([
  ["facts", compareData, factRows],
  ["tables", compareData, tableRows],
  ["functions", compareFunctions, functionRows],
  ["types", compareTypes, typeRows],
  ["unions", compareUnions, unionRows],
] as const)("what is said of %s of two models stands in the fixtures", async (name, compare, rows) => {
  await expect(saidOf(compare, rows)).toMatchFileSnapshot(`fixtures/said/${name}.txt`);
});
