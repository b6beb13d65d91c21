/**
 * Runs after the compiler and makes `dist/node/`, which Node loads by the `node` condition of package.json: everything
 * that the main entry needs at start is one file there, `core.js`, what the small client adds and what an App loads when
 * it starts to read events are two others, and each module that went into one of them is a line that hands on its
 * exports from there.
 *
 * Node spends far more on finding and opening a module than on reading it: some 200 small files take 90 ms to import,
 * the same text in one file a fraction of that. Modules stay single whichever subpath they are reached by. Bundlers for
 * browsers and workers get the files as the compiler wrote them, of which they keep what is used.
 */
import { cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";

const HOME = "dist/node";

/** Files to make, in the order in which they may lean on each other. */
const FILES = [
  { file: `${HOME}/core.js`, from: [`${HOME}/runtime/index.js`] },
  { file: `${HOME}/fetch.js`, from: [`${HOME}/runtime/fetch.js`] },
  { file: `${HOME}/events.js`, from: [`${HOME}/runtime/events/index.js`, `${HOME}/runtime/app/source.js`] },
] as const;

/**
 * Generated modules are data and functions without state: each file holds a copy of what it uses of them, and they stay
 * what they are for the subpaths that hand them out.
 */
const isShared = (path: string): boolean => path.startsWith(`${HOME}/`) && !path.startsWith(`${HOME}/generated/`);

const posix = (path: string): string => path.split(sep).join("/");
const here = (path: string): string => posix(relative(".", path));

/** Who imports whom, statically or later, in all of the folder; packages that are optional stay outside. */
async function importsOfAll(): Promise<Metafile["inputs"]> {
  const files = (await readdir(HOME, { recursive: true })).map((file) => `${HOME}/${posix(file)}`);
  const { metafile } = await build({
    entryPoints: files.filter((file) => file.endsWith(".js")),
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    packages: "external",
    outdir: HOME,
    logLevel: "warning",
  });
  return metafile.inputs;
}

function reach(inputs: Metafile["inputs"], from: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path) || !isShared(path)) return;
    seen.add(path);
    for (const { path: next, kind } of inputs[path]?.imports ?? []) if (kind === "import-statement") visit(next);
  };
  for (const path of from) visit(path);
  return seen;
}

/** Modules that something imports which is not one of `inside`, or that package.json names. */
async function neededBeside(inside: ReadonlySet<string>, inputs: Metafile["inputs"]): Promise<ReadonlySet<string>> {
  const needed = new Set<string>();
  for (const [path, { imports }] of Object.entries(inputs)) {
    for (const { path: to, kind } of imports) if (!inside.has(path) || kind === "dynamic-import") needed.add(to);
  }
  const manifest = await readFile("package.json", "utf8");
  for (const [file] of manifest.matchAll(/dist\/node\/[^"]+\.js/g)) needed.add(file);
  return needed;
}

/** The licences of the packages whose code goes into a file travel with it. */
async function notice(inputs: readonly string[]): Promise<string> {
  const names = inputs.flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? []);
  const texts = [...new Set(names)].map(
    async (name) => `${name}\n\n${await readFile(`node_modules/${name}/LICENSE`, "utf8")}`,
  );
  const all = await Promise.all(texts);
  return all.length === 0 ? "" : `/*!\nHolds code of ${all.join("\n").trim()}\n*/\n`;
}

/** Leaves out what another file holds, and what is loaded later: both are found from where the new file lies. */
const outsideOf = (inside: ReadonlySet<string>): Plugin => ({
  name: "leave outside",
  setup(hooks) {
    hooks.onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
      const target = here(resolve(resolveDir, path));
      const isInside = kind === "import-statement" && (inside.has(target) || !isShared(target));
      return isInside ? undefined : { path: `./${posix(relative(HOME, target))}`, external: true };
    });
    hooks.onResolve({ filter: /^[^.]/ }, ({ kind, path }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
});

/** Exports of all modules share one file: each carries the number of its module. */
const tagged = (at: number, name: string): string => `m${at}_${name}`;

/** Makes one file; resolves with the lines that hand on its exports, by module. */
async function makeFile(
  file: string,
  inside: ReadonlySet<string>,
  modules: readonly string[],
): Promise<Map<string, string>> {
  const names = await Promise.all(
    modules.map(async (module) => Object.keys((await import(resolve(module))) as object).sort()),
  );
  const list = (at: number, pair: (name: string) => string) => (names[at] ?? []).map(pair).join(", ");
  const lines = modules.map(
    (module, at) => `export { ${list(at, (name) => `${name} as ${tagged(at, name)}`)} } from "./${module}";`,
  );
  const { metafile, outputFiles } = await build({
    stdin: { contents: lines.join("\n"), resolveDir: process.cwd(), sourcefile: file },
    bundle: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "node20",
    plugins: [outsideOf(inside)],
    outfile: file,
    legalComments: "none",
    logLevel: "warning",
  });
  const text = outputFiles.map((output) => output.text).join("");
  await writeFile(file, (await notice(Object.keys(metafile.inputs))) + text);
  return new Map(
    modules.map((module, at) => {
      const path = posix(relative(dirname(module), file));
      const handed = list(at, (name) => `${tagged(at, name)} as ${name}`);
      return [module, handed === "" ? "export {};\n" : `export { ${handed} } from "${path}";\n`];
    }),
  );
}

await rm(HOME, { recursive: true, force: true });
const compiled = (await readdir("dist", { recursive: true })).map(posix);
await Promise.all(
  compiled.filter((file) => file.endsWith(".js")).map(async (file) => cp(`dist/${file}`, `${HOME}/${file}`)),
);
const inputs = await importsOfAll();
const taken = new Set<string>();
const rewritten = new Map<string, string>();
for (const { file, from } of FILES) {
  const inside = new Set([...reach(inputs, from)].filter((path) => !taken.has(path)));
  const needed = await neededBeside(inside, inputs);
  const modules = [...inside].filter((path) => needed.has(path)).sort();
  for (const [module, line] of await makeFile(file, inside, modules)) rewritten.set(module, line);
  for (const path of inside) taken.add(path);
}
for (const path of taken) {
  const line = rewritten.get(path);
  if (line === undefined) await rm(path);
  else await writeFile(path, line);
}
