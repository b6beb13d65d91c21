/**
 * `npm test`: the checks of the house in one command, two at a time. The quick ones stay silent unless they fail; the
 * tests come last, with their own output; a summary closes. Names after the command run only those checks.
 * `--slow` runs those that build the package, start a browser or play thousands of cases instead.
 * `--changed` runs, in seconds, what an uncommitted change can break: types, lint, format, and the tests that reach it;
 * `--changed=main` what has changed since that commit.
 */
import { readFile } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import manifest from "../package.json" with { type: "json" };
import { type Ended, run } from "./run.js";

interface Check {
  readonly name: string;
  /** npm script that does it. */
  readonly script: keyof typeof manifest.scripts;
  readonly says: string;
  /** Variables besides those of all. */
  readonly env?: NodeJS.ProcessEnv;
}

/** Another locale and time zone than anybody's: what is generated does not depend on them. */
const elsewhere = { LC_ALL: "tr_TR.UTF-8", LANG: "tr_TR.UTF-8", TZ: "Asia/Kathmandu" };

/** Long ones first. */
const quick: readonly Check[] = [
  { name: "types", script: "typecheck", says: "the strict compiler" },
  { name: "lint", script: "lint", says: "promise rules, no any, no cycles, file size" },
  { name: "format", script: "format:check", says: "prettier" },
  { name: "generated", script: "generate:check", says: "generated/ is what the description says", env: elsewhere },
  { name: "floors", script: "floors", says: "imports that would go up" },
  { name: "spec", script: "spec:lint", says: "both descriptions, by Redocly and the AsyncAPI parser" },
  { name: "api", script: "api:check", says: "the public surface as it is committed" },
  {
    name: "diagnostics",
    script: "diagnostics:check",
    says: "the pages of diagnostics and options say what the code does",
  },
  { name: "rules", script: "rules:check", says: "every rule of a finished area is named by a test" },
  { name: "dead code", script: "knip", says: "exports, files and packages nobody uses" },
];
const tests: Check = { name: "tests", script: "test:unit", says: "vitest", env: { SVC_TEST_LANE: "quick" } };
/** Pages stand on the build that pack makes: begun at the same time, both would make it. */
const slow: readonly Check[] = [
  { name: "pack", script: "pack:check", says: "the built package, as npm would publish it" },
  { name: "pages", script: "docs:check", says: "the code in README and docs, compiled and run" },
];
const slowTests: Check = { ...tests, name: "slow tests", env: { SVC_TEST_LANE: "slow" } };
const all = [...quick, tests, ...slow, slowTests];

interface Outcome {
  readonly check: Check;
  readonly ended: Ended;
  readonly counts: string;
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
const line = ({ check, ended, counts }: Outcome): string =>
  `${ended.code === 0 ? "ok  " : "FAIL"}  ${check.name.padEnd(12)} ${seconds(ended.tookMs).padStart(8)}  ${counts || check.says}`;

/** Room for young objects: prettier and the tests make so many that collecting them took a tenth of their time. */
const roomy = "--max-semi-space-size=64";
const environment = {
  ...process.env,
  NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} ${roomy}`.trim(),
  NO_COLOR: "1",
  npm_config_update_notifier: "false",
};

/** Runs a script of package.json as npm would, without a second npm: one for each check took seconds. */
const runScript = (check: Check, args: readonly string[] = [], onOutput?: (chunk: string) => void): Promise<Ended> =>
  run([manifest.scripts[check.script], ...args].join(" "), [], {
    env: { ...environment, ...check.env },
    shell: true,
    onOutput,
  });

async function runQuick(check: Check): Promise<Outcome> {
  const ended = await runScript(check);
  const outcome = { check, ended, counts: "" };
  console.log(line(outcome));
  if (ended.code !== 0) console.log(`${ended.output.trimEnd().replace(/^/gm, "      ")}\n`);
  return outcome;
}

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly unknown[];
}

const reporters = ["default", "json", "./test/support/second-tries.ts"].map((name) => `--reporter=${name}`);

async function runTests(check: Check): Promise<Outcome> {
  const report = join(tmpdir(), `tests-${process.pid}.json`);
  const args = [...changed, ...reporters, `--outputFile.json=${report}`];
  const ended = await runScript(check, args, (chunk) => process.stdout.write(chunk));
  const read = await readFile(report, "utf8").then(
    (text) => JSON.parse(text) as Report, // vitest's own JSON reporter wrote it
    () => undefined,
  );
  const counts =
    read === undefined
      ? "no report was written"
      : `${read.numPassedTests} passed, ${read.numFailedTests} failed, ${read.numPendingTests} skipped, in ${read.testResults.length} files`;
  return { check, ended, counts };
}

async function inParallel(checks: readonly Check[], lanes: number): Promise<Outcome[]> {
  const waiting = [...checks];
  const outcomes: Outcome[] = [];
  const lane = async (): Promise<void> => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift())
      outcomes.push(await (check.script === "test:unit" ? runTests(check) : runQuick(check)));
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return outcomes;
}

const given = process.argv.slice(2);
const changed = given.filter((argument) => /^--changed(=|$)/.test(argument));
const isSlow = given.includes("--slow");
const wanted = new Set(given.filter((argument) => !changed.includes(argument) && argument !== "--slow"));
if (changed.length > 0 && wanted.size === 0) for (const name of ["types", "lint", "format", "tests"]) wanted.add(name);
const lane = isSlow ? [...slow, slowTests] : [...quick, tests];
const chosen = all.filter((check) =>
  wanted.size === 0
    ? lane.includes(check)
    : wanted.has(check.name) || (wanted.has(check.script) && check !== slowTests),
);
const unknown = [...wanted].filter((name) => !all.some((c) => c.name === name || c.script === name));
if (unknown.length > 0) {
  console.error(`No check is called ${unknown.join(", ")}. There are: ${all.map((c) => c.name).join(", ")}.`);
  process.exit(2);
}

const startedMs = performance.now();
const outcomes = await inParallel(chosen, Math.min(2, availableParallelism()));
const failed = outcomes.filter(({ ended }) => ended.code !== 0);

console.log(`\n${outcomes.map(line).join("\n")}`);
const total = `${outcomes.length} checks in ${seconds(performance.now() - startedMs)}`;
console.log(
  failed.length === 0
    ? `\nAll ${total}.`
    : `\n${failed.length} of ${total} failed: ${failed.map((o) => o.check.name).join(", ")}.`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
