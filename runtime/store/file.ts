import { type Clock, systemClock } from "../abi/index.js";
import { files, hasCode, makeFolder, unlessMissing } from "../base/files.js";
import { isRecord } from "../base/values.js";
import { tryParse } from "../http/answer.js";
import { ArgumentError } from "../base/errors.js";
import type { KeyValue } from "./contract.js";
import { StoreError } from "./errors.js";

/** Etags of former versions that a version names. */
const KNOWN_BEFORE = 32;

/** How often a reader looks again for a version that was replaced while it was read. */
const LOOKS = 50;

/** Milliseconds between two sweeps of a folder. */
const SWEEP_MS = 60_000;

/** Milliseconds for which the mark of a deleted key and an unfinished file stay: longer than any write takes. */
const KEPT_MS = 3_600_000;

/** One version of a key, as its file holds it. */
interface Version {
  readonly etag: string;
  /** Former etags, the youngest first: by them a writer knows that others built on its version. */
  readonly before: readonly string[];
  /** Absent: the key was deleted. */
  readonly value?: string;
  readonly untilMs?: number;
}

interface Current {
  readonly number: number;
  readonly version: Version | undefined;
}

/**
 * A store in a folder, for any number of processes that share it. Each version of a key is a file of its own, named by
 * key and number: it is written aside, flushed, and linked to its name, which only one of several writers can do. A
 * writer that was paused finds its number taken, or itself missing in the history of the current version, and is refused.
 *
 * Requires a file system with hard links; Node, Bun and Deno. Creates the folder with mode 0700, and files with 0600.
 *
 * @throws ArgumentError without a folder
 */
export function fileStore(options: { readonly folder: string; readonly clock?: Clock }): KeyValue {
  const { folder, clock = systemClock }: { readonly folder?: unknown; readonly clock?: Clock } = Object(options);
  if (typeof folder !== "string" || folder === "") throw new ArgumentError("fileStore() requires { folder }, a path");
  return new FileStore(folder.replace(/(?<=.)[/\\]+$/, ""), clock);
}

class FileStore implements KeyValue {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #sweptAtMs = new Map<string, number>();

  constructor(folder: string, clock: Clock) {
    this.#folder = folder;
    this.#clock = clock;
  }

  async get(key: string): Promise<{ readonly value: string; readonly etag: string } | undefined> {
    const { version } = await this.#current(key);
    return version?.value === undefined ? undefined : { value: version.value, etag: version.etag };
  }

  async put(
    key: string,
    value: string,
    { expected, ttlMs }: { readonly expected: string | null; readonly ttlMs?: number },
  ): Promise<string | undefined> {
    const end = ttlMs === undefined ? {} : { untilMs: this.#clock.now() + ttlMs };
    return this.#replace(key, expected, { value, ...end });
  }

  async delete(key: string, { expected }: { readonly expected: string }): Promise<boolean> {
    return (await this.#replace(key, expected, {})) !== undefined;
  }

  async *list(prefix: string): AsyncGenerator<string, void, undefined> {
    for (const part of (await unlessMissing(files().readdir(this.#folder))) ?? []) {
      const numbers = numbersIn(await this.#names(`${this.#folder}/${part}`));
      for (const key of numbers.keys()) if (key.startsWith(prefix) && (await this.#isThere(key))) yield key;
    }
  }

  /** Writes the next version of a key, if the current one is as expected. */
  async #replace(
    key: string,
    expected: string | null,
    next: Pick<Version, "value" | "untilMs">,
  ): Promise<string | undefined> {
    const { number, version } = await this.#current(key);
    const found = version?.value === undefined ? null : version.etag;
    if (found !== expected) return undefined;
    const etag = globalThis.crypto.randomUUID().slice(0, 18);
    const before = version === undefined ? [] : [version.etag, ...version.before].slice(0, KNOWN_BEFORE);
    const path = this.#pathOf(key, number + 1);
    if (!(await this.#link(path, { etag, before, ...next }))) return undefined;
    const part = this.#partOf(key);
    const numbers = numbersIn(await this.#names(part)).get(key) ?? [];
    if (numbers.at(-1) !== number + 1) {
      const { version: now } = await this.#current(key);
      if (now?.etag !== etag && now?.before.includes(etag) !== true) {
        await files().rm(path, { force: true }); // the number had been taken, and its file was removed since
        return undefined;
      }
    }
    await this.#removeBelow(number + 1, numbers, key);
    await this.#sweep(part);
    return etag;
  }

  /** A key whose version cannot be read exists: reading it fails with the reason. */
  async #isThere(key: string): Promise<boolean> {
    try {
      return (await this.get(key)) !== undefined;
    } catch {
      return true;
    }
  }

  /** Gives a version its name. False when another one has that name. */
  async #link(path: string, version: Version): Promise<boolean> {
    const { open, link, rm } = files();
    const part = path.slice(0, path.lastIndexOf("/"));
    const beside = `${part}/${globalThis.crypto.randomUUID()}.tmp`;
    await makeFolder(part, 0o700);
    try {
      const file = await open(beside, "wx", 0o600);
      try {
        await file.writeFile(JSON.stringify(version));
        await file.sync();
      } finally {
        await file.close();
      }
      await link(beside, path);
      return true;
    } catch (error) {
      if (hasCode(error, "EEXIST")) return false;
      throw error;
    } finally {
      await rm(beside, { force: true });
    }
  }

  /** The version with the highest number. */
  async #current(key: string): Promise<Current> {
    for (let look = 1; look <= LOOKS; look += 1) {
      const number = numbersIn(await this.#names(this.#partOf(key)))
        .get(key)
        ?.at(-1);
      if (number === undefined) return { number: 0, version: undefined };
      const version = await this.#read(this.#pathOf(key, number));
      if (version !== undefined) return { number, version };
    }
    throw new StoreError("failed", `${this.#pathOf(key, 0)}: replaced ${LOOKS} times while it was read.`);
  }

  /** Undefined when the file is missing: it was replaced. */
  async #read(path: string): Promise<Version | undefined> {
    const text = await unlessMissing(files().readFile(path, "utf8"));
    if (text === undefined) return undefined;
    const version = tryParse(text);
    if (isVersion(version)) return version;
    const what = text === "" ? "is empty" : "is damaged, or was written by another program";
    throw new StoreError("unreadable", `${path} ${what}. It is left as it is: delete it to begin anew.`);
  }

  async #removeBelow(least: number, numbers: readonly number[], key: string): Promise<void> {
    const old = numbers.filter((one) => one < least);
    await Promise.all(old.map((one) => files().rm(this.#pathOf(key, one), { force: true })));
  }

  /** Removes what has expired, marks of deleted keys, and files that a killed process left unfinished. */
  async #sweep(part: string): Promise<void> {
    const nowMs = this.#clock.monotonicMs();
    if (nowMs - (this.#sweptAtMs.get(part) ?? -Infinity) < SWEEP_MS) return;
    this.#sweptAtMs.set(part, nowMs);
    const names = await this.#names(part);
    for (const name of names.filter((one) => one.endsWith(".tmp"))) {
      if ((await this.#ageMs(`${part}/${name}`)) > KEPT_MS) await files().rm(`${part}/${name}`, { force: true });
    }
    for (const [key, numbers] of numbersIn(names)) {
      const number = numbers.at(-1) ?? 0;
      await this.#removeBelow(number, numbers, key); // first: without its mark a deleted key would come back
      const path = this.#pathOf(key, number);
      // What cannot be read is left there.
      if (await this.#isOver(path).catch(() => false)) await files().rm(path, { force: true });
    }
  }

  async #isOver(path: string): Promise<boolean> {
    const version = await this.#read(path);
    if (version === undefined) return false;
    if (version.value === undefined) return (await this.#ageMs(path)) > KEPT_MS;
    return (version.untilMs ?? Infinity) + SWEEP_MS < this.#clock.now();
  }

  async #ageMs(path: string): Promise<number> {
    const found = await unlessMissing(files().stat(path));
    return this.#clock.now() - (found?.mtimeMs ?? Infinity);
  }

  async #names(part: string): Promise<readonly string[]> {
    try {
      return await files().readdir(part);
    } catch (error) {
      if (hasCode(error, "ENOENT") || hasCode(error, "ENOTDIR")) return [];
      throw error;
    }
  }

  #pathOf(key: string, number: number): string {
    return `${this.#partOf(key)}/${key}@${number}`;
  }

  /** Keys are spread over folders, so that none grows large. */
  #partOf(key: string): string {
    let hash = 0;
    for (let index = 0; index < key.length; index += 1) hash = (Math.imul(hash, 31) + key.charCodeAt(index)) | 0;
    return `${this.#folder}/${(hash & 0xff).toString(16).padStart(2, "0")}`;
  }
}

/** The numbers of the versions of each key, in ascending order. */
function numbersIn(names: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, number[]>();
  for (const name of names) {
    const [, key, number] = /^(.+)@(\d+)$/.exec(name) ?? [];
    if (key === undefined) continue;
    numbers.set(
      key,
      [...(numbers.get(key) ?? []), Number(number)].sort((one, other) => one - other),
    );
  }
  return numbers;
}

function isVersion(version: unknown): version is Version {
  if (!isRecord(version)) return false;
  const { etag, before, value, untilMs } = version;
  if (typeof etag !== "string" || !Array.isArray(before)) return false;
  return (value === undefined || typeof value === "string") && (untilMs === undefined || typeof untilMs === "number");
}
