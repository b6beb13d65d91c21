import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { parse } from "yaml";
import { isRecord } from "./load/pointer.js";

/** Everything a run of the generators is told. Paths are absolute. */
export interface Config {
  readonly openapi: string;
  readonly asyncapi?: string;
  readonly assumptions?: string;
  /** Folder to write to. */
  readonly out: string;
  /** Import specifier of the runtime's door. A path stays relative to the output folder. */
  readonly runtime: string;
  /** File of the report of undocumented points; none when left out. */
  readonly undocumented?: string;
  /** Folder that file names in generated files are relative to. Default: that of the configuration or the document. */
  readonly base: string;
  /** `prettier` lays files out with the project's own settings; `none` leaves them as they were emitted. */
  readonly format: "prettier" | "none";
  /** True to add the types of every path, for calls of what is not generated. */
  readonly paths: boolean;
  readonly clashes: "error" | "nest";
  readonly formats: readonly string[];
  readonly rename: Readonly<Record<string, string>>;
  readonly substitutions: Readonly<Record<string, string>>;
  /** What to run to mend a difference, as a check says it. Default: the same without `--check`. */
  readonly command?: string;
}

/** Something is wrong with how the generators were called. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

/** Reads a configuration file: YAML or JSON, paths relative to it. */
export async function readConfig(path: string): Promise<Config> {
  const folder = dirname(resolve(path));
  let data: unknown;
  try {
    data = parse(await readFile(path, "utf8"));
  } catch (error) {
    throw new ConfigError(`${path}: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!isRecord(data)) throw new ConfigError(`${path}: the configuration must be an object`);
  const text = (key: string): string | undefined => {
    const value = data[key];
    if (value === undefined) return undefined;
    if (typeof value !== "string" || value === "") throw new ConfigError(`${path}: ${key} must be a text`);
    return value;
  };
  const file = (key: string): string | undefined => {
    const value = text(key);
    return value === undefined ? undefined : resolve(folder, value);
  };
  const openapi = file("openapi");
  const out = file("out");
  if (openapi === undefined || out === undefined) throw new ConfigError(`${path}: openapi and out must be given`);
  const optional = { asyncapi: file("asyncapi"), assumptions: file("assumptions"), undocumented: file("undocumented") };
  const command = text("command");
  return {
    openapi,
    out,
    ...withoutUndefined(optional),
    runtime: text("runtime") ?? DEFAULT_RUNTIME,
    base: file("base") ?? folder,
    format: choice(path, "format", text("format"), ["prettier", "none"]),
    paths: data["paths"] === true,
    clashes: choice(path, "clashes", text("clashes"), ["error", "nest"]),
    formats: Array.isArray(data["formats"]) ? data["formats"].map(String) : [],
    rename: texts(data["rename"]),
    substitutions: texts(data["substitutions"]),
    ...(command === undefined ? {} : { command }),
  };
}

/** Where generated code finds the runtime's door unless told otherwise. */
export const DEFAULT_RUNTIME = "./runtime.js";

function choice<Value extends string>(
  path: string,
  key: string,
  value: string | undefined,
  allowed: readonly [Value, ...Value[]],
): Value {
  if (value === undefined) return allowed[0];
  const found = allowed.find((item) => item === value);
  if (found === undefined) throw new ConfigError(`${path}: ${key} must be one of ${allowed.join(", ")}`);
  return found;
}

function texts(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {};
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, String(item)]));
}

function withoutUndefined<Value extends object>(
  value: Value,
): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } {
  // Dropping the undefined entries is exactly what the result type says.
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as {
    [Key in keyof Value]?: Exclude<Value[Key], undefined>;
  };
}
