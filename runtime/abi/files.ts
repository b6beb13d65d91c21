/** Taken when used, and out of a bundler's sight: browsers and workers load this package too, and have no such module. */
export const files = () => process.getBuiltinModule("node:fs/promises");

/**
 * Makes a folder and those above it. Node's own `recursive` tells of a file system that cannot be written to as ENOENT,
 * and does not end where nothing can be made, such as in `/proc`.
 */
export async function makeFolder(folder: string): Promise<void> {
  const above = process.getBuiltinModule("node:path").dirname(folder);
  try {
    return await makeOne(folder);
  } catch (error) {
    if (!hasCode(error, "ENOENT") || above === folder) throw error;
  }
  await makeFolder(above);
  await makeOne(folder);
}

async function makeOne(folder: string): Promise<void> {
  try {
    await files().mkdir(folder);
  } catch (error) {
    const found = await unlessMissing(files().stat(folder));
    if (found?.isDirectory() !== true) throw error;
  }
}

/** The file of a key. Any key is a file name of its own, and none leaves the folder. */
export const fileOf = (folder: string, key: string): string =>
  `${folder.replace(/[/\\]+$/, "")}/${encodeURIComponent(key).replaceAll(".", "%2E")}.json`;

let writes = 0;

/** A name for what is renamed to `path` once it is whole. One of its own: a write nobody waits for may be under way. */
export const besideOf = (path: string): string => `${path}.${process.pid}.${(writes += 1)}.tmp`;

/** Whether the system refused with this code. */
export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && "code" in error && error.code === code;

/** What comes of work with a file; undefined where there is none. */
export async function unlessMissing<Value>(work: Promise<Value>): Promise<Value | undefined> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}
