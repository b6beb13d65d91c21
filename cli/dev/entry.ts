import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { UsageError } from "../usage-error.js";

const NAMES = ["main", "index", "bot", "app"];
const ENDINGS = ["ts", "mts", "js", "mjs"];

/** Where an App usually begins: `src/` before the folder itself, TypeScript before JavaScript. */
const usual = ["src/", ""].flatMap((folder) =>
  NAMES.flatMap((name) => ENDINGS.map((ending) => `${folder}${name}.${ending}`)),
);

/** How a program is started. */
export interface Start {
  readonly program: string;
  readonly args: readonly string[];
}

/** The file that a project begins with: as named, as its package.json says, or where it usually is. @throws UsageError */
export function entryOf(project: string, named: string | undefined): string {
  if (named !== undefined) {
    if (existsSync(join(project, named))) return named;
    throw new UsageError(`there is no file ${named}`);
  }
  const found = usual.find((file) => existsSync(join(project, file))) ?? mainOf(project);
  if (found !== undefined) return found;
  throw new UsageError(
    `name the file that starts your App: there is no ${NAMES.join(", ")} with .ts or .js here or in src`,
  );
}

function mainOf(project: string): string | undefined {
  try {
    const { main } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { readonly main?: unknown }; // a file of the user
    return typeof main === "string" && existsSync(join(project, main)) ? main : undefined;
  } catch {
    return undefined;
  }
}

/** How an entry is run. @throws UsageError for TypeScript that nothing here can run */
export const startOf = (project: string, entry: string): Start => ({
  program: process.execPath,
  args: [...optionsFor(project, entry), entry],
});

/**
 * Options of Node that let it run a file: none for JavaScript; for TypeScript the project's tsx, or the project's compiler,
 * or what Node itself can do. @throws UsageError where there is none of them
 */
export function optionsFor(project: string, file: string): readonly string[] {
  if (!/\.[cm]?tsx?$/.test(file)) return [];
  if (resolved(project, "tsx") !== undefined) return ["--import", "tsx"];
  const loader = new URL("typescript-loader.js", import.meta.url).href;
  if (resolved(project, "typescript/lib/typescript.js") !== undefined)
    return ["--enable-source-maps", "--import", loader];
  if ("typescript" in process.features && process.features.typescript !== false) return [];
  throw new UsageError(
    `this Node does not run ${file}: add typescript or tsx to the project, or name the built JavaScript`,
  );
}

function resolved(project: string, name: string): string | undefined {
  try {
    return createRequire(join(project, "package.json")).resolve(name);
  } catch {
    return undefined;
  }
}
