import { readFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { parse } from "yaml";
import {
  CONFIG_KEYS,
  type ConfigKey,
  type ConfigValues,
  FILTER_KEYS,
  type KeyKind,
  type KeyRule,
} from "./config-keys.js";
import { nearest } from "../runtime/base/nearest.js";
import { isRecord } from "../runtime/base/values.js";
import type { RemoteOptions } from "./load/remote.js";
import { isRemote } from "./load/source.js";

/** Everything a run of the generators is told, by the keys of a configuration. Paths are absolute. */
export interface Config extends Omit<ConfigValues, "remote"> {
  /** How documents of other machines are loaded; not at all when left out. */
  readonly remote?: RemoteOptions;
  readonly out: string;
  readonly runtime: string;
  readonly base: string;
}

/** Something is wrong with how the generators were called. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** What stands in where a configuration is silent. */
export interface ConfigDefaults {
  /** Import specifier of the runtime's door. Default: {@link DEFAULT_RUNTIME}. */
  readonly runtime?: string;
}

/** Where generated code finds the runtime's door unless told otherwise. */
export const DEFAULT_RUNTIME = "./runtime.js";

/** Reads a configuration file: YAML or JSON, paths relative to it. Throws a {@link ConfigError} with all that is wrong. */
export async function readConfig(path: string, defaults: ConfigDefaults = {}): Promise<Config> {
  let data: unknown;
  try {
    data = parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new ConfigError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  return configOf(data, dirname(resolve(path)), path, defaults);
}

/** A configuration from data; paths are relative to `folder`. `name` is what errors call it. */
export function configOf(data: unknown, folder: string, name: string, defaults: ConfigDefaults = {}): Config {
  if (!isRecord(data)) throw new ConfigError(`${name}: the configuration must be an object`);
  const wrong = checkKeys(data);
  if (data["openapi"] === undefined && data["asyncapi"] === undefined) wrong.push("openapi or asyncapi is required");
  if (data["out"] === undefined) wrong.push("out is required");
  if (wrong.length > 0) throw new ConfigError(wrong.map((one) => `${name}: ${one}`).join("\n"));
  const values = Object.entries<KeyRule>(CONFIG_KEYS).flatMap(([key, { kind }]) => {
    const value = valueOf(data[key], kind, folder);
    return value === undefined ? [] : [[key, value] as const];
  });
  // Checked above to be what each key takes, which is what the type says of it.
  const config = Object.fromEntries(values) as unknown as ConfigValues;
  const emitters = config.emitters.map((one) => (one.startsWith(".") ? resolve(folder, one) : one));
  const overlays = config.overlays.map((path) => placed(folder, path));
  const files = config.files.map((path) => resolve(folder, path));
  const { remote, ...rest } = config;
  const { out = folder, base = folder, runtime = defaults.runtime ?? DEFAULT_RUNTIME } = rest;
  const lock = remote ? { remote: { lock: join(folder, LOCK), update: false } } : {};
  return { ...rest, emitters, overlays, files, out, base, runtime, ...lock };
}

/** An address as it is, and a path as seen from the folder. */
const placed = (folder: string, path: string): string => (isRemote(path) ? path : resolve(folder, path));

/** The file that pins documents of other machines. */
export const LOCK = "codegen.lock";

type Fields = Readonly<Record<string, unknown>>;

/** What a value comes to that was checked before, or what stands in for one that is absent; undefined where nothing does. */
function valueOf(value: unknown, kind: KeyKind, folder: string): unknown {
  const list = (items: unknown): readonly string[] => (Array.isArray(items) ? items.map(String) : []);
  if (typeof kind === "object") return value ?? kind.words[0];
  if (kind === "flag") return value === true;
  if (kind === "texts") return list(value);
  if (kind === "names")
    return Object.fromEntries(Object.entries(isRecord(value) ? value : {}).map(([name, item]) => [name, String(item)]));
  if (value === undefined) return undefined;
  if (kind === "file") return placed(folder, String(value));
  if (kind === "filter" && isRecord(value))
    return Object.fromEntries(FILTER_KEYS.map((key) => [key, list(value[key])]));
  return value;
}

/** All that is wrong with the keys of a configuration and their values. */
function checkKeys(data: Fields): string[] {
  return Object.entries(data).flatMap(([key, value]) => {
    if (key === "$schema") return [];
    const rule = Object.hasOwn(CONFIG_KEYS, key) ? CONFIG_KEYS[key as ConfigKey] : undefined;
    if (rule !== undefined) return mismatch(key, value, rule);
    const meant = nearest(key, Object.keys(CONFIG_KEYS));
    const advice = meant === undefined ? `keys are ${Object.keys(CONFIG_KEYS).join(", ")}` : `did you mean ${meant}?`;
    return [`there is no key ${key}; ${advice}`];
  });
}

function mismatch(key: string, value: unknown, { kind }: KeyRule): string[] {
  if (fits(value, kind)) return kind === "filter" && isRecord(value) ? filterMismatch(key, value) : [];
  if (typeof kind !== "object") return [`${key} must be ${CALLED[kind]}`];
  const meant = typeof value === "string" ? nearest(value, kind.words) : undefined;
  return [`${key} must be one of ${kind.words.join(", ")}${meant === undefined ? "" : `; did you mean ${meant}?`}`];
}

function filterMismatch(key: string, value: Fields): string[] {
  return Object.entries(value).flatMap(([part, list]) => {
    if (!FILTER_KEYS.some((one) => one === part)) {
      const meant = nearest(part, FILTER_KEYS);
      return [
        `${key} has no ${part}; ${meant === undefined ? `it has ${FILTER_KEYS.join(", ")}` : `did you mean ${meant}?`}`,
      ];
    }
    return fits(list, "texts") ? [] : [`${key}.${part} must be ${CALLED.texts}`];
  });
}

const CALLED = {
  file: "a path",
  flag: "true or false",
  text: "a string",
  texts: "a list of texts",
  names: "an object of texts",
  filter: "an object with tags, paths or operations",
} as const;

function fits(value: unknown, kind: KeyKind): boolean {
  const isText = (item: unknown): boolean => typeof item === "string" && item !== "";
  if (typeof kind === "object") return kind.words.some((word) => word === value);
  if (kind === "flag") return typeof value === "boolean";
  if (kind === "file" || kind === "text") return isText(value);
  if (kind === "texts") return Array.isArray(value) && value.every(isText);
  if (!isRecord(value)) return false;
  return kind === "filter" || Object.values(value).every((item) => ["string", "number"].includes(typeof item));
}
