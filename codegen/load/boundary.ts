import { basename, dirname } from "node:path";
import { isBelow, realPlace } from "../folder.js";
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
    const target = await realPlace(path);
    for (const folder of this.#folders) if (isBelow(target, await realPlace(folder))) return true;
    return false;
  }
}
