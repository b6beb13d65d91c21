import { realpath } from "node:fs/promises";
import { basename, dirname, relative, sep } from "node:path";
import { isRemote } from "./source.js";

/** Stands for a document that comes from the standard input. */
export const STDIN = "-";

/** True for a document that is no file of this machine: what it refers to is not its author's to choose. */
export const isForeign = (path: string): boolean => isRemote(path) || basename(path) === STDIN;

/** Which files a description may refer to: those below the documents that the caller named, and below other folders. */
export class Boundary {
  readonly #folders: Set<string>;

  constructor(folders: readonly string[] = []) {
    this.#folders = new Set(folders);
  }

  /** Opens the folder of a document that the caller named. */
  name(path: string): void {
    if (!isForeign(path)) this.#folders.add(dirname(path));
  }

  /** Whether a file may be read, links followed. */
  async allows(path: string): Promise<boolean> {
    const target = await real(path);
    for (const folder of this.#folders) if (isBelow(target, await real(folder))) return true;
    return false;
  }
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && way !== path;
}

/** Where a path leads, links followed; what is not there leads nowhere else. */
async function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}
