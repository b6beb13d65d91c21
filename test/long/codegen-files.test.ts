import { expect, test } from "vitest";
import { Problems } from "../../codegen/load/problems.js";
import { load } from "../../codegen/model/build.js";

/** Processor time that it takes to load a description of so many files, each of which refers to two others. */
async function costOf(count: number): Promise<number> {
  const schema = (n: number): string =>
    JSON.stringify({
      type: "object",
      properties: {
        name: { type: "string" },
        next: { $ref: `schema-${(n + 1) % count}.json` },
        other: { $ref: `schema-${(n * 7) % count}.json` },
      },
    });
  const schemas = Object.fromEntries(
    Array.from({ length: count }, (_, n) => [`Schema${n}`, { $ref: `schema-${n}.json` }]),
  );
  const root = JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, components: { schemas } });
  let reads = 0;
  const read = (path: string): Promise<string> => {
    reads++;
    const number = /schema-(\d+)\.json$/.exec(path)?.[1];
    return Promise.resolve(number === undefined ? root : schema(Number(number)));
  };
  const before = process.cpuUsage();
  const { model } = await load({ openapi: "/openapi.json", base: "/", read }, new Problems());
  const { user } = process.cpuUsage(before);
  expect(reads).toBe(count + 1);
  expect(model.schemas).toHaveLength(count);
  return user;
}

test("three times the files take about three times as long to load, and no file is read twice", async () => {
  await costOf(1_000); // what is compiled by the first run is not part of it
  const ratios: number[] = [];
  for (let pair = 0; pair < 3; pair++) {
    const small = await costOf(1_000);
    ratios.push((await costOf(3_000)) / small);
  }
  // Time that grows with the square would be nine times as much.
  expect(Math.min(...ratios)).toBeLessThan(6);
}, 120_000);
