import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { run } from "../run.js";
import type { Program } from "./extract.js";

/** What somebody who starts a strict project has; the pages must compile under it. */
const compilerOptions = {
  target: "ES2023",
  lib: ["ES2023"],
  types: ["node"],
  module: "NodeNext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: true,
  rootDir: "pages",
  outDir: "out",
  noEmitOnError: false,
};

/** Path of a program's file without its ending: files that a page names stand in a folder of the page. */
export const fileName = ({ file, name }: Program, n: number): string =>
  name === undefined ? `page-${n}` : join(basename(file, ".md"), name.replace(/\.ts$/, ""));

/**
 * Compiles every program in the project at `place`, to `out/`. Returns one line for each error, at its place in the
 * page.
 */
export async function compile(place: string, programs: readonly Program[], compiler: string): Promise<string[]> {
  await writeFile(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["pages"] }));
  const written = new Map<string, Program>();
  for (const [n, program] of programs.entries()) {
    const path = `${fileName(program, n)}.ts`;
    if (written.has(path)) return [`${program.file}:${program.line} the page has a second ${program.name ?? path}`];
    written.set(path, program);
    await mkdir(dirname(join(place, "pages", path)), { recursive: true });
    await writeFile(join(place, "pages", path), `${program.code}\nexport {};\n`);
  }
  const { code, output } = await run(process.execPath, [compiler, "-p", place, "--pretty", "false"], { cwd: place });
  const errors = output.split("\n").filter((line) => /error TS\d+/.test(line));
  if (code !== 0 && errors.length === 0) return [output];
  return errors.map((error) => atPage(error, written));
}

function atPage(error: string, written: ReadonlyMap<string, Program>): string {
  const match = /pages\/(\S+\.ts)\((\d+),(\d+)\): (.*)$/.exec(error);
  const program = written.get(match?.[1] ?? "");
  if (match === null || program === undefined) return error;
  return `${program.file}:${program.line + Number(match[2]) - 1}:${match[3]} ${match[4]}`;
}
