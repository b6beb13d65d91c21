/** Node's module, loaded on use and hidden from bundlers: browsers and workers load this package too. */
export const files = () => process.getBuiltinModule("node:fs/promises");

/**
 * Makes a folder and its parents; false where it existed. Node's own `recursive` reports a file system that cannot be written to as ENOENT, and
 * never returns where nothing can be made, such as in `/proc`.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<boolean> {
  const above = process.getBuiltinModule("node:path").dirname(folder);
  try {
    return await makeOne(folder, mode);
  } catch (error) {
    if (!hasCode(error, "ENOENT") || above === folder) throw error;
  }
  await makeFolder(above, mode);
  return makeOne(folder, mode);
}

async function makeOne(folder: string, mode: number): Promise<boolean> {
  try {
    await files().mkdir(folder, { mode });
    return true;
  } catch (error) {
    const found = await unlessMissing(files().stat(folder));
    if (found?.isDirectory() !== true) throw error;
    return false;
  }
}

/** Whether the system refused with this code. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

/** The result of work with a file; undefined where the file is missing. */
export async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
