import { mkdir, realpath, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";

/**
 * Makes a folder and those above it; says whether it was not there. Node's own `recursive` tells of a file system that
 * cannot be written to as ENOENT, and does not end where nothing can be made, such as in `/proc`.
 */
export async function makeFolder(folder: string): Promise<boolean> {
  const above = dirname(folder);
  try {
    return await made(folder);
  } catch (error) {
    if (!isMissing(error) || above === folder) throw error;
  }
  await makeFolder(above);
  return made(folder);
}

/** Makes one folder; false where it is there. */
async function made(folder: string): Promise<boolean> {
  try {
    await mkdir(folder);
    return true;
  } catch (error) {
    const isThere = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (isThere) return false;
    throw error;
  }
}

const isMissing = (error: unknown): boolean => error instanceof Error && "code" in error && error.code === "ENOENT";

/** Whether a path lies below a folder; both as they are, links not followed. */
export function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && way !== path;
}

/** Where a path leads, links followed; what is not there leads to where it would be made. */
export async function realPlace(path: string): Promise<string> {
  const above = dirname(path);
  return realpath(path).catch(async () =>
    above === path ? path : join(await realPlace(above), relative(above, path)),
  );
}

/** Whether a file that is named relative to a folder is in it, links followed. */
export async function isInside(folder: string, path: string): Promise<boolean> {
  const target = join(folder, path);
  if (!isBelow(target, folder)) return false;
  return isBelow(join(await realPlace(dirname(target)), "x"), await realPlace(folder));
}
