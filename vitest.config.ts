import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import manifest from "./package.json" with { type: "json" };
import { SLOW } from "./test/lanes.js";
import { prebuilt } from "./test/support/prebuilt.js";

/** Tests import the package by its public names; this points every subpath of `exports` at its source. */
const source = (built: string) =>
  fileURLToPath(new URL(built.replace("./dist/", "./").replace(/\.js$/, ".ts"), import.meta.url));

export const exported = Object.entries(manifest.exports).flatMap(([subpath, target]) =>
  typeof target === "string"
    ? []
    : {
        find: new RegExp(`^${manifest.name}${subpath.slice(1)}$`),
        replacement: source(target.default),
      },
);

/**
 * Watching, finding the tests of a change, and coverage go by the graph of the sources, and mutants change them one by
 * one: these load the sources as they are.
 */
const wantsSources = /--(?:coverage|changed|watch|ui)\b|\b(?:related|watch)\b|stryker/i.test(process.argv.join(" "));

/** `quick` and `slow` are two lanes of `.ci/run`. Default: all tests, so that any can be run by its path. */
const lane = process.env["SVC_TEST_LANE"];

export default defineConfig({
  plugins: [await prebuilt({ write: !wantsSources })],
  resolve: { alias: exported },
  test: {
    include: lane === "slow" ? [...SLOW] : ["test/**/*.test.ts"],
    exclude: ["test/long/**", "**/node_modules/**", ...(lane === "quick" ? SLOW : [])],
    environment: "node",
    globalSetup: lane === "slow" ? ["test/support/extract-browser.ts"] : [],
    // For what hangs, not for what is slow: many tests start compilers and programs, and machines are busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Where nobody watches, what fails once is tried once more, and named if it passes then.
    retry: process.env["CI"] ? 1 : 0,
    reporters: ["default", "./test/support/second-tries.ts"],
    // One process for many files: starting one for each file took most of the time. Tests share no state of a module.
    pool: "forks",
    setupFiles: ["test/support/environment.ts"],
    isolate: false,
    // Tests wait for programs and answers: two more work while two wait.
    maxWorkers: 2 + availableParallelism(),
    coverage: {
      provider: "v8",
      reportOnFailure: true,
      include: ["runtime/**/*.ts", "codegen/**/*.ts", "sandbox/**/*.ts", "testing/**/*.ts", "cli/**/*.ts"],
      reporter: ["text-summary", "html", "json-summary"],
      // What is reached, a little below: new code without tests is seen.
      thresholds: { lines: 94, branches: 86 },
    },
  },
});
