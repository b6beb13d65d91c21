import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { run } from "../../../tools/run.js";
import type { Core } from "./cores.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const HERE = "test/long/mutants";
const PROGRAM = join(ROOT, HERE, "node_modules/@stryker-mutator/core/bin/stryker.js");

/** One mutant, and what the tests made of it. */
export interface Mutant {
  readonly file: string;
  readonly place: string;
  /** The line on which it begins, without indentation. */
  readonly line: string;
  readonly mutator: string;
  /** The code that is replaced, and what stands there instead; without line ends. */
  readonly was: string;
  readonly now: string;
  readonly status: "Killed" | "Timeout" | "Survived" | "NoCoverage" | "Ignored";
}

/** Lines and columns from 1. */
interface Point {
  readonly line: number;
  readonly column: number;
}

/** The part of Stryker's report that is read here. */
interface Report {
  readonly files: Readonly<
    Record<
      string,
      {
        readonly source: string;
        readonly mutants: readonly {
          readonly mutatorName: string;
          readonly replacement: string;
          readonly status: Mutant["status"];
          readonly location: { readonly start: Point; readonly end: Point };
        }[];
      }
    >
  >;
}

/** What tests of the cores never read, and Stryker need not copy. */
const NOT_FOR_CORES: readonly string[] = [
  "dist",
  "docs",
  "examples",
  "bench",
  "test/output",
  "test/runtimes",
  "test/long/*",
  "!test/long/mutants",
  "site",
  "build",
];

/** Lets Stryker make every mutant of a core in a copy of the project, and run the core's tests against each. */
export async function mutantsOf(core: Core, ignorePatterns = NOT_FOR_CORES): Promise<readonly Mutant[]> {
  if (!existsSync(PROGRAM)) throw new Error(`Stryker is not installed: npm install --prefix ${HERE} --omit=peer`);
  const folder = await mkdtemp(join(tmpdir(), "mutants-"));
  try {
    const [settings, report] = [join(folder, "stryker.json"), join(folder, "report.json")];
    await writeFile(settings, JSON.stringify({ ...settingsFor(core, { folder, report }), ignorePatterns }));
    const ended = await run(process.execPath, [PROGRAM, "run", settings], { cwd: ROOT, env: environment() });
    const text = await readFile(report, "utf8").catch(() => undefined);
    if (text === undefined) throw new Error(`Stryker ended with ${ended.code} and without a report:\n${ended.output}`);
    return read(JSON.parse(text) as Report); // Stryker's own JSON reporter wrote it
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const settingsFor = ({ files, tests }: Core, { folder, report }: { folder: string; report: string }) => ({
  testRunner: "vitest",
  plugins: ["@stryker-mutator/vitest-runner"],
  vitest: { configFile: "vitest.config.ts", related: false },
  mutate: files,
  testFiles: tests,
  coverageAnalysis: "perTest",
  // Modules load once for all runs, so what only runs while they load cannot be changed between two of them.
  ignoreStatic: true,
  concurrency: Number(process.env["MUTANTS_AT_ONCE"] ?? 2),
  // For what loops for ever; a slow machine is no loop.
  timeoutMS: 8_000,
  reporters: ["json"],
  jsonReporter: { fileName: report },
  tempDirName: join(folder, "copies"),
  allowConsoleColors: false,
});

/** Without what the vitest around this one says to its own workers, and without second tries. */
const environment = (): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST$|NODE_ENV$|CI$)/.test(name))),
  // Far from UTC: a time that is read in the machine's own zone is seen.
  TZ: "Asia/Tokyo",
});

function read(report: Report): readonly Mutant[] {
  return Object.entries(report.files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split("\n");
    const between = (start: Point, end: Point): string => {
      const text = lines.slice(start.line - 1, end.line).join("\n");
      const after = (lines[end.line - 1] ?? "").length - (end.column - 1);
      return oneLine(text.slice(start.column - 1, text.length - after));
    };
    return mutants.map(({ mutatorName, replacement, status, location: { start, end } }) => ({
      file,
      place: `${file}:${start.line}:${start.column}`,
      line: (lines[start.line - 1] ?? "").trim(),
      mutator: mutatorName,
      was: between(start, end),
      now: oneLine(replacement),
      status,
    }));
  });
}

const oneLine = (text: string): string => text.replace(/\s*\n\s*/g, " ");
