import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
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

/** Name of a program's file without its ending. */
export const fileName = (n: number): string => `page-${n}`;

/**
 * Compiles every program in the project at `place`, to `out/`. Returns one line for each error, at its place in the
 * page.
 */
export async function compile(place: string, programs: readonly Program[], compiler: string): Promise<string[]> {
  await mkdir(join(place, "pages"), { recursive: true });
  await writeFile(join(place, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["pages"] }));
  for (const [n, { code }] of programs.entries())
    await writeFile(join(place, "pages", `${fileName(n)}.ts`), `${code}\nexport {};\n`);
  const { code, output } = await run(process.execPath, [compiler, "-p", place, "--pretty", "false"], { cwd: place });
  const errors = output.split("\n").filter((line) => /error TS\d+/.test(line));
  if (code !== 0 && errors.length === 0) return [output];
  return errors.map((error) => atPage(error, programs));
}

function atPage(error: string, programs: readonly Program[]): string {
  const match = /pages\/page-(\d+)\.ts\((\d+),(\d+)\): (.*)$/.exec(error);
  const program = programs[Number(match?.[1])];
  if (match === null || program === undefined) return error;
  return `${program.file}:${program.line + Number(match[2]) - 1}:${match[3]} ${match[4]}`;
}
