import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "./run.js";

const root = process.cwd();
const folders = ["runtime", "generated", "codegen", "sandbox", "cli", "examples"];

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** The source that a built declaration is made of. */
const sourceOf = (types: string): string => join(root, types.slice("./dist/".length).replace(/\.d\.ts$/, ".ts"));

/** What the lock file says of one installed package. */
interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Names of every package that a user gets by installing ours: what it depends on, and what that depends on. */
async function shippedPackages(): Promise<ReadonlySet<string>> {
  const lock = JSON.parse(await readFile("package-lock.json", "utf8")) as { packages: Record<string, Locked> }; // npm's own
  const found = new Set<string>();
  const queue = [lock.packages[""]];
  for (let one = queue.pop(); one !== undefined; one = queue.pop())
    for (const name of Object.keys(one.dependencies ?? {})) {
      if (found.has(name)) continue;
      found.add(name);
      queue.push(lock.packages[`node_modules/${name}`]);
    }
  return found;
}

/** Puts links to the packages that ours depends on, and to `others`, into a folder's node_modules. */
export async function linkPackages(place: string, others: readonly string[] = []): Promise<void> {
  for (const name of [...(await shippedPackages()), ...others]) {
    const link = join(place, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await rm(link, { force: true });
    await symlink(join(root, "node_modules", name), link);
  }
}

/** The package as installed in an empty project, so that code can import it by its public names. */
export interface Installation {
  /** The project's folder. */
  readonly place: string;
  remove(): Promise<void>;
}

/** Builds the package straight into the node_modules of an empty project. Throws what the compiler says. */
export async function install(others: readonly string[] = []): Promise<Installation> {
  const place = await mkdtemp(join(tmpdir(), "installed-"));
  const remove = (): Promise<void> => rm(place, { recursive: true, force: true });
  try {
    const manifest = await readFile("package.json", "utf8");
    const { name, exports } = JSON.parse(manifest) as Manifest; // our own file
    const home = join(place, "node_modules", name);
    await mkdir(home, { recursive: true });
    // What is compiled here are single modules, without the files that only a whole build makes for Node.
    await writeFile(
      join(home, "package.json"),
      JSON.stringify(
        JSON.parse(manifest, (key, value: unknown) =>
          key === "node" && typeof value === "string" && value.startsWith("./dist/") ? undefined : value,
        ),
      ),
    );
    await writeFile(join(place, "package.json"), JSON.stringify({ name: "somebody", private: true, type: "module" }));
    // The examples import the package by its name; while it is only being made, its sources stand in.
    const paths = Object.entries(exports).flatMap(([subpath, target]) =>
      typeof target === "string" ? [] : [[name + subpath.slice(1), [sourceOf(target.types)]]],
    );
    const settings = {
      extends: join(root, "tsconfig.build.json"),
      compilerOptions: {
        rootDir: root,
        outDir: join(home, "dist"),
        typeRoots: [join(root, "node_modules/@types")],
        paths: Object.fromEntries(paths),
      },
      include: folders.map((folder) => join(root, folder)),
    };
    await writeFile(join(place, "build.json"), JSON.stringify(settings));
    const build = ["node_modules/typescript-native/bin/tsc", "-p", join(place, "build.json")];
    const { code, output } = await run(process.execPath, build);
    await rm(join(place, "build.json"));
    if (code !== 0) throw new Error(output);
    await linkPackages(place, others);
    return { place, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
