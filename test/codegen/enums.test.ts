import { describe, expect, test } from "vitest";
import { fileOf, withSchemas } from "./support/describe.js";

const lenient = { strict: false } as const;

const enums: readonly (readonly [says: string, schema: object, want: string])[] = [
  [
    "names and descriptions by place",
    { enum: [1, 2], "x-enum-varnames": ["ACTIVE", "GONE"], "x-enum-descriptions": ["Here.", "Not here."] },
    "export const A = { /** Here. */ ACTIVE: 1, /** Not here. */ GONE: 2, } as const satisfies Readonly<Record<string, T.A>>;",
  ],
  [
    "descriptions by value",
    { enum: ["a", "b-c"], "x-enum-descriptions": { "b-c": "Both." } },
    'export const A = { a: "a", /** Both. */ "b-c": "b-c", } as const satisfies Readonly<Record<string, T.A>>;',
  ],
  [
    "constants with titles",
    {
      oneOf: [
        { const: "u", title: "Up", description: "To the top." },
        { const: "d", title: "Down" },
      ],
    },
    'export const A = { /** To the top. */ Up: "u", Down: "d", } as const satisfies Readonly<Record<string, T.A>>;',
  ],
];

describe("enums with names", () => {
  test.each(enums)("%s", async (_says, schema, want) => {
    const emitted = await fileOf("enums.ts", withSchemas({ A: schema }), lenient);
    expect(emitted.replace(/\s+/g, " ")).toContain(want);
  });

  test("the type says of each value what it is called and what it means", async () => {
    const [, schema] = enums[0] ?? [];
    const emitted = await fileOf("types.ts", withSchemas({ A: schema }), lenient);
    expect(emitted).toContain(" * - ACTIVE, `1`: Here.\n * - GONE, `2`: Not here.");
  });

  test.each([
    ["no names", { enum: ["a"] }],
    ["two values of one name", { enum: [1, 2], "x-enum-varnames": ["A", "A"] }],
    ["a variant without a title", { oneOf: [{ const: "a", title: "A" }, { const: "b" }] }],
  ])("%s: there is nothing to call them by", async (_says, schema) => {
    await expect(fileOf("enums.ts", withSchemas({ A: schema }), lenient)).rejects.toThrow("was not emitted");
  });
});
