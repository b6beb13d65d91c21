import { createHash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import type { Core } from "./cores.js";
import type { Equivalent } from "./equivalents.js";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const RECORD = `${ROOT}test/long/mutants/judged.json`;
/** What makes the mutants. */
const ALWAYS = ["test/long/mutants/stryker.ts", "test/long/mutants/package.json"];

/** How a core was judged when its tests last ran against its mutants. */
export interface Judged {
  /** Of the core and its tests: see {@link fingerprint}. */
  readonly fingerprint: string;
  readonly mutants: number;
  readonly killed: number;
  readonly equivalent: number;
  /** Each that lives and should not. */
  readonly alive: readonly string[];
}

/**
 * Stands for what decides the verdict about a core: the code of its files, of its tests and of the helpers of tests that
 * these load, without comments and types, and the list of equivalent mutants. What is the same is not judged again. Other
 * code that the tests run through is left out: it changes every day, and hardly ever which mutants are noticed.
 */
export async function fingerprint(core: Core, equivalents: readonly Equivalent[]): Promise<string> {
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    entryPoints: [...core.files, ...core.tests],
    outdir: "nowhere",
    bundle: true,
    write: false,
    minifyWhitespace: true,
    legalComments: "none",
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "silent",
    plugins: [only(core)],
  });
  const hash = createHash("sha256").update(JSON.stringify(equivalents));
  const read = await Promise.all((core.reads ?? []).map(filesBelow));
  for (const { path, text } of outputFiles) hash.update(`${relative(ROOT, path)}\n${text}`);
  for (const path of [...ALWAYS, ...read.flat()].toSorted())
    hash.update(`${path}\n`).update(await readFile(ROOT + path));
  return hash.digest("hex").slice(0, 24);
}

/** A file by itself, or every file in a folder. */
async function filesBelow(path: string): Promise<readonly string[]> {
  if (!(await stat(ROOT + path)).isDirectory()) return [path];
  const names = await readdir(ROOT + path, { recursive: true, withFileTypes: true });
  return names.filter((one) => one.isFile()).map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)));
}

/** Takes in the files of the core and of tests, and leaves out all others. */
const only = ({ files }: Core): Plugin => ({
  name: "the core and its tests",
  setup(bundle) {
    bundle.onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
      if (kind === "entry-point") return undefined;
      const file = relative(ROOT, join(resolveDir, path.replace(/\.js$/, ".ts")));
      const isOwn = path.startsWith(".") && (file.startsWith("test/") || files.includes(file));
      return isOwn ? undefined : { path, external: true };
    });
  },
});

/** How each core was judged last, by name. */
export async function readJudged(): Promise<Readonly<Record<string, Judged>>> {
  const text = await readFile(RECORD, "utf8").catch(() => "{}");
  return JSON.parse(text) as Record<string, Judged>; // written below
}

/** Keeps how a core was judged. */
export async function keepJudged(name: string, judged: Judged): Promise<void> {
  const all = Object.entries({ ...(await readJudged()), [name]: judged });
  const inOrder = Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
  await writeFile(RECORD, `${JSON.stringify(inOrder, undefined, 2)}\n`);
}
