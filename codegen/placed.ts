import { readdir, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder } from "../runtime/base/files.js";

/** A file as it should be from now on; without a text it should not be there. */
export interface Placed {
  readonly path: string;
  readonly text?: string | undefined;
}

/** Names of the folders in which files wait until all of them are written: by the process that writes. */
const STAGED = /^\.staged-(\d+)-\d+$/;
let stages = 0;

/**
 * Changes files in a folder, all or none: whatever makes trouble (a full disk, a folder that cannot be written to) does
 * so before the first of them is touched. They change in the order given; killed in between, it leaves whole files, and
 * the next run finishes.
 */
export async function placeAll(folder: string, files: readonly Placed[]): Promise<void> {
  if (files.length === 0) return;
  const stage = join(folder, `.staged-${process.pid}-${stages++}`);
  const made = await makeFolder(folder).catch((error: unknown) => fail(folder, error));
  try {
    await removeAbandoned(folder);
    await makeFolder(stage);
    const written = files.filter(({ text }) => text !== undefined);
    for (const [index, { text }] of written.entries()) await writeFile(join(stage, String(index)), text ?? "");
    for (const { path } of written) await makeFolder(dirname(join(folder, path)));
    for (const file of files) {
      const target = join(folder, file.path);
      await (file.text === undefined ? rm(target) : rename(join(stage, String(written.indexOf(file))), target));
    }
    await rm(stage, { recursive: true });
  } catch (error) {
    await rm(stage, { recursive: true, force: true }).catch(() => undefined);
    if (made) await rmdir(folder).catch(() => undefined);
    fail(folder, error);
  }
}

function fail(folder: string, error: unknown): never {
  throw new Error(`${folder} cannot be written: ${error instanceof Error ? error.message : String(error)}`, {
    cause: error,
  });
}

/** Takes away what processes left that were killed while they wrote. */
async function removeAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = STAGED.exec(name)?.[1];
    if (pid !== undefined && !isRunning(Number(pid))) await rm(join(folder, name), { recursive: true, force: true });
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Somebody else's process runs all the same.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
