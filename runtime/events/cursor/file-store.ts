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
 * A store in a folder, one small file per key. A record is written beside its place, flushed, and renamed into it, so
 * that whoever reads after a crash finds the old record or the new one and never half of one.
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
  const { folder } = Object(options) as { readonly folder?: unknown }; // programs without types hand over anything
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

  /** What is there now; what cannot be read is nobody's. */
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

/** Times that a lock is tried for: another process may break the same stale one at the same moment. */
const ATTEMPTS = 5;

interface Holder {
  readonly pid: number;
  readonly host: string;
  /** When that process began, where the system tells: a number of a process is used again. */
  readonly startedAt: string;
}

/**
 * Locks a file for this process, by making another one beside it. The lock of a process of this machine that is gone is
 * broken; that of another machine never is, since nobody here can know.
 * @throws CursorTakenError when a process that lives, or may live, has it
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

/** Makes a file with its text in one step, so that nobody finds it without; false when there is one. */
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
 * Removes the very lock that was found stale; another process may have replaced it since, and then has it back. Moved
 * first, which only one of several can do.
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

/** Does not reject: a lock that cannot be removed is found stale later. */
async function releaseFile(path: string, text: string): Promise<void> {
  try {
    if ((await readLock(path)) === text) await files().rm(path, { force: true });
  } catch {
    // See above.
  }
}

const readLock = (path: string): Promise<string | undefined> => unlessMissing(files().readFile(path, "utf8"));

/** Undefined for what is no lock of ours, or not written to its end yet: nobody can say that it is stale. */
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
    // EPERM: it lives, and belongs to somebody else.
    return hasCode(error, "EPERM");
  }
  return startedAt === "" || startedAt === (await startOf(pid));
}

/** When a process began, as Linux counts; empty where the system does not say. */
async function startOf(pid: number): Promise<string> {
  try {
    const stat = await files().readFile(`/proc/${pid}/stat`, "utf8");
    // The name in brackets may hold anything; the start is the twentieth field behind it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

const hostName = (): string => process.getBuiltinModule("node:os").hostname();
