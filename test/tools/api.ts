/**
 * `npm run api`: writes docs/api.md, the public surface of the package: every subpath, every export, its signature,
 * sorted. With `--check` it writes nothing and fails when the surface is no longer what is committed, so that a change
 * of it is always seen in review.
 */
import { readFile, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import manifest from "../../package.json" with { type: "json" };
import { ExportLister } from "./api/exports.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const REPORT = `${ROOT}docs/api.md`;

/** Subpaths of the package with the source file of each. */
function entries(): (readonly [subpath: string, file: string])[] {
  return Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    if (typeof target === "string") return [];
    const file = `${ROOT}${target.types.replace("./dist/", "").replace(/\.d\.ts$/, ".ts")}`;
    return existsSync(file) ? [[`${manifest.name}${subpath.slice(1)}`, file] as const] : [];
  });
}

/** References one under another need no empty line between them. */
const REFERENCES = /^(\w+ from \S+)\n\n(?=\w+ from \S+$)/gm;

function report(): string {
  const found = ts.readConfigFile(`${ROOT}tsconfig.json`, (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(found.config, ts.sys, ROOT);
  const list = entries();
  const lister = new ExportLister(
    list.map(([, file]) => file),
    options,
  );
  // The main entry gathers what others hold: listed last, so that it refers to them.
  const sections = [...list.slice(1), ...list.slice(0, 1)].map(([subpath, file]) => {
    const exported = lister.of(file, subpath);
    const blocks = exported
      .map(({ signature }) => signature)
      .join("\n\n")
      .replace(REFERENCES, "$1\n");
    return [`## ${subpath}`, "", `${exported.length} exports.`, "", "```text", blocks, "```", ""].join("\n");
  });
  return [
    "# Public surface",
    "",
    "Every export of every subpath with its signature, written by `npm run api` and checked by `npm test`. A line that",
    "disappears or changes here changes the package for its users.",
    "",
    ...sections,
  ].join("\n");
}

const wanted = report();
const current = existsSync(REPORT) ? await readFile(REPORT, "utf8") : "";
if (wanted === current) console.log("docs/api.md is up to date");
else if (process.argv.includes("--check")) {
  const [old, fresh] = [new Set(current.split("\n")), new Set(wanted.split("\n"))];
  const gone = [...old].filter((line) => !fresh.has(line)).map((line) => `- ${line}`);
  const added = [...fresh].filter((line) => !old.has(line)).map((line) => `+ ${line}`);
  const lines = [...gone, ...added];
  console.error(lines.slice(0, 40).join("\n"));
  console.error(`docs/api.md is out of date (${lines.length} lines): look at the change, then run npm run api`);
  process.exitCode = 1;
} else {
  await writeFile(REPORT, wanted);
  console.log("docs/api.md written");
}
