import { type CursorRecord, type CursorStore, readCursorRecord } from "./store.js";

/**
 * A store in a folder, one small file per key. A record is written beside its place, flushed, and renamed into it, so
 * that whoever reads after a crash finds the old record or the new one and never half of one.
 *
 * `load` rejects when the file is there and holds something else. Needs a file system with atomic renames; Node, Bun
 * and Deno. The folder is made when it is missing.
 */
export function fileCursorStore(options: { readonly folder: string }): CursorStore {
  return new FileCursorStore(options.folder);
}

/** Taken when used, and out of a bundler's sight: browsers and workers load this package too, and have no such module. */
const files = () => process.getBuiltinModule("node:fs/promises");

let writes = 0;

class FileCursorStore implements CursorStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async load(key: string): Promise<CursorRecord | undefined> {
    const path = this.#path(key);
    let text;
    try {
      text = await files().readFile(path, "utf8");
    } catch (error) {
      if (isMissing(error)) return undefined;
      throw error;
    }
    const record = readCursorRecord(parse(text));
    if (record === undefined) throw new TypeError(`${path} holds no record of a cursor.`);
    return record;
  }

  async save(key: string, record: CursorRecord): Promise<void> {
    const { mkdir, rename, rm } = files();
    const path = this.#path(key);
    // A name of its own: a write that was waited for no further may still be under way.
    const beside = `${path}.${process.pid}.${(writes += 1)}.tmp`;
    await mkdir(this.#folder, { recursive: true });
    try {
      await flushed(beside, JSON.stringify(record));
      await rename(beside, path);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  }

  #path(key: string): string {
    // Any key is a file name of its own, and none leaves the folder.
    const name = encodeURIComponent(key).replaceAll(".", "%2E");
    return `${this.#folder.replace(/[/\\]+$/, "")}/${name}.json`;
  }
}

async function flushed(path: string, text: string): Promise<void> {
  const file = await files().open(path, "w", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Undefined for what is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
