import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";
import { parseArgs } from "node:util";
import { placeAll } from "../codegen/placed.js";
import { UsageError } from "./usage-error.js";
import { hosts, type TemplateName } from "./init/hosts.js";
import { filesOf } from "./init/template.js";
import type { Syntax } from "./syntax.js";

export const syntax = {
  says: "Creates a small project: a bot, its test, and what both need.",
  usage: ["<folder> [options]"],
  options: {
    template: {
      type: "string",
      default: "node",
      value: "<name>",
      words: Object.keys(hosts),
      says: `where the bot will run: ${Object.keys(hosts).join(", ")} (default: node)`,
    },
  },
  notes: "<folder> is created, or must be empty.",
  exit: "0 done; 1 it could not be written; 2 wrong usage.",
} as const satisfies Syntax;

const print = (text: string): void => {
  process.stdout.write(text);
};

/** `svc-apps init`; `--help` lists the options. */
export async function run(argv: readonly string[], out = print): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: syntax.options,
  });
  const [dir, ...others] = positionals;
  if (dir === undefined || dir === "" || others.length > 0) throw new UsageError("say where: one directory");
  const { template } = values;
  if (!isTemplate(template)) {
    throw new UsageError(`there is no template ${template}; there are ${Object.keys(hosts).join(", ")}`);
  }
  const place = resolve(dir);
  await mustBeEmpty(place, dir);
  const manifest: { readonly name: string; readonly version: string } = createRequire(import.meta.url)(
    "svc-apps/package.json",
  ); // our own, by its public name, built or not
  const files = filesOf({ name: projectName(place), self: manifest, template });
  await placeAll(
    place,
    Object.entries(files).map(([path, text]) => ({ path, text })),
  );
  const step = hosts[template].dev === true ? `npx ${manifest.name} dev` : "npm install && npm test";
  out(
    place === resolve()
      ? `Made the project here. Next: ${step}\n`
      : `Made ${dir}. Next: cd ${quoted(dir)} && ${step}\n`,
  );
  return 0;
}

const isTemplate = (name: string): name is TemplateName => Object.hasOwn(hosts, name);

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
