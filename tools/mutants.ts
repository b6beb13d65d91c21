/**
 * `npm run mutants -- --sample 60 --seed 7`: changes that many random lines of the hand-written code outside of the cores,
 * one change at a time, and runs the tests of `npm test` against each. Prints what no test noticed. Aim: at least 92 of
 * 100. Some survivors change nothing that can be seen; read them. The cores are judged by `npm run test:nightly`.
 * Needs `npm install --prefix test/long/mutants --omit=peer`.
 */
import { parseArgs } from "node:util";
import { NOT_FOR_SAMPLES, sampleOf } from "../test/long/mutants/sample.js";
import { mutantsOf } from "../test/long/mutants/stryker.js";

const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "60" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
  },
});
const [size, seed] = [Number(values.sample), Number(values.seed)];
if (!Number.isInteger(size) || size < 1 || !Number.isInteger(seed))
  throw new Error("--sample must be a positive integer, --seed an integer");

const mutants = (await mutantsOf(await sampleOf(size, seed), NOT_FOR_SAMPLES)).filter(
  ({ status }) => status !== "Ignored",
);
const alive = mutants.filter(({ status }) => status !== "Killed" && status !== "Timeout");
for (const { status, place, mutator, line, was, now } of alive)
  console.log(`${status} ${place} ${mutator}\n  ${line}\n  ${was} => ${now}\n`);
const noticed = mutants.length - alive.length;
const share = ((100 * noticed) / mutants.length).toFixed(1);
console.log(`seed ${seed}: ${noticed} of ${mutants.length} changes noticed (${share} of 100), on ${size} lines`);
