import { execFile } from "node:child_process";
import { cp, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { OutputFile } from "../../../codegen/emit/index.js";
import { temporaryFolder, writeFiles } from "./temporary.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));

/** Compilers that users have, by version, and where they lie here. */
const COMPILERS = { "5.9": "typescript", "6.0": "typescript-6", "7.0": "typescript-native" } as const;

export type Version = keyof typeof COMPILERS;

/** Every compiler, the slowest last. */
export const VERSIONS: readonly Version[] = ["7.0", "6.0", "5.9"];

const compilerOptions = {
  target: "ES2023",
  lib: ["ES2023"],
  types: ["node"],
  typeRoots: [join(ROOT, "node_modules/@types")],
  paths: {
    "typebox/schema": [join(ROOT, "node_modules/typebox/build/schema/index.d.mts")],
    msw: [join(ROOT, "node_modules/msw/lib/core/index.d.ts")],
  },
  module: "NodeNext",
  moduleResolution: "NodeNext",
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  noImplicitOverride: true,
  noImplicitReturns: true,
  noFallthroughCasesInSwitch: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  allowUnreachableCode: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  erasableSyntaxOnly: true,
  skipLibCheck: true,
  noEmit: true,
};

/** A folder with emitted files, one folder for each description, and whatever uses them, under the strictest settings. */
export async function project(
  emitted: Readonly<Record<string, readonly OutputFile[]>>,
  others: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = await temporaryFolder();
  for (const floor of ["base", "abi"]) await cp(join(ROOT, "runtime", floor), join(folder, floor), { recursive: true });
  for (const [name, files] of Object.entries(emitted)) {
    await writeFiles(join(folder, name), Object.fromEntries(files.map(({ path, text }) => [path, text])));
  }
  const include = [...Object.keys(emitted), ...Object.keys(others)];
  await writeFiles(folder, {
    ...others,
    "package.json": '{ "type": "module" }',
    "tsconfig.json": JSON.stringify({ compilerOptions, include }),
  });
  return folder;
}

/** What a compiler has to say about a project; empty where nothing. */
export async function compile(folder: string, version: Version): Promise<string> {
  const name = COMPILERS[version];
  const manifest = await readFile(join(ROOT, "node_modules", name, "package.json"), "utf8");
  if (!manifest.includes(`"version": "${version}`)) throw new Error(`${name} is not TypeScript ${version}`);
  const tsc = join(ROOT, "node_modules", name, "bin/tsc");
  return promisify(execFile)(process.execPath, [tsc, "-p", folder], { cwd: folder, maxBuffer: 2 ** 26 }).then(
    () => "",
    (error: unknown) =>
      typeof error === "object" && error !== null && "stdout" in error ? String(error.stdout) : String(error),
  );
}
