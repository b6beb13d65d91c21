import fc from "fast-check";
import { expect, test } from "vitest";
import { emitAll } from "../../codegen/emit/index.js";
import { compile, project, VERSIONS } from "../codegen/support/compile.js";
import { modelOf, withSchemas } from "../codegen/support/describe.js";
import { judges } from "../codegen/support/ajv.js";
import { guardsOf } from "../codegen/support/guards.js";
import { schema, value } from "../codegen/support/random.js";
import { judgeByTypebox } from "../codegen/support/typebox.js";

test("guards of ten thousand random schemas agree with ajv or, where ajv errs, with typebox", async () => {
  const alone: string[] = [];
  for (let seed = 1_000; seed < 1_040; seed++) {
    const random = fc.sample(schema([]), { seed, numRuns: 250 });
    const schemas = Object.fromEntries(random.map((item, index) => [`S${index}`, item]));
    const guards = await guardsOf(schemas);
    const ajv = judges(schemas);
    for (const name of Object.keys(schemas)) {
      for (const item of fc.sample(value, { seed, numRuns: 50 })) {
        const [ours, theirs] = [guards[name]?.(item), ajv[name]?.(item)];
        if (theirs === undefined || ours === theirs || judgeByTypebox(schemas, name, item) === ours) continue;
        alone.push(JSON.stringify({ schema: schemas[name], value: item, ours, theirs }));
      }
    }
  }
  expect(alone.slice(0, 3)).toEqual([]);
}, 600_000);

test("what comes of two thousand random schemas compiles under each TypeScript", async () => {
  const emitted = Array.from({ length: 8 }, async (_, seed) => {
    const random = fc.sample(schema(["#/components/schemas/S0"]), { seed: seed + 2_000, numRuns: 250 });
    // One that the others may refer to has to come to an end.
    const schemas = { S0: { type: "object" }, ...Object.fromEntries(random.map((item, n) => [`S${n + 1}`, item])) };
    const { model } = await modelOf(withSchemas(schemas));
    return [`d${seed}`, emitAll(model, { runtime: "../abi/index.js" })] as const;
  });
  const folder = await project(Object.fromEntries(await Promise.all(emitted)));
  for (const version of VERSIONS) expect(`${version}: ${await compile(folder, version)}`).toBe(`${version}: `);
}, 600_000);
