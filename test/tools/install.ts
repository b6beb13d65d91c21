import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { run } from "./run.js";

const root = process.cwd();
const folders = ["runtime", "generated", "codegen", "sandbox", "cli", "examples"];

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** The source that a built declaration is made of. */
const sourceOf = (types: string): string => join(root, types.slice("./dist/".length).replace(/\.d\.ts$/, ".ts"));

/** Directories of every package that a user gets by installing ours, optional peers left out. */
async function shippedPackages(): Promise<string[]> {
  const { output } = await run("npm", ["ls", "--all", "--parseable", "--omit=dev", "--omit=peer"]);
  const marker = `${join(root, "node_modules")}/`;
  const top = (path: string): boolean =>
    path.startsWith(marker) && !path.slice(marker.length).includes("node_modules/");
  return output.split("\n").filter(top);
}

/** Puts links to the packages that ours depends on, and to `others`, into a folder's node_modules. */
export async function linkPackages(place: string, others: readonly string[] = []): Promise<void> {
  const paths = [...(await shippedPackages()), ...others.map((name) => join(root, "node_modules", name))];
  for (const path of paths) {
    const link = join(place, "node_modules", relative(join(root, "node_modules"), path));
    await mkdir(dirname(link), { recursive: true });
    await symlink(path, link);
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
