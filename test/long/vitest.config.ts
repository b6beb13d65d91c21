import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../vitest.config.js";

/** Mutants take hours: they are judged by the nightly lane, and where a command names them. */
const judgesMutants = process.env["MUTANTS"] !== undefined || process.argv.some((word) => word.includes("mutants"));

/** `npm run test:long`: the tests that take minutes, apart from those that everybody runs at every change. */
export default mergeConfig(
  { ...base, test: { ...base.test, include: [], exclude: [] } },
  defineConfig({
    test: {
      include: ["test/long/**/*.test.ts"],
      exclude: ["**/node_modules/**", ...(judgesMutants ? [] : ["test/long/mutants/**"])],
      globalSetup: ["test/support/extract-browser.ts"],
      // What is tested here takes a core each.
      maxWorkers: 2,
      testTimeout: 300_000,
      hookTimeout: 60_000,
      passWithNoTests: true,
    },
  }),
);
