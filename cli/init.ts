import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { placeAll } from "../codegen/placed.js";
import { printTo } from "../codegen/printable.js";
import { askFor, type Ask, terminalAsk } from "./init/ask.js";
import { languages, templates, wordsOf } from "./init/choices.js";
import { filesOf } from "./init/template.js";
import { findPackageManager, packageManagerNames } from "./package-manager.js";
import type { Syntax } from "./syntax.js";
import { UsageError } from "./usage-error.js";

export const syntax = {
  says: "Creates a small project: a bot, its test, and what both need. On a terminal it asks for what no option says.",
  usage: ["<folder> [options]"],
  options: {
    template: {
      type: "string",
      value: "<name>",
      words: templates,
      says: `where the bot will run: ${templates.join(", ")} (default: node)`,
    },
    language: { type: "string", value: "<name>", words: languages, says: "ts or js (default: ts)" },
    "package-manager": {
      type: "string",
      value: "<name>",
      words: packageManagerNames,
      says: `${packageManagerNames.join(", ")} (default: the one that runs this command)`,
    },
    ci: {
      type: "string",
      value: "<name>",
      words: ["github", "none"],
      says: "a workflow that runs the tests: github or none (default: github)",
    },
    git: {
      type: "string",
      value: "<yes|no>",
      words: ["yes", "no"],
      says: "whether to create a git repository (default: yes, outside of one)",
    },
    yes: { type: "boolean", short: "y", says: "take the defaults, ask nothing" },
    json: { type: "boolean", says: "print what was created as JSON; asks nothing" },
  },
  notes: "<folder> is created, or must be empty.",
  exit: "0 done; 1 it could not be written; 2 wrong usage.",
} as const satisfies Syntax;

/** Where the command writes and asks. */
export interface Surroundings {
  readonly out: (text: string) => void;
  /** Asks on the terminal; undefined where there is none. */
  readonly ask: Ask | undefined;
}

/** `svc-apps init`: a new project. */
export async function run(argv: readonly string[], given: Partial<Surroundings> = {}): Promise<number> {
  const { out = printTo("stdout") } = given;
  const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: syntax.options });
  const [dir, ...others] = positionals;
  if (dir === undefined || dir === "" || others.length > 0) throw new UsageError("name one folder for the project");
  const isQuiet = values.yes === true || values.json === true;
  const place = resolve(dir);
  await mustBeEmpty(place, dir);
  const ask = isQuiet ? undefined : "ask" in given ? given.ask : terminalAsk();
  const choice = <Word extends string>(name: keyof typeof values, words: readonly Word[], byDefault: Word) =>
    askFor({ name, value: values[name], words, byDefault, ask });
  const manager = findPackageManager(place).name;
  const choices = {
    name: projectName(place),
    self: ownManifest(),
    template: await choice("template", templates, "node"),
    language: await choice("language", languages, "ts"),
    manager: await choice("package-manager", packageManagerNames, manager),
    ci: (await choice("ci", ["github", "none"], "github")) === "github",
  };
  const wantsGit = (await choice("git", ["yes", "no"], isInRepository(place) ? "no" : "yes")) === "yes";
  ask?.close();
  const files = Object.entries(filesOf(choices)).map(([path, text]) => ({ path, text }));
  await placeAll(place, files);
  // Where git is not installed, the project is complete without it.
  if (wantsGit) spawnSync("git", ["init", "--quiet", "--initial-branch=main"], { cwd: place, stdio: "ignore" });
  const { install, run: runScript } = wordsOf(choices);
  const next = [install, `${runScript} dev`];
  if (values.json === true) out(`${JSON.stringify({ folder: place, files: files.map(({ path }) => path), next })}\n`);
  else if (place === resolve()) out(`Created the project here. Next: ${next.join(" && ")}\n`);
  else out(`Created ${dir}. Next: cd ${quoted(dir)} && ${next.join(" && ")}\n`);
  return 0;
}

/** Our own manifest, by its public name, built or not. */
const ownManifest = (): { readonly name: string; readonly version: string } =>
  createRequire(import.meta.url)("svc-apps/package.json") as { readonly name: string; readonly version: string };

const isInRepository = (place: string): boolean =>
  spawnSync("git", ["-C", resolve(place, ".."), "rev-parse"], { stdio: "ignore" }).status === 0;

async function mustBeEmpty(place: string, shown: string): Promise<void> {
  const entries = await readdir(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw new UsageError(error.code === "ENOTDIR" ? `${shown} is a file` : `${shown} cannot be read: ${error.code}`);
  });
  if (entries.length > 0) throw new UsageError(`${shown} is not empty; nothing was written`);
}

/** A path as a shell takes it. */
const quoted = (path: string): string =>
  /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;

/** What npm takes for a name, made of the directory's. */
function projectName(place: string): string {
  const name = basename(place)
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[._-]+|[._-]+$/g, "");
  return name === "" ? "bot" : name;
}
