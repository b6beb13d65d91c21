import { createHash } from "node:crypto";
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { must, npmPack } from "./packed.js";

const root = process.cwd();
/** Not below node_modules: a build has a link to it, and whoever walks it would walk in a circle. */
const built = join(tmpdir(), `svc-workshop-${createHash("sha256").update(root).digest("hex").slice(0, 8)}`);
const compiled = ["runtime", "generated", "codegen", "sandbox", "testing", "cli", "examples"];
const settings = ["package.json", "tsconfig.json", "tsconfig.build.json", "package-lock.json", "tools"];

/** How long a build that is not that of today's sources stays: somebody may still be using it. */
const keptMs = 3_600_000;

interface Manifest {
  readonly name: string;
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** The package as it is built and packed from today's sources. Read only: others use it as well. */
export interface Workshop {
  /** The folder it was built in: the repository's own, as far as programs need it. */
  readonly home: string;
  /** What npm would publish. */
  readonly archive: string;
}

/**
 * Builds and packs the package beside nobody's `dist`, once for the same sources: pages, the packed archive and the
 * tests of the installed package all stand on one build. Throws what the compiler says.
 */
export async function workshop(): Promise<Workshop> {
  const { manifest, shipped, place } = await today();
  if (await exists(place)) return inside(place);
  await removeOld();
  await mkdir(built, { recursive: true });
  const making = await mkdtemp(join(built, "making-"));
  try {
    await build(join(making, "home"), manifest, shipped);
    await rename(await npmPack(join(making, "home"), making), join(making, "package.tgz"));
    await rename(making, place);
  } catch (error) {
    await rm(making, { recursive: true, force: true });
    if (!(await exists(place))) throw error; // somebody else was faster
  }
  return inside(place);
}

/** The same where it was built before; undefined where it was not. */
export async function builtBefore(): Promise<Workshop | undefined> {
  const { place } = await today();
  return (await exists(place)) ? inside(place) : undefined;
}

const inside = (place: string): Workshop => ({ home: join(place, "home"), archive: join(place, "package.tgz") });

/** Where the build of today's sources is, or will be. */
async function today() {
  const manifest = JSON.parse(await readFile("package.json", "utf8")) as Manifest; // our own file
  const shipped = manifest.files.filter((file) => file !== "dist" && !file.startsWith("!"));
  return { manifest, shipped, place: join(built, await fingerprint([...compiled, ...settings, ...shipped])) };
}

const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** What is made from sources and lies among them: tests make it too, and nothing of it is built from. */
const made = join("sandbox", "page", "static");

/** Stands for the text of every file below these paths, but for what is made. */
async function fingerprint(paths: readonly string[]): Promise<string> {
  const hash = createHash("sha256").update(process.version);
  for (const path of paths.toSorted()) {
    const isFolder = (await stat(path)).isDirectory();
    const names = isFolder ? (await readdir(path, { recursive: true })).toSorted() : [""];
    for (const file of names.map((name) => join(path, name)))
      if (!file.startsWith(made) && (await stat(file)).isFile()) hash.update(`${file}\n`).update(await readFile(file));
  }
  return hash.digest("hex").slice(0, 16);
}

async function removeOld(): Promise<void> {
  for (const name of await readdir(built).catch(() => [])) {
    const { mtimeMs } = await stat(join(built, name));
    if (Date.now() - mtimeMs > keptMs) await rm(join(built, name), { recursive: true, force: true });
  }
}

/** What `npm run build` does, into another folder. */
async function build(home: string, { name, exports }: Manifest, shipped: readonly string[]): Promise<void> {
  await mkdir(home);
  for (const file of ["package.json", ...shipped]) await cp(file, join(home, file), { recursive: true });
  await symlink(join(root, "node_modules"), join(home, "node_modules"));
  // The examples import the package by its name; while it is only being made, its sources stand in.
  const paths = Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === "string" ? [] : [[name + subpath.slice(1), [sourceOf(target.types)]]],
  );
  const project = join(home, "tsconfig.json");
  await writeFile(
    project,
    JSON.stringify({
      extends: join(root, "tsconfig.build.json"),
      compilerOptions: {
        rootDir: root,
        outDir: join(home, "dist"),
        typeRoots: [join(root, "node_modules/@types")],
        paths: Object.fromEntries(paths),
      },
      include: compiled.map((folder) => join(root, folder)),
      exclude: [join(root, "sandbox/page")],
    }),
  );
  const node = (program: string, args: readonly string[], cwd: string) =>
    must(process.execPath, [join(root, program), ...args], cwd);
  const tsx = "node_modules/tsx/dist/cli.mjs";
  await node("node_modules/typescript-native/bin/tsc", ["-p", project], root);
  await node(tsx, [join(root, "tools/bundle.ts")], home);
  await node(tsx, [join(root, "tools/page.ts"), join(home, "dist/sandbox/page/static")], root);
}

/** The source that a built declaration is made of. */
const sourceOf = (types: string): string => join(root, types.slice("./dist/".length).replace(/\.d\.ts$/, ".ts"));
