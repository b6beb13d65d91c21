/**
 * What the generated types cost whoever uses them: checking fifty calls, and the first completion in an editor, against
 * a client generated from a large document and shipped as declarations.
 *
 *   npx tsx bench/codegen/types.ts document.json …
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { emitAll } from "../../codegen/emit/index.js";
import { Problems } from "../../codegen/load/problems.js";
import { buildModel } from "../../codegen/model/build.js";
import type { Model } from "../../codegen/model/model.js";
import { typeName } from "../../codegen/model/names.js";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ROUNDS = Number(process.env["ROUNDS"] ?? 5);
const CALLS = 50;
const OPTIONS = {
  target: "ES2023",
  module: "NodeNext",
  strict: true,
  skipLibCheck: true,
  types: ["node"],
  typeRoots: [join(ROOT, "node_modules/@types")],
  paths: { "typebox/schema": [join(ROOT, "node_modules/typebox/build/schema/index.d.mts")] },
};

function write(path: string, text: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
}

/** Declarations of the generated client, as a package would ship them. */
async function declarations(home: string, document: string): Promise<Model> {
  const model = await buildModel({ openapi: document, base: join(document, ".."), clashes: "nest" }, new Problems());
  for (const { path, text } of emitAll(model, { runtime: "../abi/index.js" })) write(join(home, "src/out", path), text);
  cpSync(join(ROOT, "runtime/abi"), join(home, "src/abi"), { recursive: true });
  write(join(home, "package.json"), '{ "type": "module" }');
  const compilerOptions = {
    ...OPTIONS,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: "src",
    outDir: "client",
  };
  write(join(home, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["src"] }));
  execFileSync(process.execPath, [join(ROOT, "node_modules/typescript-native/bin/tsc"), "-p", home]);
  return model;
}

/** A program with the first `count` operations called, their results looked at. */
function program(model: Model, count: number): string {
  const used = model.operations.filter(({ stream }) => !stream).slice(0, count);
  const lines = used.map(({ functionName }, index) => {
    const type = typeName(functionName);
    return `declare const p${index}: T.${type}Params;\nexport const r${index}: Promise<T.${type}Result> = ${functionName}(caller, p${index});`;
  });
  const names = used.map(({ functionName }) => functionName).join(", ");
  return [
    `import type * as T from "./client/out/types.js";`,
    ...(count === 0 ? [] : [`import { ${names} } from "./client/out/routes.js";`]),
    `import type { Caller } from "./client/abi/index.js";`,
    "export declare const caller: Caller;",
    ...lines,
  ].join("\n");
}

/** Seconds of CPU for checking the file that calls, once everything is parsed. */
function checkTimeS(home: string): number {
  const { options } = ts.convertCompilerOptionsFromJson(OPTIONS, home);
  const path = join(home, "use.ts");
  const made = ts.createProgram([path], { ...options, noEmit: true });
  const { user } = process.cpuUsage();
  const problems = [...made.getGlobalDiagnostics(), ...made.getSemanticDiagnostics(made.getSourceFile(path))];
  const spentUs = process.cpuUsage().user - user;
  if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, ts.createCompilerHost(options)));
  return spentUs / 1e6;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[Math.floor(list.length / 2)] ?? Number.NaN;
}

/** Milliseconds of CPU for the first completion inside a call, once the files are read. */
function firstCompletionMs(home: string, text: string, at: number): { ms: number; entries: number } {
  const path = join(home, "edit.ts");
  const { options } = ts.convertCompilerOptionsFromJson(OPTIONS, home);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [path],
    getScriptVersion: () => "1",
    getScriptSnapshot: (name) => {
      const content = name === path ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => home,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
    fileExists: (name) => name === path || ts.sys.fileExists(name),
    readFile: (name) => ts.sys.readFile(name),
    directoryExists: (name) => ts.sys.directoryExists(name),
  });
  service.getProgram()?.getSyntacticDiagnostics();
  const { user } = process.cpuUsage();
  const found = service.getCompletionsAtPosition(path, at, {});
  return { ms: (process.cpuUsage().user - user) / 1_000, entries: found?.entries.length ?? 0 };
}

console.log("| | 50 calls checked, s of CPU | without calls, s | first completion, ms of CPU |\n|---|---:|---:|---:|");
for (const document of process.argv.slice(2)) {
  const home = mkdtempSync(join(tmpdir(), "bench-types-"));
  const model = await declarations(home, document);
  const times = [0, CALLS].map((count) => {
    write(join(home, "use.ts"), program(model, count));
    return median(Array.from({ length: ROUNDS }, () => checkTimeS(home)));
  });
  const called = model.operations.find(({ parameters }) => parameters.length > 1);
  const text = `import { ${called?.functionName} } from "./client/out/routes.js";\nimport type { Caller } from "./client/abi/index.js";\ndeclare const caller: Caller;\n${called?.functionName}(caller, { `;
  const completions = Array.from({ length: ROUNDS }, () => firstCompletionMs(home, `${text}});\n`, text.length));
  if (completions.some(({ entries }) => entries === 0)) throw new Error("nothing was offered");
  const ms = median(completions.map((item) => item.ms));
  console.log(`| ${basename(document)} | ${times[1]?.toFixed(2)} | ${times[0]?.toFixed(2)} | ${ms.toFixed(0)} |`);
  rmSync(home, { recursive: true, force: true });
}
