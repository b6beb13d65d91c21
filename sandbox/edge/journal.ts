import {
  closeSync,
  fsyncSync,
  openSync,
  renameSync,
  writeSync,
  existsSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { resolve } from "node:path";
import type { Input } from "../machine/tx.js";
import type { Machine } from "./machine.js";
import { inputLine, linesOf, readLines } from "../machine/lines.js";
import { recordedLine, type RecordingHeader } from "../machine/recording.js";
import { worldFrom } from "../machine/apply.js";
import type { Settings } from "../settings.js";
import type { World } from "../world/world.js";

/** Growth after which the file is written anew, bytes. */
const defaultSlackBytes = 16 * 1024 * 1024;

/**
 * A file that follows a machine: its state, and each input since. An input is written before anything of it is seen
 * outside: whoever got an answer will find its effect again, even if the process is killed at once. (The machine losing
 * power is another matter: nothing is forced to the disk between requests.)
 */
export class Journal {
  readonly #file: string;
  readonly #machine: Machine;
  readonly #slackBytes: number;
  readonly #stop: () => void;
  #handle: number;
  #sizeBytes = 0;
  #limitBytes = 0;

  /** Begins to follow: the file is written anew from the state as it stands. */
  constructor(file: string, machine: Machine, slackBytes = defaultSlackBytes) {
    this.#file = file;
    this.#machine = machine;
    this.#slackBytes = slackBytes;
    this.#handle = this.#rewrite();
    this.#stop = machine.listen((input, _applied, at) => this.#take(input, at));
  }

  #take(input: Input, at: readonly [number, number]): void {
    if (changesNothing(input)) return;
    this.#sizeBytes += writeSync(this.#handle, inputLine(input, at));
    if (this.#sizeBytes <= this.#limitBytes) return;
    closeSync(this.#handle);
    this.#handle = this.#rewrite();
  }

  /** Writes the state to a new file beside the old one and puts it in its place, so that one of the two is whole. */
  #rewrite(): number {
    const text = linesOf(this.#machine.world, this.#machine.clock.now());
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
    this.#stop();
    closeSync(this.#handle);
  }
}

/** A request that only reads leaves everything that outlives a restart as it was; only opening a mailbox counts on. */
const changesNothing = (input: Input): boolean =>
  input.type === "request" && input.request.method === "GET" && !input.request.url.includes("format=");

/**
 * Records everything that goes into a sandbox and comes out of it from now on. The returned function gives the recording so
 * far, one JSON text per line: how it began, then each input with what came of it.
 */
export function record(machine: Machine, header: RecordingHeader): () => string {
  const lines = [`${JSON.stringify(header)}\n`];
  machine.listen((input, applied, at) => lines.push(recordedLine(input, applied, at)));
  return () => lines.join("");
}

/** A world read back, and the newest time in its file, milliseconds since the Unix epoch. */
export interface RestoredWorld {
  readonly world: World;
  readonly lastMs: number;
}

/** Reads a world's file; `undefined` when there is none yet. @throws when it is not a world's, or damaged */
export function readWorldFile(file: string, settings: Settings): RestoredWorld | undefined {
  if (!existsSync(file)) return undefined;
  const lines = readLines(readFileSync(file, "utf8"), file);
  return { world: worldFrom(lines, settings), lastMs: lines.lastMs };
}

/** The locks of this process: in a container the process that left one behind often had the same id. */
const ownLocks = new Set<string>();

/** Keeps others from following the same file. A lock whose process is gone does not count. */
export function lockFile(file: string): () => void {
  const lock = resolve(`${file}.lock`);
  const holder = existsSync(lock) ? Number(readFileSync(lock, "utf8")) : 0;
  const isTaken = holder === process.pid ? ownLocks.has(lock) : isRunning(holder);
  if (isTaken) throw Object.assign(new Error(`${file} is in use by process ${holder}`), { code: "ERR_DATA_IN_USE" });
  writeFileSync(lock, String(process.pid));
  ownLocks.add(lock);
  return () => {
    ownLocks.delete(lock);
    rmSync(lock, { force: true });
  };
}

/** Whether there is a process of that id; a lock that was not written to its end names none. */
function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Not allowed to signal it means that it is there.
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
