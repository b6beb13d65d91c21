import { mkdir, readFile, rm, symlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { run } from "./run.js";

const root = process.cwd();

/** What the lock file says of one installed package. */
interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** Names of every package that a user gets by installing ours: what it depends on, and what that depends on. */
export async function shippedPackages(): Promise<ReadonlySet<string>> {
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

/** Packs the package in `folder` as npm would publish it. Returns the archive, which stands in `into`. */
export async function npmPack(folder: string, into: string): Promise<string> {
  const packed = await must("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", into], folder);
  return join(into, basename(packed.trim().split("\n").at(-1) ?? ""));
}

/** Unpacks an archive into the node_modules of a project, beside links to what it depends on and to `others`. */
export async function unpack(archive: string, place: string, others: readonly string[] = []): Promise<string> {
  const { name } = JSON.parse(await readFile("package.json", "utf8")) as { name: string }; // our own file
  const home = join(place, "node_modules", name);
  await mkdir(home, { recursive: true });
  await must("tar", ["-xzf", archive, "-C", home, "--strip-components=1"], place);
  await linkPackages(place, others);
  return home;
}

/** Runs a program that has to end well. Throws what it says otherwise. */
export async function must(program: string, args: readonly string[], cwd: string): Promise<string> {
  const { code, output } = await run(program, args, { cwd, env: { ...process.env, NO_COLOR: "1" } });
  if (code !== 0) throw new Error(output.trim() || `${program} ended with ${code}`);
  return output;
}
