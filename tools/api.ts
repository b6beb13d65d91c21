/**
 * `npm run api`: writes test/api/, the public surface of the package, one file for each entry: every export with its
 * signature, sorted. With `--check` it writes nothing and fails when the surface is no longer what is committed, so that
 * a change of it is always seen in review.
 */
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import manifest from "../package.json" with { type: "json" };
import { ExportLister } from "./api/exports.js";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const FOLDER = `${ROOT}test/api`;

/** Subpaths of the package with the source file of each. */
function entries(): (readonly [subpath: string, file: string])[] {
  return Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    if (typeof target === "string") return [];
    const file = `${ROOT}${target.types.replace("./dist/", "").replace(/\.d\.ts$/, ".ts")}`;
    if (!existsSync(file)) throw new Error(`${subpath} of package.json points at ${file}, which is not there`);
    return [[`${manifest.name}${subpath.slice(1)}`, file] as const];
  });
}

/** References one under another need no empty line between them. */
const REFERENCES = /^(\w+ from \S+)\n\n(?=\w+ from \S+$)/gm;

/** The text of each file, by its name. */
function report(): ReadonlyMap<string, string> {
  const found = ts.readConfigFile(`${ROOT}tsconfig.json`, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(found.config, ts.sys, ROOT);
  const list = entries();
  const lister = new ExportLister(
    list.map(([, file]) => file),
    options,
  );
  // The main entry gathers what others hold: read last, so that it refers to them.
  const files = [...list.slice(1), ...list.slice(0, 1)].map(([subpath, file]) => {
    const exported = lister.of(file, subpath);
    const blocks = exported
      .map(({ signature }) => signature)
      .join("\n\n")
      .replace(REFERENCES, "$1\n");
    const name = `${subpath.replaceAll("/", "-")}.txt`;
    return [name, `${subpath}: ${exported.length} exports\n\n${blocks}\n`] as const;
  });
  return new Map(files);
}

/** Lines that are only in one of two texts. */
function difference(name: string, current: string, wanted: string): string[] {
  const [old, fresh] = [new Set(current.split("\n")), new Set(wanted.split("\n"))];
  const gone = [...old].filter((line) => !fresh.has(line)).map((line) => `- ${line}`);
  const added = [...fresh].filter((line) => !old.has(line)).map((line) => `+ ${line}`);
  const lines = [...gone, ...added];
  return lines.length === 0 && current === wanted ? [] : [`test/api/${name}`, ...lines];
}

const wanted = report();
const there = existsSync(FOLDER) ? (await readdir(FOLDER)).filter((name) => name.endsWith(".txt")) : [];
const names = [...new Set([...there, ...wanted.keys()])].sort();
const changed = await Promise.all(
  names.map(async (name) => {
    const current = there.includes(name) ? await readFile(join(FOLDER, name), "utf8") : "";
    return difference(name, current, wanted.get(name) ?? "");
  }),
);
const lines = changed.flat();
if (lines.length === 0) console.log("test/api is up to date");
else if (process.argv.includes("--check")) {
  console.error(lines.slice(0, 60).join("\n"));
  console.error(`test/api is out of date (${lines.length} lines): look at the change, then run npm run api`);
  process.exitCode = 1;
} else {
  await mkdir(FOLDER, { recursive: true });
  for (const name of there) if (!wanted.has(name)) await rm(join(FOLDER, name));
  for (const [name, text] of wanted) await writeFile(join(FOLDER, name), text);
  console.log(`test/api written: ${wanted.size} files`);
}
