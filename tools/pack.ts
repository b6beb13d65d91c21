/**
 * `npm run pack:check`: the package as npm would publish it. Lets publint read the archive, then unpacks it beside nothing
 * but its own dependencies, imports every subpath in a fresh process, and lets it make a project that must pass its own
 * test.
 */
import { access, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { isFound } from "../cli/optional-packages.js";
import { commands } from "../cli/table.js";
import { linkPackages, unpack } from "./packed.js";
import { run } from "./run.js";
import { workshop } from "./workshop.js";

interface Manifest {
  readonly name: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
}

const root = process.cwd();
const problems: string[] = [];

async function must(what: string, program: string, args: readonly string[], cwd = root): Promise<string> {
  const { code, output } = await run(program, args, { cwd, env: { ...process.env, NO_COLOR: "1" } });
  if (code !== 0) problems.push(`${what}:\n${output.trim()}`);
  return output;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** No file of the archive may carry a path of the machine that packed it or the name of a private registry. */
async function readForLeaks(home: string): Promise<void> {
  for (const entry of await readdir(home, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const text = await readFile(path, "latin1");
    if (text.includes(root)) problems.push(`${relative(home, path)} carries the path ${root}`);
    if (/\.test\.[jt]s$|(^|\/)test\//.test(relative(home, path)))
      problems.push(`${relative(home, path)} should not be shipped`);
  }
}

/** Imports every subpath in a fresh process; one that stands on an optional package may say that it is not there. */
async function importEach(manifest: Manifest, cwd: string, subpaths: readonly string[]): Promise<void> {
  const names = subpaths.map((subpath) => manifest.name + subpath.slice(1));
  const optional = Object.keys(manifest.peerDependencies ?? {});
  const script = `
    for (const name of ${JSON.stringify(names)})
      await import(name).catch((error) => {
        const absent = /Cannot find package '([^']+)'/.exec(error.message)?.[1];
        if (name === ${JSON.stringify(manifest.name)} || !${JSON.stringify(optional)}.includes(absent)) throw error;
        console.log(name + " needs " + absent);
      });`;
  const said = await must("importing every subpath", process.execPath, ["--input-type=module", "--eval", script], cwd);
  if (said.trim() !== "") console.log(said.trim());
}

/** Each command of the installed program helps itself, and says in one line which optional packages it lacks. */
async function callEach(home: string, cwd: string): Promise<void> {
  for (const { name, needs = [] } of commands) {
    const main = join(home, "dist/cli/main.js");
    const { code, output } = await run(process.execPath, [main, name, "--help"], { cwd });
    if (code !== 0) problems.push(`${name} --help ended with ${code}:\n${output}`);
    // A folder above the temporary one may hold packages of its own.
    const lacking = needs.filter((one) => !isFound(one, main));
    if (lacking.length === 0) continue;
    const bare = await run(process.execPath, [main, name], { cwd });
    const told = lacking.every((one) => bare.output.includes(` ${one}`)) && /^\S+ \S+ needs .*\n$/.test(bare.output);
    if (bare.code !== 1 || !told)
      problems.push(`${name} without ${lacking.join(", ")} ended with ${bare.code}:\n${bare.output}`);
  }
}

/** Bytes, after gzip, of a program that calls one route, by where a bundler is told that it will run. */
const mostBytes = { node: 19_240, neutral: 19_770, browser: 17_400 } as const;

/** What a program does not use, a bundler leaves out, under every condition that it may resolve the package by. */
async function bundleOneRoute(cwd: string): Promise<void> {
  const contents = `import { createClient, getMe } from "${manifest.name}"; await getMe(createClient({ baseUrl: "", token: "" }), {});`;
  const told = [
    ["node"],
    ["browser"],
    ["neutral"],
    ["node", "node"],
    ["node", "module-sync"],
    ["node", "bun"],
  ] as const;
  for (const [platform, ...conditions] of told) {
    const { outputFiles } = await build({
      ...(conditions.length > 0 && { conditions }),
      stdin: { contents, resolveDir: cwd },
      bundle: true,
      minify: true,
      format: "esm",
      platform,
      external: ["node:*"],
      write: false,
    });
    const bytes = gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
    const most = mostBytes[platform];
    if (bytes > most)
      problems.push(`one route is ${bytes} bytes for the platform ${[platform, ...conditions].join()}, over ${most}`);
  }
}

/** A project made by the packed program compiles and passes its own test, with the package as it is published. */
async function makeProject(home: string, place: string): Promise<void> {
  await linkPackages(place, ["vitest", "typescript", "@types/node"]);
  const bot = join(place, "bot");
  await must("init", process.execPath, [join(home, "dist/cli/main.js"), "init", bot]);
  await must("the new project's compiler", process.execPath, [
    join(root, "node_modules/typescript-native/bin/tsc"),
    "-p",
    bot,
  ]);
  const vitest = join(root, "node_modules/vitest/vitest.mjs");
  const said = await must("the new project's test", process.execPath, [vitest, "run", "--root", bot]);
  if (!/Tests +1 passed/.test(said)) problems.push(`the new project's test did not run:\n${said}`);
}

const manifest = JSON.parse(await readFile("package.json", "utf8")) as Manifest; // our own file
const place = await mkdtemp(join(tmpdir(), "pack-check-"));
try {
  // A package of its own: a package.json that lies above it could be taken for the one that is checked.
  await writeFile(join(place, "package.json"), JSON.stringify({ name: "somebody", private: true }));
  const { home: made, archive } = await workshop();

  const subpaths: string[] = [];
  const waiting: string[] = [];
  for (const [subpath, target] of Object.entries(manifest.exports)) {
    if (typeof target === "string") continue;
    const source = target.default.replace("./dist/", "./").replace(/\.js$/, ".ts");
    if (!(await exists(source))) waiting.push(subpath);
    else if (await exists(join(made, target.default))) subpaths.push(subpath);
    else problems.push(`${subpath} points at ${target.default}, which the build did not make`);
  }

  const home = await unpack(archive, place);
  await Promise.all([
    waiting.length > 0 ||
      must("publint", join(root, "node_modules/.bin/publint"), ["run", archive, "--strict", "--pack", "false"]),
    readForLeaks(home),
    importEach(manifest, place, subpaths),
    callEach(home, place),
    bundleOneRoute(place),
  ]);
  await makeProject(home, place);
  console.log(`${manifest.name}: ${subpaths.length} subpaths import, a new project passes its test`);
  if (waiting.length > 0) console.log(`not written yet: ${waiting.join(", ")}`);
} finally {
  await rm(place, { recursive: true, force: true });
}

for (const problem of problems) console.error(problem);
process.exitCode = problems.length === 0 ? 0 : 1;
