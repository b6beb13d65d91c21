/** Descriptions of another revision: `main:spec`, as git writes it. */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, posix } from "node:path";
import { ConfigError } from "../config.js";
import { isBelow } from "../folder.js";
import { isRemote } from "../load/source.js";

/** A description of a revision, taken out of git into a folder of its own. */
export interface Revision {
  /** Where the file or the folder stands now. */
  readonly path: string;
  /** What stands for the root of the repository. */
  readonly root: string;
  remove(): Promise<void>;
}

const MOST_BYTES = 1 << 30;

/** Whether a text means a revision and a path in it: no file is called so, and it is not an address and no drive. */
export const isRevision = (text: string): boolean => /^[^:]{2,}:./.test(text) && !isRemote(text) && !existsSync(text);

/**
 * Takes the folder of a description out of a revision: all of it, as a description may consist of many files. Throws a
 * `ConfigError` that says what to do where git, the revision or the path is missing.
 */
export async function takeRevision(text: string): Promise<Revision> {
  const [revision, path] = split(text);
  if (revision.startsWith("-")) throw new ConfigError(`${text}: a revision does not begin with -`);
  const inside = posix.normalize(path);
  if (inside.startsWith("..") || posix.isAbsolute(inside))
    throw new ConfigError(`${text}: the path starts at the root of the repository, and stays in it`);
  const commit = commitOf(revision);
  const kind = git(["cat-file", "-t", `${commit}:${inside}`]);
  if (kind === undefined) throw new ConfigError(`${text}: ${revision} has no ${inside}`);
  const folder = kind.trim() === "tree" ? inside : dirname(inside);
  const within = folder === "." ? [] : ["--", `${folder}/`];
  const lines = must(["ls-tree", "-r", "-z", "--full-tree", commit, ...within]).split("\0");
  const root = await mkdtemp(join(tmpdir(), "diff-revision-"));
  const wanted = lines.flatMap((line) => {
    const [, object, name] = /^\d+ blob ([\da-f]+)\t(.+\.(?:ya?ml|json))$/.exec(line) ?? [];
    // Whoever made the tree chose its names: git checks none of them out above the root, and nor does this.
    return object !== undefined && name !== undefined && isBelow(join(root, name), root) ? [{ object, name }] : [];
  });
  for (const [at, blob] of blobsOf(wanted.map(({ object }) => object)).entries()) {
    const target = join(root, wanted[at]?.name ?? "");
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, blob);
  }
  return { path: join(root, inside), root, remove: () => rm(root, { recursive: true, force: true }) };
}

function split(text: string): readonly [revision: string, path: string] {
  const at = text.indexOf(":");
  return [text.slice(0, at), text.slice(at + 1)];
}

function commitOf(revision: string): string {
  if (git(["rev-parse", "--git-dir"]) === undefined)
    throw new ConfigError(`${revision}: a revision needs git, and a folder that is in a repository`);
  const commit = git(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
  if (commit !== undefined) return commit.trim();
  const isShallow = git(["rev-parse", "--is-shallow-repository"])?.trim() === "true";
  throw new ConfigError(
    isShallow
      ? `${revision}: this shallow clone does not have it. Fetch it first: git fetch --depth=1 origin ${revision}`
      : `${revision}: there is no such revision`,
  );
}

/** The contents of objects, by one process for all: after a line with its size stands each, and a line end. */
function blobsOf(objects: readonly string[]): readonly Buffer[] {
  const { status, stdout } = spawnSync("git", ["cat-file", "--batch"], {
    input: objects.join("\n"),
    maxBuffer: MOST_BYTES,
  });
  if (status !== 0) throw new ConfigError("git cat-file failed");
  let at = 0;
  return objects.map(() => {
    const end = stdout.indexOf("\n", at) + 1;
    const size = Number(stdout.toString("utf8", at, end).trim().split(" ").at(-1));
    at = end + size + 1;
    return stdout.subarray(end, end + size);
  });
}

function must(args: readonly string[]): string {
  const output = git(args);
  if (output === undefined) throw new ConfigError(`git ${args[0] ?? ""} failed`);
  return output;
}

/** What git prints; undefined where it fails. */
function git(args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync("git", [...args], { encoding: "utf8", maxBuffer: MOST_BYTES });
  return status === 0 ? stdout : undefined;
}
