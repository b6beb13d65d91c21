import fc from "fast-check";
import { expect, test } from "vitest";
import { emitAll } from "../../codegen/emit/index.js";
import { compile, project } from "./support/compile.js";
import { modelOf, withSchemas } from "./support/describe.js";
import { schema } from "./support/random.js";

test("types and guards of random schemas compile, with nothing unused and nothing out of reach", async () => {
  const refs = ["Fixed", "Tree"].map((name) => `#/components/schemas/${name}`);
  const random = fc.sample(schema(refs), { seed: 5, numRuns: 500 });
  const { model } = await modelOf(
    withSchemas({
      Fixed: { type: "object", required: ["a"], properties: { a: { type: "string" } } },
      Tree: { type: "object", properties: { a: { $ref: "#/components/schemas/Tree" }, b: { type: "integer" } } },
      // What the condition says of the value leaves nothing of what follows from it, which the compiler notices.
      Contradictory: { if: { type: "string" }, then: { enum: [1, 2] }, else: { enum: ["a", "b"] } },
      Größe: {
        oneOf: [
          { type: "object", required: ["a"] },
          { type: "object", required: ["b"] },
        ],
      },
      ...Object.fromEntries(random.map((item, index) => [`S${index}`, item])),
    }),
  );
  const folder = await project({ out: emitAll(model, { runtime: "../abi/index.js" }) });
  expect(await compile(folder, "7.0")).toBe("");
}, 60_000);
