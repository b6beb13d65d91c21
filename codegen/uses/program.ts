/** Reads a program for the compiler: its files, its settings, and which modules of it are generated. */
import { existsSync, statSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { Project, ts } from "ts-morph";
import { ConfigError } from "../config.js";

/** A program, ready to be asked about its references. */
export interface Program {
  readonly checker: ts.TypeChecker;
  /** Files that people wrote. */
  readonly written: readonly ts.SourceFile[];
  /** Whether a file was generated from a description. */
  readonly isGenerated: (file: ts.SourceFile) => boolean;
  /** The path of a file, from the working folder, with `/`. */
  readonly nameOf: (file: ts.SourceFile) => string;
}

const ENDINGS = [".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs"];

/** What the generators write at the top of every file. */
const HEADER = "Do not edit: change the description and generate again.";
const HEADER_LENGTH = 2000;

const STANDARD: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  strict: true,
};

/**
 * Reads the program in a folder, with the settings of the nearest `tsconfig.json`. Throws a `ConfigError` where there is
 * no program, and where nothing that it imports was generated: then nothing could be said about it.
 */
export function readProgram(folder: string): Program {
  const root = resolve(folder);
  if (!existsSync(root) || !statSync(root).isDirectory()) throw new ConfigError(`${folder}: there is no such folder`);
  const { options, outDir } = settingsOf(root);
  const skipped = ["**/node_modules", "**/.*", ...(outDir === undefined ? [] : [outDir])];
  const files = ts.sys.readDirectory(root, ENDINGS, skipped).filter((path) => !/\.d\.[cm]?ts$/.test(path));
  if (files.length === 0) throw new ConfigError(`${folder}: there is no program in TypeScript or JavaScript`);
  const project = new Project({ compilerOptions: options, skipAddingFilesFromTsConfig: true });
  for (const file of files) project.addSourceFileAtPathIfExists(file);
  const program = project.getProgram().compilerObject;
  const isGenerated = (file: ts.SourceFile): boolean => file.text.slice(0, HEADER_LENGTH).includes(HEADER);
  const own = files.flatMap((path) => program.getSourceFile(path) ?? []);
  if (!program.getSourceFiles().some(isGenerated))
    throw new ConfigError(
      `${folder}: imports no generated client. Install its packages and generate the client first: uses are found by what the compiler can resolve`,
    );
  return {
    checker: program.getTypeChecker(),
    written: own.filter((file) => !isGenerated(file)),
    isGenerated,
    nameOf: ({ fileName }) => relative(process.cwd(), fileName).split(sep).join("/"),
  };
}

function settingsOf(root: string): { readonly options: ts.CompilerOptions; readonly outDir: string | undefined } {
  const more = { noEmit: true, allowJs: true, skipLibCheck: true, composite: false, incremental: false };
  const path = ts.findConfigFile(root, ts.sys.fileExists);
  if (path === undefined) return { options: { ...STANDARD, ...more }, outDir: undefined };
  const { config, error } = ts.readConfigFile(path, ts.sys.readFile);
  if (error !== undefined) throw new ConfigError(ts.flattenDiagnosticMessageText(error.messageText, "\n"));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(path, ".."));
  const { tsBuildInfoFile: _state, ...kept } = options;
  return { options: { ...kept, ...more }, outDir: options.outDir };
}
