/**
 * What an editor shows over each name in the code of pages: found by the language service when the site is built, kept
 * in one small file for each page, and read by the page when a reader first points at a name.
 */
import { basename, dirname, join } from "node:path";
import ts from "typescript";
import { entries } from "./api.js";
import type { SitePage } from "./sources.js";

/** Names of a block with the text of each: its number in the file of the page. */
export interface Marked {
  /** Name of the page's file, without its ending. */
  readonly file: string;
  readonly marks: readonly (readonly [start: number, end: number, text: number])[];
}

export interface Hovers {
  /** By the code of the block. */
  readonly blocks: ReadonlyMap<string, Marked>;
  /** Texts of each file, by its name. */
  readonly files: ReadonlyMap<string, readonly string[]>;
}

interface Block {
  readonly page: SitePage;
  readonly code: string;
  /** Path of the program that it belongs to, and where it begins in it. */
  readonly path: string;
  readonly from: number;
}

/** Longest text of a name: a larger type is read in the reference. */
const LONGEST = 600;

const PROGRAMS = /^(?:guides|examples|reference\/(?:operations|events))\/|^index\.md$/;

export function hoversOf(pages: readonly SitePage[]): Hovers {
  const programs = new Map<string, string>();
  const found = pages.filter(({ path }) => PROGRAMS.test(path)).flatMap((page) => blocksOf(page, programs));
  const service = serviceFor(programs);
  const program = service.getProgram();
  const blocks = new Map<string, Marked>();
  const files = new Map<string, string[]>();
  for (const { page, code, path, from } of found) {
    const file = page.path.slice(0, -".md".length).replaceAll("/", "-");
    const texts = files.get(file) ?? [];
    const source = program?.getSourceFile(path);
    if (source === undefined || blocks.has(code)) continue;
    const marks = namesIn(source)
      .filter((name) => name.getStart(source) >= from && name.getEnd() <= from + code.length)
      .filter((name) => isOurs(program?.getTypeChecker().getSymbolAtLocation(name)))
      .flatMap((name): Marked["marks"] => {
        const text = textOf(service.getQuickInfoAtPosition(path, name.getStart(source)));
        if (text === undefined) return [];
        if (!texts.includes(text)) texts.push(text);
        return [[name.getStart(source) - from, name.getEnd() - from, texts.indexOf(text)]];
      });
    if (marks.length === 0) continue;
    blocks.set(code, { file, marks });
    files.set(file, texts);
  }
  return { blocks, files };
}

/** The blocks of TypeScript of a page; their programs are added. */
function blocksOf(page: SitePage, programs: Map<string, string>): readonly Block[] {
  const example = /^examples\/(.+)\.md$/.exec(page.path)?.[1];
  let before = "";
  return [...page.text.matchAll(/^(?:## (\S+\.ts)\n\n)?```ts\b(.*)\n([\s\S]*?)\n```$/gm)].flatMap(
    ([, heading, words = "", code = ""], at) => {
      if (words.includes("foreign")) return [];
      const name = /file=(\S+)/.exec(words)?.[1];
      const path =
        example !== undefined && heading !== undefined
          ? join("examples", example, heading)
          : join("docs/code", basename(page.path, ".md"), dirname(page.path), name ?? `${at}.ts`);
      const isMore = words.includes("continues");
      const from = isMore ? before.length + 1 : 0;
      before = isMore ? `${before}\n${code}` : code;
      programs.set(join(process.cwd(), path), `${before}\nexport {};\n`);
      return [{ page, code, path: join(process.cwd(), path), from }];
    },
  );
}

function serviceFor(programs: ReadonlyMap<string, string>): ts.LanguageService {
  const paths = Object.fromEntries([...entries()].map(([name, file]) => [name, [`./${file}`]]));
  const settings: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts", "lib.esnext.disposable.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    resolveJsonModule: true,
    skipLibCheck: true,
    paths,
  };
  const read = (path: string): string | undefined => programs.get(path) ?? ts.sys.readFile(path);
  return ts.createLanguageService({
    getCompilationSettings: () => settings,
    getScriptFileNames: () => [...programs.keys()],
    getScriptVersion: () => "1",
    // Nothing changes: without this, every question looks at every file again.
    getProjectVersion: () => "1",
    getScriptSnapshot: (path) => {
      const text = read(path);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => process.cwd(),
    getDefaultLibFileName: (options) => ts.getDefaultLibFilePath(options),
    fileExists: (path) => programs.has(path) || ts.sys.fileExists(path),
    readFile: read,
    directoryExists: (path) =>
      ts.sys.directoryExists(path) || [...programs.keys()].some((one) => one.startsWith(`${path}/`)),
    realpath: (path) => ts.sys.realpath?.(path) ?? path,
  });
}

function namesIn(source: ts.SourceFile): readonly ts.Identifier[] {
  const names: ts.Identifier[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node)) names.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

/** Not of the language or of Node: readers know `console.log`. */
const isOurs = (symbol: ts.Symbol | undefined): boolean =>
  symbol?.declarations?.some(
    (one) => !/node_modules\/(typescript|@types\/node)\//.test(one.getSourceFile().fileName),
  ) === true;

/** The type of a name and the first paragraph about it. Nothing where the type is not known. */
function textOf(info: ts.QuickInfo | undefined): string | undefined {
  const type = brief(ts.displayPartsToString(info?.displayParts))
    .replace(/^\(alias\) /, "")
    .replace(/\nimport [\s\S]*$/, "");
  if (type === "" || /: any$|^any$/.test(type)) return undefined;
  const [about = ""] = ts.displayPartsToString(info?.documentation).split("\n\n");
  const text =
    about === "" ? type : `${type}\n\n${about.replaceAll(/\{@link (?:\w\.)?(\S+?)\}/g, "$1").replaceAll(/\s+/g, " ")}`;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)} …` : text;
}

/** A signature without the type arguments of what is called, where they say all that its parameters say again. */
function brief(text: string): string {
  const call = /^[^<(]*(?:\([a-z]+\) )?[^<(]*/.exec(text)?.[0] ?? "";
  for (let from = text.indexOf("<", call.length - 1); from !== -1; from = text.indexOf("<", from + 1)) {
    const to = closing(text, from);
    if (to === undefined) return text;
    if (text[to + 1] === "(") return to - from < 40 ? text : text.slice(0, from) + text.slice(to + 1);
    from = to;
  }
  return text;
}

/** Where the angle bracket at a place is closed; those of arrows do not count. */
function closing(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "<") depth += 1;
    else if (text[at] === ">" && text[at - 1] !== "=") depth -= 1;
    if (depth === 0) return at;
  }
  return undefined;
}
