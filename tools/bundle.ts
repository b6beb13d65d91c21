/**
 * Runs after the compiler and makes `dist/node/`, which Node loads by the `node` condition of package.json. What the main
 * entry needs at start is two files there: `main.js`, with the App, and `base.js`, on which it and all others stand. What
 * calls without the App add and what an App loads when it starts to take deliveries or to read events are three others, and
 * each module that went into one of them is a line that hands on its exports from there.
 *
 * Node spends far more on finding and opening a module than on reading it: some 200 small files take 90 ms to import,
 * the same text in two files a fraction of that. Modules stay single whichever subpath they are reached by.
 *
 * Bundlers for Node get these files too, as some copy what they found beside their bundle, and Node then looks for what it
 * would load. They keep what is used: nothing here has effects when it is loaded (`pure.ts`), and no module that is loaded
 * later stands on the file that loads it, of which bundlers would then keep everything. Bundlers for anything else get the
 * files as the compiler wrote them.
 */
import { appendFile, cp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, relative, resolve, sep } from "node:path";
import { build, type Metafile, type Plugin, transform } from "esbuild";
import { makeElsewhere } from "./elsewhere.js";
import { nameExports, namesOf } from "./named-exports.js";
import { namespacesAsValues, withoutEffects } from "./pure.js";

const HOME = "dist/node";

/** The main entry, and what it hands on by `export *` of a file below it. */
const MAIN = `${HOME}/runtime/index.js`;
const CLIENT = `${HOME}/runtime/http/index.js`;
const ROUTES = `${HOME}/generated/routes.js`;

/** The entry that only hands on what others hold. */
const REST = `${HOME}/runtime/rest.js`;

const BASE_FILE = `${HOME}/base.js`;
const MAIN_FILE = `${HOME}/main.js`;

/** Files to make over the base and the main one, in the order in which they may lean on each other. */
const FILES = [
  { file: `${HOME}/rest.js`, from: [`${HOME}/runtime/http/fetch-client/client.js`, `${HOME}/runtime/caller/index.js`] },
  { file: `${HOME}/delivery.js`, from: [`${HOME}/runtime/delivery/index.js`, `${HOME}/runtime/app/deliveries.js`] },
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

/** Whether a module, or one that it stands on, imports another of ours when it runs. */
const loadsLater = (inputs: Metafile["inputs"], path: string): boolean =>
  [...reach(inputs, [path])].some((one) =>
    inputs[one]?.imports.some(({ kind, path: to }) => kind === "dynamic-import" && isShared(to)),
  );

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

/** What `engines` of package.json asks for, such as 20.19. */
async function oldestNode(): Promise<{ readonly name: string; readonly major: string; readonly minor: string }> {
  const { name, engines } = JSON.parse(await readFile("package.json", "utf8")) as {
    name: string;
    engines: { node: string };
  }; // our own file
  const [major = "", minor = ""] = engines.node.replace(">=", "").split(".");
  return { name, major, minor };
}

/**
 * Says on an older Node what is needed, rather than to fail at whatever that one lacks first. Nothing needs the variable:
 * bundlers leave the check out.
 */
async function nodeCheck(): Promise<string> {
  const { name, major, minor } = await oldestNode();
  return `var checkedNode = /* @__PURE__ */ (() => {
  const version = process.versions.node;
  const [major, minor] = version.split(".").map(Number);
  if (major < ${major} || (major === ${major} && minor < ${minor}))
    throw new Error(\`${name} needs Node ${major}.${minor} or later; this is Node \${version}.\`);
})();
`;
}

/** What `require()` gets where it cannot load ES modules: an error that says what to do. */
async function requireError(): Promise<string> {
  const { name, major, minor } = await oldestNode();
  return `"use strict";
throw new Error(
  "${name} consists of ES modules. require() loads those on Node ${major}.${minor} and later, where it is not switched off; " +
    "import() loads them everywhere; Jest does with NODE_OPTIONS=--experimental-vm-modules. This is Node " +
    process.versions.node + ".",
);
`;
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

/** Where the exports of a module lie that went into a file: the file, and the names that they carry there. */
const homes = new Map<string, { readonly file: string; readonly nameOf: (name: string) => string }>();

/** Imports of what another file holds name that file itself: each module on the way to it would be one more to open. */
const straight = (text: string): string =>
  text.replace(/^import \{([^}]+)\} from "\.\/([^"]+)";$/gm, (line, names: string, path: string) => {
    const home = homes.get(`${HOME}/${path}`);
    if (home === undefined) return line;
    const pairs = names.split(",").map((pair) => pair.trim().split(" as "));
    const tags = pairs.map(([name = "", alias = name]) => `${home.nameOf(name)} as ${alias}`);
    return `import { ${tags.join(", ")} } from "./${posix(relative(HOME, home.file))}";`;
  });

/** Node reads a file the sooner the smaller it is; lines and names stay, for whoever reads a stack. */
const SMALLER = { format: "esm", target: "node20", minifyWhitespace: true, lineLimit: 160 } as const;

/** Bundles `lines`, which import modules of `inside`, into a file. */
async function makeFile(file: string, inside: ReadonlySet<string>, lines: readonly string[]): Promise<void> {
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
  // esbuild names each module by its path from here, which leads out of this folder where node_modules is a link.
  const text = outputFiles.map((output) => output.text.replace(/^\/\/ \S*\/(?=node_modules\/)/gm, "// ")).join("");
  const check = file === BASE_FILE ? await nodeCheck() : "";
  // Marks come last: esbuild drops those that it finds.
  const { code } = await transform(check + namespacesAsValues(straight(text)), SMALLER);
  await writeFile(file, (await notice(Object.keys(metafile.inputs))) + withoutEffects(code, file));
}

/** A line that hands on exports of a module from where they lie now. */
function handingOn(from: string, module: string, names: readonly string[]): string {
  const home = homes.get(module);
  if (home === undefined || names.length === 0) return "export {};\n";
  const path = posix(relative(dirname(from), home.file));
  const pairs = names.map((name) => (home.nameOf(name) === name ? name : `${home.nameOf(name)} as ${name}`));
  return `export { ${pairs.join(", ")} } from "${path.startsWith(".") ? path : `./${path}`}";\n`;
}

/** Makes one file of which all that `modules` export can be had. */
async function makeShared(file: string, inside: ReadonlySet<string>, modules: readonly string[]): Promise<void> {
  const lines = modules.map(async (module, at) => {
    const pairs = (await namesOf(module)).map((name) => `${name} as ${tagged(at, name)}`);
    return `export { ${pairs.join(", ")} } from "./${module}";`;
  });
  await makeFile(file, inside, await Promise.all(lines));
  modules.forEach((module, at) => homes.set(module, { file, nameOf: (name) => tagged(at, name) }));
}

/** Makes the main file: its exports are those of the main entry, so that this has no file of its own. */
async function makeMain(inside: ReadonlySet<string>, modules: readonly string[]): Promise<void> {
  const main = (await import(resolve(MAIN))) as Readonly<Record<string, unknown>>;
  const below = await Promise.all([CLIENT, ROUTES].map(async (module) => [module, await namesOf(module)] as const));
  const handed = new Set(below.flatMap(([, names]) => names));
  for (const module of modules)
    for (const [name, value] of Object.entries((await import(resolve(module))) as object))
      if (main[name] !== value) throw new Error(`${module} exports ${name}, which the main entry does not`);
  const isHanded = (path: string): boolean =>
    [CLIENT, ROUTES].includes(posix(relative(".", resolve(dirname(MAIN), path))));
  const text = await readFile(MAIN, "utf8");
  await writeFile(
    MAIN,
    text.replace(/^export \* from "(.*)";$/gm, (line, path: string) => (isHanded(path) ? "" : line)),
  );
  const own = Object.keys(main).filter((name) => !handed.has(name));
  await makeFile(MAIN_FILE, inside, [`export { ${own.join(", ")} } from "./${MAIN}";`]);
  for (const module of modules) homes.set(module, { file: MAIN_FILE, nameOf: (name) => name });
  const others = below.map(([module, names]) => handingOn(MAIN_FILE, module, names));
  await appendFile(MAIN_FILE, others.join(""));
}

/** Names what REST hands on by `export *`, straight from the files that hold it. */
async function nameRest(): Promise<void> {
  const text = await readFile(REST, "utf8");
  const lines = text.split("\n").map(async (line) => {
    const [, from] = /^export (?:\*|\{.*\}) from "(.*)";$/.exec(line) ?? [];
    if (from === undefined) return line;
    const module = here(resolve(dirname(REST), from));
    const [, listed] = /\{(.*)\}/.exec(line) ?? [];
    const names = listed === undefined ? await namesOf(module) : listed.split(",").map((name) => name.trim());
    return homes.has(module)
      ? handingOn(REST, module, names).trim()
      : `export { ${names.join(", ")} } from ${JSON.stringify(from)};`;
  });
  await writeFile(REST, (await Promise.all(lines)).join("\n"));
}

await rm(HOME, { recursive: true, force: true });
const compiled = (await readdir("dist", { recursive: true })).map(posix);
await Promise.all(
  compiled.filter((file) => file.endsWith(".js")).map(async (file) => cp(`dist/${file}`, `${HOME}/${file}`)),
);
await nameExports(compiled.filter((file) => file.endsWith(".js")).map((file) => `dist/${file}`));
const inputs = await importsOfAll();
const exported = new Map<string, readonly string[]>();
const taken = new Set<string>();
const without = (paths: ReadonlySet<string>): Set<string> => new Set([...paths].filter((path) => !taken.has(path)));

/** Takes modules into a file, and remembers which of them somebody reaches from elsewhere. */
async function take(inside: ReadonlySet<string>, make: (modules: readonly string[]) => Promise<void>): Promise<void> {
  const needed = await neededBeside(inside, inputs);
  const modules = [...inside].filter((path) => needed.has(path)).sort();
  for (const module of modules) exported.set(module, await namesOf(module));
  await make(modules);
  for (const path of inside) taken.add(path);
}

const ofMain = reach(inputs, [MAIN]);
const needed = await neededBeside(ofMain, inputs);
const ofBase = [...ofMain].filter((path) => (needed.has(path) || path === CLIENT) && !loadsLater(inputs, path));
await take(reach(inputs, ofBase), async (modules) =>
  makeShared(BASE_FILE, reach(inputs, ofBase), [...new Set([...modules, CLIENT, ROUTES])]),
);
const rest = without(ofMain);
await take(rest, async (modules) => makeMain(rest, modules));
for (const { file, from } of FILES) {
  const inside = without(reach(inputs, from));
  await take(inside, async (modules) => makeShared(file, inside, modules));
}
for (const path of taken) {
  const names = exported.get(path);
  if (names === undefined) await rm(path);
  else await writeFile(path, handingOn(path, path, names));
}
await nameRest();
await writeFile(`${HOME}/require.cjs`, await requireError());
await makeElsewhere();
