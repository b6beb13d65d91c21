/**
 * Runs after the compiler, on `dist/`: everything that the main entry loads at start becomes one file, `dist/core.js`,
 * and each module that went into it becomes a file of one line that hands on its exports from there.
 *
 * Node spends far more on finding and opening a module than on reading it: some 200 small files take 90 ms to import,
 * the same text in one file a fraction of that. Modules stay single whichever subpath they are reached by, bundlers
 * still drop what nobody uses, and declarations are left as the compiler wrote them.
 */
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { build, type Metafile } from "esbuild";

const MAIN = "dist/runtime/index.js";
const CORE = "dist/core.js";

/** Stays outside: which file this is depends on the runtime that resolves it. */
const CONDITIONAL = "#transport";

interface Loaded {
  /** Modules of `dist/` that the main entry imports statically, whatever the condition. */
  readonly modules: readonly string[];
  /** Packages whose code becomes part of the file. */
  readonly packages: readonly string[];
}

/**
 * Generated modules are data and functions without state: the file holds a copy of what it uses of them, and they stay
 * what they are for the subpaths that hand them out.
 */
const isPure = (path: string): boolean => path.startsWith("dist/generated/");

const posix = (path: string): string => path.split(sep).join("/");

/** Follows static imports from the main entry, and both files that the conditional import may mean. */
async function loadedByMain(): Promise<Loaded> {
  const entryPoints = [
    MAIN,
    "dist/runtime/http/transport/default-node.js",
    "dist/runtime/http/transport/default-fetch.js",
  ];
  const options = { bundle: true, splitting: true, write: false, metafile: true, logLevel: "warning" } as const;
  const { metafile } = await build({
    ...options,
    entryPoints,
    format: "esm",
    platform: "node",
    external: [CONDITIONAL],
    outdir: "dist",
  });
  const found = reach(metafile, entryPoints);
  const isOurs = (path: string) => path.startsWith("dist/");
  const packages = found
    .filter((path) => !isOurs(path))
    .map((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? path);
  return { modules: found.filter((path) => isOurs(path) && !isPure(path)).sort(), packages: [...new Set(packages)].sort() };
}

function reach({ inputs }: Metafile, from: readonly string[]): string[] {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path) || inputs[path] === undefined) return;
    seen.add(path);
    for (const { path: next, kind } of inputs[path].imports) if (kind === "import-statement") visit(next);
  };
  for (const path of from) visit(path);
  return [...seen];
}

/** The modules of the core that something outside of it imports: another file of `dist/`, or a subpath of the package. */
async function neededOutside(core: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const files = (await readdir("dist", { recursive: true })).map((file) => `dist/${posix(file)}`);
  const entryPoints = files.filter((file) => file.endsWith(".js") && !core.has(file));
  const options = { bundle: true, splitting: true, write: false, metafile: true, logLevel: "warning" } as const;
  const { metafile } = await build({
    ...options,
    entryPoints,
    format: "esm",
    platform: "node",
    packages: "external",
    outdir: "dist",
  });
  const needed = new Set<string>();
  for (const [path, { imports }] of Object.entries(metafile.inputs)) {
    // What is loaded later lies outside as well, whoever loads it.
    for (const { path: to, kind } of imports) if (!core.has(path) || kind === "dynamic-import") needed.add(to);
  }
  const manifest: unknown = JSON.parse(await readFile("package.json", "utf8"));
  for (const [file] of JSON.stringify(manifest).matchAll(/dist\/[^"]+\.js/g)) needed.add(file);
  return new Set([...core].filter((path) => needed.has(path)));
}

/** Names that a module exports: as Node sees them, re-exports included. */
async function exportsOf(module: string): Promise<readonly string[]> {
  return Object.keys((await import(resolve(module))) as object).sort();
}

/** The licence of each package whose code is in the file travels with it. */
async function notice(packages: readonly string[]): Promise<string> {
  const texts = packages.map(
    async (name) => `${name}\n\n${(await readFile(`node_modules/${name}/LICENSE`, "utf8")).trim()}`,
  );
  const all = await Promise.all(texts);
  return all.length === 0 ? "" : `/*!\nHolds code of:\n\n${all.join("\n\n")}\n*/\n`;
}

const { modules: core, packages } = await loadedByMain();
const outside = await neededOutside(new Set(core));
const modules = core.filter((module) => outside.has(module));
const names = await Promise.all(modules.map(exportsOf));
/** Exports of all modules share one file: each carries the number of its module. */
const tagged = (at: number, name: string): string => `m${at}_${name}`;
const source = modules.flatMap((module, at) => {
  const list = (names[at] ?? []).map((name) => `${name} as ${tagged(at, name)}`).join(", ");
  return list === "" ? [] : [`export { ${list} } from ${JSON.stringify(`./${module}`)};`];
});

await build({
  stdin: { contents: source.join("\n"), resolveDir: process.cwd(), sourcefile: "core" },
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20",
  minifyWhitespace: true,
  minifySyntax: true,
  external: [CONDITIONAL],
  plugins: [
    {
      // What is loaded later stays a file of its own, found from where the new file lies.
      name: "keep dynamic imports",
      setup(hooks) {
        hooks.onResolve({ filter: /./ }, ({ kind, path, resolveDir }) => {
          if (kind !== "dynamic-import") return undefined;
          const file = path.startsWith(".") ? `./${posix(relative("dist", resolve(resolveDir, path)))}` : path;
          return { path: file, external: true };
        });
      },
    },
  ],
  banner: { js: await notice(packages) },
  outfile: CORE,
  legalComments: "none",
  logLevel: "warning",
});

await Promise.all(
  modules.map(async (module, at) => {
    const core = posix(relative(dirname(module), CORE));
    const list = (names[at] ?? []).map((name) => `${tagged(at, name)} as ${name}`).join(", ");
    const from = JSON.stringify(core.startsWith(".") ? core : `./${core}`);
    await writeFile(module, list === "" ? "export {};\n" : `export { ${list} } from ${from};\n`);
  }),
);

// Nobody can reach the others any more.
await Promise.all(core.filter((module) => !outside.has(module)).map((module) => rm(module)));
