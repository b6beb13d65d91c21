import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

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
