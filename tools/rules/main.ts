/**
 * `npm run rules`: every rule of spec/rules with the tests that name it. Fails when a rule of a finished area has
 * none, when a test names an id that does not exist, and when ids are lost or repeated.
 *
 *   npm run rules                 all rules with their tests
 *   npm run rules -- SIG EVT      only these areas
 *   npm run rules -- --untested   only rules that no test names
 *   npm run rules -- --brief      one line for each area
 */
import { parseArgs } from "node:util";
import { readAreas } from "./areas.js";
import { judge, type JudgedArea, type Totals } from "./judge.js";
import { readNamings } from "./naming.js";

const totals: Totals = { rules: 353, tensions: 15, gaps: 41 };

interface Style {
  readonly brief: boolean;
  readonly untested: boolean;
}

function* linesOf({ area, rules, untested }: JudgedArea, style: Style): Generator<string> {
  const named = `${rules.length - untested.length} of ${rules.length}`.padStart(9);
  const state = `${area.area.padEnd(5)}${named} tested${area.finished ? "" : ", not finished"}`;
  if (style.brief) return yield state;
  yield `${state}   ${area.purpose}`;
  for (const { rule, tests } of rules) {
    if (style.untested && tests.length > 0) continue;
    yield `  ${rule.id}  ${rule.says}`;
    for (const { file, line, title } of tests) yield `      ${file}:${line}  ${title}`;
    if (tests.length === 0 && !style.untested) yield "      no test";
  }
  yield "";
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { brief: { type: "boolean", default: false }, untested: { type: "boolean", default: false } },
});
const areas = await readAreas("spec/rules");
const names = new Set(areas.map(({ area }) => area));
const verdict = judge(areas, await readNamings("test", names, ["test/house/rules.test.ts"]), totals);

const shown = verdict.areas.filter(({ area }) => positionals.length === 0 || positionals.includes(area.area));
process.stdout.on("error", () => process.exit(1)); // a reader such as `head` that went away
process.stdout.write(`${shown.flatMap((judged) => [...linesOf(judged, values)]).join("\n")}\n`);
for (const problem of verdict.problems) console.error(problem);
process.exitCode = verdict.problems.length === 0 ? 0 : 1;
