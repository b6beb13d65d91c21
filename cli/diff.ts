import { commandsTo, printTo } from "../codegen/printable.js";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import type { Finding, Level, Side } from "../codegen/changes/index.js";
import type { Syntax } from "./syntax.js";
import { UsageError } from "./usage-error.js";

const LEVELS: readonly Level[] = ["breaking", "warning", "info"];
const SIDES: readonly Side[] = ["wire", "client"];

export const syntax = {
  says: "Reports what changed between two descriptions, on the wire and for code that compiles against a client.",
  usage: ["<old> <new> [options]", "--rules"],
  options: {
    format: {
      type: "string",
      value: "<name>",
      words: ["text", "json", "markdown", "github", "junit"],
      says: "text, json, markdown for pull requests, github for annotations, or junit (default: text)",
    },
    json: { type: "boolean", says: "the same as --format json" },
    uses: {
      type: "string",
      value: "<folder>",
      says: "only what touches the program in this folder, with the places that use what changed",
    },
    "fail-on": {
      type: "string",
      value: "<level>",
      words: [...LEVELS, "none"],
      says: "breaking, warning, info or none: the lowest level that fails (default: breaking)",
    },
    only: {
      type: "string",
      value: "<level>",
      words: LEVELS,
      says: "print only findings of this level; the exit code does not change",
    },
    side: { type: "string", value: "<side>", words: SIDES, says: "wire or client: only these findings" },
    ignore: {
      type: "string",
      multiple: true,
      value: "<file>",
      says: "accepted findings, one per line: rule place # reason; repeatable",
    },
    today: {
      type: "string",
      value: "<date>",
      says: "date that sunset dates are compared with, such as 2026-01-31 (default: today)",
    },
    overlay: {
      type: "string",
      multiple: true,
      value: "<file>",
      says: "OpenAPI Overlay to apply to both first; repeatable",
    },
    "allow-files": {
      type: "string",
      multiple: true,
      value: "<folder>",
      says: "let documents refer to files of this folder too; repeatable",
    },
    "allow-remote": { type: "boolean", says: "load documents over http(s) too, as pinned in codegen.lock" },
    "update-lock": { type: "boolean", says: "the same, and pin what was loaded" },
    level: {
      type: "string",
      multiple: true,
      value: "<rule>=<level>",
      says: "another level for the findings of a rule, such as server-removed=breaking; repeatable",
    },
    rules: { type: "boolean", says: "print every rule as a Markdown table" },
  },
  notes:
    "<old> and <new> are each a folder with openapi.yaml, asyncapi.yaml or codegen.yaml in it, or one such file, now or in a revision of git (main:spec); with --allow-remote also the address of a document. One of them may be -, for standard input.",
  exit: "0 nothing changed that fails; 1 a description could not be read; 2 wrong usage; 3 something fails, at most a warning or info; 4 something breaks.",
} as const satisfies Syntax;

/** Modules that need optional packages, loaded when there is something to compare. */
const machinery = async () => ({
  ...(await import("../codegen/changes/index.js")),
  ...(await import("../codegen/changes/ignore.js")),
  ...(await import("../codegen/changes/read.js")),
  ...(await import("../codegen/changes/report.js")),
  ...(await import("../codegen/changes/revision.js")),
  ...(await import("../codegen/command-line.js")),
});
type Machinery = Awaited<ReturnType<typeof machinery>>;

/** Where output goes; handed in so that tests need no process. */
type Write = (text: string) => void;

/** `svc-apps diff <old> <new>`: prints what changed, gravest first, and tells by its exit code whether that fails. */
export async function run(
  argv: readonly string[],
  given?: Write,
  err: Write = printTo("stderr"),
  input: Readable = process.stdin,
): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: syntax.options });
  const out = given ?? (values.format === "github" ? commandsTo("stdout") : printTo("stdout"));
  const tools = await machinery();
  if (values.rules === true) {
    out(`${tools.rulesMarkdown()}\n`);
    return 0;
  }
  const [before, after, ...others] = positionals;
  if (before === undefined || after === undefined || others.length > 0)
    throw new UsageError("pass two descriptions, the old one and the new one");
  if (before === tools.STDIN && after === tools.STDIN)
    throw new UsageError("only one document can come from the standard input");
  const format = wordOf("format", values.json === true ? "json" : values.format, tools.FORMATS) ?? "text";
  const only = wordOf("only", values.only, LEVELS);
  const side = wordOf("side", values.side, SIDES);
  const failOn = wordOf("fail-on", values["fail-on"], [...LEVELS, "none"] as const) ?? "breaking";
  const today = values.today ?? new Date().toISOString().slice(0, 10);
  if (!/^\d{4}-\d\d-\d\d$/.test(today)) throw new UsageError("--today is a date such as 2026-01-31");

  const levels = levelsOf(tools, values.level ?? []);
  const ignored = await ignoreLines(tools, values.ignore ?? []);
  const piped = [before, after].map((path) => (path === tools.STDIN ? resolve(path) : undefined));
  const reader = await tools.readerOf(piped, input);
  const reading = { ...tools.documentsSaid(values, process.cwd()), ...reader, warn: err };
  const old = await readEither(tools, before, reading);
  const now = await readEither(tools, after, reading);
  const found = tools.withLevels(tools.changesBetween(old, now, today), levels);
  const { left, unused } = tools.withoutIgnored(found, ignored);
  for (const { where, rule, place } of unused) err(`${where}: nothing is found by ${rule} at ${place} any more\n`);
  const ofSide = side === undefined ? left : left.filter((one) => one.side === side);
  const counted = values.uses === undefined ? ofSide : await touchingOnly(ofSide, [old, now], values.uses, err);
  const shown = only === undefined ? counted : counted.filter(({ level }) => level === only);
  if (shown.length > 0 || format !== "text") out(tools.report(shown, format));
  else out(only === undefined ? nothing(left.length, values.uses) : `No ${only} change.\n`);
  return exitCode(tools, counted, failOn);
}

const nothing = (changes: number, uses: string | undefined): string =>
  uses === undefined || changes === 0
    ? "Nothing changed.\n"
    : `Nothing that changed touches ${uses} (${changes} ${changes === 1 ? "change" : "changes"} elsewhere).\n`;

/** Reads a description, from a revision of git where it is named so. */
async function readEither(tools: Machinery, path: string, reading: Parameters<Machinery["readDescription"]>[1]) {
  if (path.startsWith("-") && path !== tools.STDIN) throw new UsageError(`${path}: a revision does not begin with -`);
  if (!tools.isRevision(path)) return tools.readDescription(path, reading);
  const revision = await tools.takeRevision(path);
  try {
    return await tools.readDescription(revision.path, { ...reading, base: revision.root });
  } finally {
    await revision.remove();
  }
}

/** The findings that touch a program. What could not be seen there is said. */
async function touchingOnly(
  findings: readonly Finding[],
  loaded: Parameters<typeof import("../codegen/uses/index.js").findingsTouching>[1],
  folder: string,
  err: Write,
) {
  const { findingsTouching } = await import("../codegen/uses/index.js");
  const { touched, unseen } = findingsTouching(findings, loaded, folder);
  for (const line of unseen) err(`${line}\n`);
  return touched;
}

function exitCode({ isAtLeast }: Machinery, findings: readonly Finding[], failOn: Level | "none"): number {
  if (failOn === "none") return 0;
  const failing = findings.filter(({ level }) => isAtLeast(level, failOn));
  if (failing.length === 0) return 0;
  return failing.some(({ level }) => level === "breaking") ? 4 : 3;
}

function levelsOf({ isRule }: Machinery, given: readonly string[]): ReadonlyMap<string, Level> {
  return new Map(
    given.map((one) => {
      const [rule = "", level = ""] = one.split("=");
      if (!isRule(rule)) throw new UsageError(`--level ${one}: there is no rule ${rule}; --rules lists them`);
      return [rule, wordOf("level", level, LEVELS) ?? "info"] as const;
    }),
  );
}

async function ignoreLines({ parseIgnoreLines }: Machinery, files: readonly string[]) {
  const lists = await Promise.all(
    files.map(async (file) => {
      const text = await readFile(file, "utf8").catch(() => {
        throw new UsageError(`--ignore ${file}: there is no such file`);
      });
      return parseIgnoreLines(text, file);
    }),
  );
  return lists.flat();
}

function wordOf<Word extends string>(
  name: string,
  value: string | undefined,
  words: readonly Word[],
): Word | undefined {
  const found = words.find((word) => word === value);
  if (value !== undefined && found === undefined) throw new UsageError(`--${name} is one of ${words.join(", ")}`);
  return found;
}
