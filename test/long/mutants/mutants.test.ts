import { afterAll, expect, test } from "vitest";
import { type Core, cores } from "./cores.js";
import { type Equivalent, runtimeEquivalents } from "./equivalents.js";
import { checkEquivalents } from "./equivalents-check.js";
import { codegenEquivalents } from "./equivalents-codegen.js";
import { changesEquivalents } from "./equivalents-changes.js";
import { documentEquivalents } from "./equivalents-documents.js";
import { guardEquivalents } from "./equivalents-guards.js";
import { sampleEquivalents } from "./equivalents-samples.js";
import { typesEquivalents } from "./equivalents-types.js";
import { schemaEquivalents } from "./equivalents-schemas.js";
import { streamEquivalents } from "./equivalents-stream.js";
import { fingerprint, type Judged, keepJudged, readJudged } from "./judged.js";
import { type Mutant, mutantsOf } from "./stryker.js";

/** Of the mutants of a core that can be told from it, so many of a hundred must be noticed by its tests. */
const THRESHOLD = 95;
const MINUTES = 20;

const rows: (readonly (string | number)[])[] = [["core", "mutants", "killed", "equivalent", "alive", "score", "s"]];

const equivalents = [
  ...runtimeEquivalents,
  ...streamEquivalents,
  ...codegenEquivalents,
  ...guardEquivalents,
  ...changesEquivalents,
  ...documentEquivalents,
  ...sampleEquivalents,
  ...schemaEquivalents,
  ...typesEquivalents,
  ...checkEquivalents,
];
const isKilled = ({ status }: Mutant): boolean => status === "Killed" || status === "Timeout";
const fits = (mutant: Mutant, { file, mutator, was, now, line }: Equivalent): boolean =>
  mutant.file === file &&
  mutant.mutator === mutator &&
  mutant.was === was &&
  mutant.now === now &&
  (line === undefined || mutant.line === line);

const told = ({ status, place, mutator, was, now }: Mutant): string =>
  `${status} ${place} ${mutator}: ${was} => ${now}`;

/** With `MUTANTS=all` everything is judged again, also what is as it was when it was judged last. */
const judgesAll = process.env["MUTANTS"] === "all";

test.each(Object.entries(cores))(
  "%s: its tests notice at least 95 of 100 changes of the code",
  { timeout: MINUTES * 60_000, retry: 0 },
  async (name, core) => {
    const startedMs = performance.now();
    const listed = equivalents.filter(({ file }) => core.files.includes(file));
    const of = await fingerprint(core, listed);
    const known = judgesAll ? undefined : (await readJudged())[name];
    const judged = known?.fingerprint === of ? known : await judge(core, listed, of);
    const { mutants, killed, equivalent, alive } = judged;
    const score = (100 * killed) / (killed + alive.length);
    const seconds = judged === known ? "before" : Math.round((performance.now() - startedMs) / 1000);
    rows.push([name, mutants, killed, equivalent, alive.length, score.toFixed(1), seconds]);
    expect(score, alive.join("\n")).toBeGreaterThanOrEqual(THRESHOLD);
    if (judged !== known) await keepJudged(name, judged);
  },
);

async function judge(core: Core, listed: readonly Equivalent[], of: string): Promise<Judged> {
  // What only runs while a module loads is left out: see `ignoreStatic`.
  const mutants = (await mutantsOf(core)).filter(({ status }) => status !== "Ignored");
  const living = mutants.filter((mutant) => !isKilled(mutant));
  const alive = living.filter((mutant) => !listed.some((one) => fits(mutant, one)));
  // On a machine that stands still, an equivalent one may run out of time like one that loops.
  const spared = mutants.filter(({ status }) => status !== "Killed");
  const stale = listed.filter((one) => spared.filter((mutant) => fits(mutant, one)).length !== 1);
  expect(stale, "listed equivalents that fit no living mutant, or more than one").toEqual([]);
  const counts = { mutants: mutants.length, killed: mutants.length - living.length };
  return { fingerprint: of, ...counts, equivalent: living.length - alive.length, alive: alive.map(told) };
}

afterAll(() => {
  console.log(
    rows
      .map(([core = "", ...figures]) => `${core}`.padEnd(14) + figures.map((one) => `${one}`.padStart(12)).join(""))
      .join("\n"),
  );
});
