/**
 * `npm run test:nightly`: the long tests with everything that takes hours: all mutants, every template with every package
 * manager, hostile text in every place of a description, and a hundred times as many random histories.
 * `test/long/mutants`, `test/long/stores` and `test/runtimes` have packages of their own to install first, as `.ci/run`
 * does. Paths after the command run only those tests.
 */
import manifest from "../package.json" with { type: "json" };
import { run } from "./run.js";

const env = {
  ...process.env,
  MUTANTS: "all",
  MANAGERS: "all",
  SVC_FLEET_STORIES: "60000",
  LIVES: "200000",
  FAULT_RUNS: "80000",
  HISTORIES: "1000000",
  KILLS: "1000",
  HOSTILE_EVERY: "1",
  FUZZ_REQUESTS: "10000000",
};
const command = [
  manifest.scripts["test:long"],
  ...process.argv.slice(2),
  "--testTimeout=43200000 --hookTimeout=43200000",
].join(" ");
const { code } = await run(command, [], { env, shell: true, onOutput: (chunk) => process.stdout.write(chunk) });
process.exitCode = code;
