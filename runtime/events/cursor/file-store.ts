import { besideOf, fileOf, files, hasCode, makeFolder, unlessMissing } from "../../abi/files.js";
import { ArgumentError } from "../../http/errors/index.js";
import { isRecord, tryParse } from "../../http/answer.js";
import {
  type CursorLock,
  type CursorRecord,
  type CursorStore,
  CursorTakenError,
  CursorUnreadableError,
  isTaken,
  readCursorRecord,
  type SaveOptions,
} from "./store.js";

/**
 * A store in a folder, one small file per key. A record is written to a temporary file, flushed, and renamed, so that a
 * reader after a crash finds the old record or the new one, never half of one.
 *
 * Its key is locked while a stream uses it: a second stream, of this process or another, ends with a `CursorTakenError`
 * as its cause. The lock of a process that is gone is broken and told. Where a folder is shared by machines, a lock of
 * another machine is never broken: delete the `.lock` file when that machine is gone for good.
 *
 * `load` rejects when the file is there and holds something else. Needs a file system with atomic renames; Node, Bun
 * and Deno. The folder is made when it is missing.
 *
 * @throws ArgumentError without a folder
 */
export function fileCursorStore(options: { readonly folder: string }): CursorStore {
  const { folder } = Object(options) as { readonly folder?: unknown }; // callers without types pass anything
  if (typeof folder !== "string" || folder === "")
    throw new ArgumentError("fileCursorStore() takes { folder }, a path");
  return new FileCursorStore(folder);
}

class FileCursorStore implements CursorStore {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async load(key: string): Promise<CursorRecord | undefined> {
    const path = fileOf(this.#folder, key);
    const text = await unlessMissing(files().readFile(path, "utf8"));
    if (text === undefined) return undefined;
    const record = readCursorRecord(tryParse(text));
    if (record === undefined) throw new CursorUnreadableError(`${path} holds no record of a cursor.`);
    return record;
  }

  async lock(key: string): Promise<CursorLock> {
    await makeFolder(this.#folder);
    return lockFile(`${fileOf(this.#folder, key)}.lock`, key);
  }

  async save(key: string, record: CursorRecord, options?: SaveOptions): Promise<void> {
    if (options !== undefined && isTaken(await this.#held(key), record, options)) throw new CursorTakenError(key);
    const { rename, rm } = files();
    const path = fileOf(this.#folder, key);
    const beside = besideOf(path);
    await makeFolder(this.#folder);
    try {
      await flushed(beside, JSON.stringify(record));
      await rename(beside, path);
    } catch (error) {
      await rm(beside, { force: true });
      throw error;
    }
  }

  /** The record in the file; a file that cannot be read counts as no record. */
  async #held(key: string): Promise<CursorRecord | undefined> {
    try {
      return await this.load(key);
    } catch {
      return undefined;
    }
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

/** Attempts to take a lock: another process may break the same stale lock at the same moment. */
const ATTEMPTS = 5;

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When the process began, where the system tells: process ids are reused. */
  readonly startedAt: string;
}

/**
 * Locks a file for this process by creating a lock file beside it. A lock whose process on this machine is gone is
 * broken. A lock of another machine is never broken, since it cannot be known whether its process is alive.
 * @throws CursorTakenError when the lock is held by a process that is or may be alive
 */
async function lockFile(path: string, key: string): Promise<CursorLock> {
  const me: Holder = { pid: process.pid, host: hostName(), startedAt: await startOf(process.pid) };
  const text = JSON.stringify({ ...me, lock: globalThis.crypto.randomUUID() });
  let broken: string | undefined;
  for (let attempt = 1; ; attempt += 1) {
    if (await makeFile(path, text)) return { broken, release: () => releaseFile(path, text) };
    const held = await readLock(path);
    if (held === undefined) continue;
    const holder = holderIn(held);
    const name = holder === undefined ? "an unreadable lock" : `process ${holder.pid} of ${holder.host}`;
    const isStale = holder !== undefined && holder.host === me.host && !(await isAlive(holder));
    if (!isStale || attempt >= ATTEMPTS) throw new CursorTakenError(key, { holder: name });
    if (await removeLock(path, held)) broken = name;
  }
}

/** Creates a file together with its text, atomically. False when the file exists. */
async function makeFile(path: string, text: string): Promise<boolean> {
  const beside = `${path}.${process.pid}.${globalThis.crypto.randomUUID()}`;
  const { writeFile, link, rm } = files();
  try {
    await writeFile(beside, text, { mode: 0o600 });
    await link(beside, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    await rm(beside, { force: true });
  }
}

/**
 * Removes the lock that was found stale. It is renamed first, which only one of several processes can do; a lock that
 * another process has put there since is put back.
 */
async function removeLock(path: string, held: string): Promise<boolean> {
  const aside = `${path}.${process.pid}.${globalThis.crypto.randomUUID()}`;
  const { rename, link, rm } = files();
  try {
    await rename(path, aside);
    const isStale = (await readLock(aside)) === held;
    if (!isStale) await link(aside, path);
    return isStale;
  } catch (error) {
    if (hasCode(error, "ENOENT") || hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

/** Never rejects: a lock that cannot be removed is found stale later. */
async function releaseFile(path: string, text: string): Promise<void> {
  try {
    if ((await readLock(path)) === text) await files().rm(path, { force: true });
  } catch {
    // See above.
  }
}

const readLock = (path: string): Promise<string | undefined> => unlessMissing(files().readFile(path, "utf8"));

/** Undefined for text that is no lock of this package or is incomplete: such a lock is not known to be stale. */
function holderIn(text: string): Holder | undefined {
  const value = tryParse(text);
  if (!isRecord(value)) return undefined;
  const { pid, host, startedAt } = value;
  if (typeof pid !== "number" || typeof host !== "string" || typeof startedAt !== "string") return undefined;
  return { pid, host, startedAt };
}

async function isAlive({ pid, startedAt }: Holder): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process is alive and belongs to another user.
    return hasCode(error, "EPERM");
  }
  return startedAt === "" || startedAt === (await startOf(pid));
}

/** Start time of a process in the units of /proc; empty on systems without /proc. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await files().readFile(`/proc/${pid}/stat`, "utf8");
    // The process name in brackets may contain anything; the start time is the twentieth field after it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

const hostName = (): string => process.getBuiltinModule("node:os").hostname();
