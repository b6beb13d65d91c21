import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { UsageError } from "../usage-error.js";

/** Where an App usually begins. */
const usual = [
  "src/main.ts",
  "src/index.ts",
  "src/main.js",
  "src/index.js",
  "main.ts",
  "index.ts",
  "main.js",
  "index.js",
];

/** How a program is started. */
export interface Start {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether it starts again by itself when a file of it changes. */
  readonly watches: boolean;
}

/** The file that a project begins with: as said, as its package.json says, or where it usually lies. @throws UsageError */
export function entryOf(project: string, given: string | undefined): string {
  if (given !== undefined) {
    if (existsSync(join(project, given))) return given;
    throw new UsageError(`${given} is not there`);
  }
  const found = usual.find((file) => existsSync(join(project, file))) ?? mainOf(project);
  if (found !== undefined) return found;
  throw new UsageError(`say which file starts your App: none of ${usual.join(", ")} is here`);
}

function mainOf(project: string): string | undefined {
  try {
    const { main } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { readonly main?: unknown };
    return typeof main === "string" && existsSync(join(project, main)) ? main : undefined;
  } catch {
    return undefined;
  }
}

/**
 * How an entry is run so that a saved change starts it again: by tsx where it is TypeScript and the project has tsx, by
 * Node's own watch mode otherwise. @throws UsageError for TypeScript that nothing here can run
 */
export function startOf(project: string, entry: string): Start {
  const program = process.execPath;
  const isTypeScript = /\.[cm]?tsx?$/.test(entry);
  if (!isTypeScript) return { program, args: ["--watch", "--watch-preserve-output", entry], watches: true };
  const tsx = resolved(project, "tsx/cli");
  if (tsx !== undefined) return { program, args: [tsx, "watch", "--clear-screen=false", entry], watches: true };
  const stripsTypes: unknown = Reflect.get(process.features, "typescript"); // absent before Node 22.10
  if (typeof stripsTypes === "string")
    return { program, args: ["--watch", "--watch-preserve-output", entry], watches: true };
  throw new UsageError(`this Node does not run ${entry}: npm install --save-dev tsx, or give the built JavaScript`);
}

function resolved(project: string, name: string): string | undefined {
  try {
    return createRequire(join(project, "package.json")).resolve(name);
  } catch {
    return undefined;
  }
}
