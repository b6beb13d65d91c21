import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { randomFrom } from "../../events/kit/random.js";
import { SLOW } from "../../lanes.js";
import { type Core, cores } from "./cores.js";

const FLOORS = ["runtime", "codegen", "sandbox", "testing", "cli"];
/** Of `test/`: what judges the code, and starts neither compilers nor browsers. */
const JUDGES = [
  "abi",
  "app",
  "caller",
  "changes",
  "cli",
  "codegen",
  "delivery",
  "events",
  "fleet",
  "http",
  "interaction",
  "sandbox",
  "store",
  "transcripts",
];
/** What none of these tests reads. */
export const NOT_FOR_SAMPLES: readonly string[] = [
  "dist",
  "build",
  "test/output",
  "test/runtimes/node_modules",
  "test/long",
];
/** Lines that decide something. Types, imports and comments have no mutants. */
const DECIDES = /[<>!&|?+*-]|\breturn\b|\bawait\b|\btrue\b|\bfalse\b|\(/;
const SILENT = /^\s*(?:\/?\*|\/\/|import\b|export (?:type|interface|\*|\{)|readonly\b|interface\b|type\b)/;

/**
 * `size` random lines of the hand-written code outside of the cores, as one core that the tests of the quick lane judge.
 * The same seed draws the same lines of the same code.
 */
export async function sampleOf(size: number, seed: number): Promise<Core> {
  const random = randomFrom(seed);
  const inCores = new Set(Object.values(cores).flatMap(({ files }) => files));
  const lines: string[] = [];
  for (const file of await filesOf(FLOORS, /\.ts$/)) {
    if (inCores.has(file) || file.startsWith("sandbox/page/")) continue;
    const text = await readFile(file, "utf8");
    for (const [index, line] of text.split("\n").entries())
      if (DECIDES.test(line) && !SILENT.test(line)) lines.push(`${file}:${index + 1}-${index + 1}`);
  }
  const drawn = new Set<string>();
  while (drawn.size < Math.min(size, lines.length)) drawn.add(lines[Math.floor(random() * lines.length)] ?? "");
  const folders = JUDGES.map((folder) => join("test", folder));
  const tests: string[] = [];
  for (const file of await filesOf(folders, /\.test\.ts$/)) {
    // Stryker runs tests in threads, which have no working folder of their own, and its marks make every bundle larger.
    if (
      !SLOW.includes(file) &&
      !file.endsWith("/size.test.ts") &&
      !(await readFile(file, "utf8")).includes("process.chdir")
    )
      tests.push(file);
  }
  return { files: [...drawn].sort(), tests };
}

async function filesOf(folders: readonly string[], name: RegExp): Promise<readonly string[]> {
  const found: string[] = [];
  for (const folder of folders)
    for (const file of await readdir(folder, { recursive: true })) if (name.test(file)) found.push(join(folder, file));
  return found.sort();
}
