import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { judges } from "./support/ajv.js";
import { compile } from "./support/compile.js";
import { EVERY_FEATURE, everyFeatureProject } from "./support/every-feature.js";
import { guardsOf } from "./support/guards.js";

test("a document with every feature, and all that is generated besides, compile under the strictest settings, and misuse does not", async () => {
  expect(await compile(await everyFeatureProject(), "7.0")).toBe("");
}, 60_000);

test("its guards agree with ajv on values made for it", async () => {
  // The fixture is ours: it has components with schemas.
  const { components } = parse(EVERY_FEATURE) as { components: { schemas: Record<string, unknown> } };
  const { schemas } = components;
  const values = JSON.parse(
    await readFile(new URL("./fixtures/values.json", import.meta.url), "utf8"),
  ) as readonly unknown[];
  // Open enums, brands and exclusive groups are words of ours; ajv cannot know them. Formats without a check are notes.
  const ours = new Set(["kebab-case", "Exclusive", "Formats", "Page", "Names", "Anchored"]);
  const names = Object.keys(schemas).filter((name) => !ours.has(name));
  const known = Object.fromEntries(
    Object.entries(schemas).filter(([name]) => !["Page", "Names", "Anchored"].includes(name)),
  );
  const guards = await guardsOf(known);
  const ajv = judges(known, names);
  const disagreements = names.flatMap((name) =>
    values
      .filter((value) => guards[name]?.(value) !== ajv[name]?.(value))
      .map((value) => `${name}: ${JSON.stringify(value)}`),
  );
  expect(disagreements).toEqual([]);
});
