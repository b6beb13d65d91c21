import { refuseDefinition } from "./definitions/check.js";
import { decode } from "./definitions/ids.js";
import { besideOf, fileOf, files, makeFolder, unlessMissing } from "../abi/files.js";

/** A small store of plain data by key: conversations and sessions keep theirs in it. */
export interface StateStore {
  /** Undefined when there is nothing under the key. */
  get(key: string): Promise<unknown>;
  /** `value` is plain data. */
  set(key: string, value: unknown): Promise<void>;
  delete(key: string): Promise<void>;
  /** All keys that begin with `prefix`. */
  keys(prefix: string): Promise<readonly string[]>;
}

/** A store in memory: for one process, until it ends. */
export function memoryState(): StateStore {
  const texts = new Map<string, string>();
  return {
    get: async (key) => Promise.resolve(parsed(key, texts.get(key))),
    set: async (key, value) => Promise.resolve(void texts.set(key, JSON.stringify(value))),
    delete: async (key) => Promise.resolve(void texts.delete(key)),
    keys: async (prefix) => Promise.resolve([...texts.keys()].filter((key) => key.startsWith(prefix))),
  };
}

/**
 * A store in a folder, one file per key, which survives a restart. A value is written beside its place and renamed into
 * it. For one process; Node, Bun and Deno. The folder is made when it is missing.
 */
export function fileState(options: { readonly folder: string }): StateStore {
  const folder: unknown = Reflect.get(Object(options), "folder"); // without the types it may be anything
  if (typeof folder !== "string" || folder === "")
    refuseDefinition("fileState()", 'needs a folder, as { folder: "./state" }');
  const pathOf = (key: string): string => fileOf(folder, key);
  return {
    async get(key) {
      return parsed(key, await unlessMissing(files().readFile(pathOf(key), "utf8")));
    },
    async set(key, value) {
      const beside = besideOf(pathOf(key));
      await makeFolder(folder);
      await files().writeFile(beside, JSON.stringify(value), { mode: 0o600 });
      await files().rename(beside, pathOf(key));
    },
    async delete(key) {
      await unlessMissing(files().rm(pathOf(key)));
    },
    async keys(prefix) {
      const names = (await unlessMissing(files().readdir(folder))) ?? [];
      const keys = names.flatMap((name) => (name.endsWith(".json") ? (decode(name.slice(0, -5)) ?? []) : []));
      return keys.filter((key) => key.startsWith(prefix));
    },
  };
}

function parsed(key: string, text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch (cause) {
    throw new SyntaxError(`What is stored under "${key}" is not JSON`, { cause });
  }
}
