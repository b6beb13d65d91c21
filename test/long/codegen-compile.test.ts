import { expect, test } from "vitest";
import { compile, VERSIONS } from "../codegen/support/compile.js";
import { everyFeatureProject } from "../codegen/support/every-feature.js";

test("what is generated of every feature compiles under each TypeScript that users have, and misuse does not", async () => {
  const folder = await everyFeatureProject();
  for (const version of VERSIONS) expect(`${version}: ${await compile(folder, version)}`).toBe(`${version}: `);
});
