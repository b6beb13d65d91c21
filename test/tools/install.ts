import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { must, npmPack, unpack } from "./packed.js";

const root = process.cwd();
const folders = ["runtime", "generated", "codegen", "sandbox", "cli", "examples"];

interface Manifest {
  readonly name: string;
  readonly files: readonly string[];
  readonly exports: Readonly<Record<string, string | { readonly types: string }>>;
}

/** The package as installed in an empty project, so that code can import it by its public names. */
export interface Installation {
  /** The project's folder. What npm would publish was unpacked into its node_modules. */
  readonly place: string;
  /** The folder it was built and packed in: the repository's own, as far as programs need it. */
  readonly workshop: string;
  remove(): Promise<void>;
}

/**
 * Builds the package in a folder of its own, so that nobody's `dist` is in the way, packs it there, and unpacks the
 * archive into an empty project. Throws what the compiler says.
 */
export async function install(others: readonly string[] = []): Promise<Installation> {
  const folder = await mkdtemp(join(tmpdir(), "installed-"));
  const [place, workshop] = [join(folder, "project"), join(folder, "workshop")];
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await mkdir(place);
    await writeFile(join(place, "package.json"), JSON.stringify({ name: "somebody", private: true, type: "module" }));
    await build(workshop);
    await unpack(await npmPack(workshop, folder), place, others);
    return { place, workshop, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** What `npm run build` does, into another folder. */
async function build(workshop: string): Promise<void> {
  await mkdir(workshop);
  const { name, files, exports } = JSON.parse(await readFile("package.json", "utf8")) as Manifest; // our own file
  const kept = files.filter((file) => file !== "dist" && !file.startsWith("!"));
  for (const file of ["package.json", ...kept]) await cp(file, join(workshop, file), { recursive: true });
  await symlink(join(root, "node_modules"), join(workshop, "node_modules"));
  // The examples import the package by its name; while it is only being made, its sources stand in.
  const paths = Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === "string" ? [] : [[name + subpath.slice(1), [sourceOf(target.types)]]],
  );
  const settings = {
    extends: join(root, "tsconfig.build.json"),
    compilerOptions: {
      rootDir: root,
      outDir: join(workshop, "dist"),
      typeRoots: [join(root, "node_modules/@types")],
      paths: Object.fromEntries(paths),
    },
    include: folders.map((folder) => join(root, folder)),
  };
  const project = join(workshop, "tsconfig.json");
  await writeFile(project, JSON.stringify(settings));
  await must(process.execPath, ["node_modules/typescript-native/bin/tsc", "-p", project], root);
  await must(process.execPath, ["node_modules/tsx/dist/cli.mjs", join(root, "tools/bundle.ts")], workshop);
}

/** The source that a built declaration is made of. */
const sourceOf = (types: string): string => join(root, types.slice("./dist/".length).replace(/\.d\.ts$/, ".ts"));
