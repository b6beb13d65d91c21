import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filesOf } from "./support/describe.js";
import { project } from "./support/project.js";

/** The same data with the keys of every object in another order. */
function shuffle(value: unknown, random: () => number, name = ""): unknown {
  if (Array.isArray(value)) return value.map((item) => shuffle(item, random));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [random(), key, shuffle(item, random, key)] as const);
  if (name === "properties") return Object.fromEntries(entries.map(([, key, item]) => [key, item])); // their order is meant
  return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, key, item]) => [key, item]));
}

function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2_147_483_648);
}

// The check `generated` of tools/check.ts runs in another locale and time zone.
describe("GEN-19 the same description gives the same bytes", () => {
  test("whatever the order of its keys, but that of properties", async () => {
    const { files, options } = await project();
    const wanted = await filesOf(files, options);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_000_000 }), async (seed) => {
        const random = numbers(seed);
        const shuffled = Object.fromEntries(Object.entries(files).map(([name, data]) => [name, shuffle(data, random)]));
        expect(await filesOf(shuffled, options)).toEqual(wanted);
      }),
      { numRuns: 5, seed: 7 },
    );
  });

  test("whatever the line ends of its files, with or without a byte order mark", async () => {
    const { texts, options } = await project();
    const wanted = await filesOf(texts, options);
    const windows = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, `\uFEFF${text.replaceAll("\n", "\r\n")}`]),
    );
    expect(await filesOf(windows, options)).toEqual(wanted);
  });
});
