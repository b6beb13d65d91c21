import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../vitest.config.js";

// What is installed is played; `all` also fails where something is not.
process.env["RUNTIMES"] ??= "installed";

// One file after the other: what is built there takes both cores.
/** `npm run test:runtimes`: every runtime and framework of `test/runtimes` that is installed there. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [] } },
  defineConfig({ test: { include: ["test/runtimes/**/*.test.ts"], testTimeout: 120_000, maxWorkers: 1 } }),
);
