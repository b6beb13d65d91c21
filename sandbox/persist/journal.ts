import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import type { Change } from "../world/table.js";
import { changeLine, readLines, type Restored } from "./lines.js";

/** Growth after which the file is written anew, bytes. */
const defaultSlackBytes = 16 * 1024 * 1024;

/**
 * A file that follows a world. Changes of one request are written together, in one call, before its answer leaves:
 * whoever got an answer will find its effect again, even if the process is killed at once. (The machine losing power
 * is another matter: nothing is forced to the disk between requests.)
 */
export class Journal {
  readonly #file: string;
  readonly #now: () => number;
  readonly #whole: () => string;
  readonly #slackBytes: number;
  #handle: number;
  #waiting: string[] = [];
  #sizeBytes = 0;
  #limitBytes = 0;

  private constructor(file: string, now: () => number, whole: () => string, slackBytes: number) {
    this.#file = file;
    this.#now = now;
    this.#whole = whole;
    this.#slackBytes = slackBytes;
    this.#handle = this.#rewrite();
  }

  /** Begins to follow: the file is written anew from `whole`, the world as it stands. */
  static follow(file: string, now: () => number, whole: () => string, slackBytes = defaultSlackBytes): Journal {
    return new Journal(file, now, whole, slackBytes);
  }

  /** Takes a change in. It is written with the others of this turn. */
  take(change: Change): void {
    if (this.#waiting.length === 0) queueMicrotask(() => this.flush());
    this.#waiting.push(changeLine(this.#now(), change));
  }

  /** Writes what is waiting. */
  flush(): void {
    if (this.#waiting.length === 0) return;
    const text = this.#waiting.join("");
    this.#waiting = [];
    this.#sizeBytes += writeSync(this.#handle, text);
    if (this.#sizeBytes <= this.#limitBytes) return;
    closeSync(this.#handle);
    this.#handle = this.#rewrite();
  }

  /** Writes the world to a new file beside the old one and puts it in its place, so that one of the two is whole. */
  #rewrite(): number {
    const text = this.#whole();
    const beside = `${this.#file}.new`;
    const handle = openSync(beside, "w", 0o600);
    writeSync(handle, text);
    fsyncSync(handle);
    renameSync(beside, this.#file);
    this.#sizeBytes = Buffer.byteLength(text);
    this.#limitBytes = this.#sizeBytes * 2 + this.#slackBytes;
    return handle;
  }

  close(): void {
    this.flush();
    closeSync(this.#handle);
  }
}

/** Reads a world's file; `undefined` when there is none yet. */
export function readWorldFile(file: string): Restored | undefined {
  return existsSync(file) ? readLines(readFileSync(file, "utf8"), file) : undefined;
}

/** Keeps others from following the same file. A lock whose process is gone does not count. */
export function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  const holder = existsSync(lock) ? Number(readFileSync(lock, "utf8")) : undefined;
  if (holder !== undefined && isRunning(holder)) throw new Error(`${file} is in use by process ${holder}`);
  writeFileSync(lock, String(process.pid));
  return () => rmSync(lock, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it means that it is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
