import { type CursorRecord, type CursorStore, readCursorRecord } from "./store.js";

/**
 * A store in a folder, one small file per key. A record is written beside its place, flushed, and renamed into it, so
 * that whoever reads after a crash finds the old record or the new one and never half of one.
 *
 * Needs a file system with atomic renames; Node, Bun and Deno. The folder is made when it is missing.
 */
export function fileCursorStore(options: { readonly folder: string }): CursorStore {
  return new FileCursorStore(options.folder);
}

/** Taken when used, and out of a bundler's sight: browsers and workers load this package too, and have no such module. */
const files = () => process.getBuiltinModule("node:fs/promises");

class FileCursorStore implements CursorStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async load(key: string): Promise<CursorRecord | undefined> {
    const { readFile } = files();
    try {
      const value: unknown = JSON.parse(await readFile(this.#path(key), "utf8"));
      return readCursorRecord(value);
    } catch (error) {
      if (isMissing(error) || error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  async save(key: string, record: CursorRecord): Promise<void> {
    const { mkdir, open, rename } = files();
    const path = this.#path(key);
    const beside = `${path}.${process.pid}.tmp`;
    await mkdir(this.#folder, { recursive: true });
    const file = await open(beside, "w", 0o600);
    try {
      await file.writeFile(JSON.stringify(record));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(beside, path);
  }

  #path(key: string): string {
    // Any key is a file name of its own, and none leaves the folder.
    const name = encodeURIComponent(key).replaceAll(".", "%2E");
    return `${this.#folder.replace(/[/\\]+$/, "")}/${name}.json`;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
