import fc from "fast-check";
import { expect, test } from "vitest";
import { Errors } from "typebox/schema";
import { explain, isEditChannelBody } from "svc-apps/validators";
import { standardSchema } from "../../codegen/emit/standard-schema.js";
import { modelOf, withSchemas } from "./support/describe.js";
import { guardsOf, load } from "./support/guards.js";
import { schema, value } from "./support/random.js";

type Explain = (name: string, value: unknown) => readonly { readonly instancePath: string }[];

/** Guards of schemas, and the library that explains what they refuse. */
async function both(schemas: Readonly<Record<string, unknown>>) {
  const { model } = await modelOf(withSchemas(schemas));
  const $defs = Object.fromEntries(model.schemas.map((item) => [item.name, standardSchema(item.schema)]));
  const explain: Explain = (name, item) => Errors({ $defs, $ref: `#/$defs/${name}` }, item)[1];
  return { guards: await guardsOf(schemas), explain };
}

const cases: readonly (readonly [says: string, schema: object, refused: unknown, accepted: unknown])[] = [
  [
    "a mixture of groups that exclude each other",
    { properties: { a: {}, b: {} }, "x-exclusive": [["a"], ["b", "c"]] },
    { a: 1, c: 1 },
    {},
  ],
  [
    "the lack of all groups where one is asked for",
    { properties: { a: {}, b: {} }, "x-exclusive": [["a"], ["b"]], "x-at-least-one": true },
    {},
    { b: 1 },
  ],
  ["what a field called title makes necessary", { dependentRequired: { title: ["x-a"] } }, { title: 1 }, { "x-a": 1 }],
  ["a field whose name begins with x-", { properties: { "x-a": { type: "string" } } }, { "x-a": 1 }, { "x-a": "" }],
  ["no text in an open list of texts", { type: "string", enum: ["a"], "x-open": true }, 1, "b"],
  ["no number in an open list of numbers", { enum: [1], "x-open": true }, "1", 2],
  ["a text that an old expression does not match", { type: "string", pattern: "^\\_\\@$" }, "\\_@", "_@"],
];

test.each(cases)("explained is %s", async (_says, given, refused, accepted) => {
  const { guards, explain } = await both({ Given: given });
  expect([guards["Given"]?.(refused), guards["Given"]?.(accepted)]).toEqual([false, true]);
  expect(explain("Given", refused)).not.toEqual([]);
  expect(explain("Given", accepted)).toEqual([]);
});

test("a refusal by our own description is explained", async () => {
  const mixed = { revision: "1", name: "general", categoryId: "1" };
  expect(isEditChannelBody(mixed)).toBe(false);
  expect(await explain("EditChannelBody", mixed)).not.toEqual([]);
  expect(await explain("EditChannelBody", { revision: "1", name: "general" })).toEqual([]);
});

test("a value of a branch without a name is told what is wrong with it, and not with the constant that chose it", async () => {
  const branch = (kind: string): object => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { const: kind }, size: { type: "number" } },
  });
  const { model } = await modelOf(withSchemas({ Toy: { oneOf: [branch("ball"), branch("bone")] } }));
  const { explain: explainIt } = (await load(model, "validators/explain.ts")) as {
    readonly explain: (name: string, value: unknown) => Promise<readonly { readonly path: string }[]>;
  };
  expect((await explainIt("Toy", { kind: "ball", size: "large" })).map(({ path }) => path)).toContain("/size");
  expect((await explainIt("Toy", { kind: "stick" })).map(({ path }) => path)).toEqual(["/kind"]);
  expect(await explainIt("Toy", { kind: "bone", size: 1 })).toEqual([]);
});

test("whatever a guard of a random schema refuses has an explanation", async () => {
  const random = fc.sample(schema([]), { seed: 7, numRuns: 250 });
  const schemas = Object.fromEntries(random.map((item, index) => [`S${index}`, item]));
  const { guards, explain } = await both(schemas);
  let [refused, silent] = [0, 0];
  for (const name of Object.keys(schemas)) {
    for (const item of fc.sample(value, { seed: 7, numRuns: 40 })) {
      if (guards[name]?.(item) !== false) continue;
      refused++;
      if (explain(name, item).length === 0) silent++;
    }
  }
  expect(refused).toBeGreaterThan(1_000);
  // The library takes items of lists for properties that were not evaluated, and so counts some variants out.
  expect(silent / refused).toBeLessThan(0.01);
});
