import { defined } from "../runtime/base/values.js";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { type Config, ConfigError, configOf, type ConfigDefaults, LOCK, readConfig } from "./config.js";
import { STDIN } from "./load/boundary.js";
import type { ReadText } from "./load/files.js";
import { isRemote } from "./load/source.js";

export { STDIN } from "./load/boundary.js";

export interface DocumentValues {
  readonly overlay?: readonly string[] | undefined;
  readonly "allow-remote"?: boolean | undefined;
  readonly "update-lock"?: boolean | undefined;
  readonly "allow-files"?: readonly string[] | undefined;
}

export interface DescribedValues extends DocumentValues {
  readonly openapi?: string | undefined;
  readonly asyncapi?: string | undefined;
  readonly assumptions?: string | undefined;
  readonly config?: string | undefined;
  readonly out?: string | undefined;
}

/** Where a configuration is looked for, and what stands in where it is silent. */
export interface Fallbacks {
  /** Configuration to use when neither one nor a document is given. Default: `spec/codegen.yaml`. */
  readonly config?: string;
  /** The one to use where that is not there. */
  readonly fallback?: string;
  readonly defaults?: ConfigDefaults;
}

const DEFAULT_CONFIG = "spec/codegen.yaml";

/** The configuration that is read; undefined where documents are given instead. */
export function configPath(values: DescribedValues, { config, fallback }: Fallbacks): string | undefined {
  if (values.openapi !== undefined || values.asyncapi !== undefined) {
    if (values.config === undefined) return undefined;
    throw new ConfigError("a configuration names its documents: pass --config, or --openapi and --asyncapi");
  }
  const usual = config ?? DEFAULT_CONFIG;
  const path = values.config ?? (existsSync(usual) ? usual : fallback);
  if (path === undefined) throw new ConfigError("pass --openapi and --out, or a configuration with --config");
  return path;
}

/** The configuration that the command line names or is, with what both kinds of options say on top. */
export async function described(values: DescribedValues, fallbacks: Fallbacks, more: object = {}): Promise<Config> {
  const path = configPath(values, fallbacks);
  const { openapi, asyncapi, assumptions, out } = values;
  if (path !== undefined) {
    const config = await readConfig(path, fallbacks.defaults);
    const onTop = checked({ assumptions, out, ...more });
    return { ...config, ...documentsSaid(values, dirname(resolve(path))), ...onTop };
  }
  if (out === undefined) throw new ConfigError("--out says where to write; it is missing");
  const data = defined({ openapi, asyncapi, assumptions, out, base: folderOf(openapi ?? asyncapi), ...more });
  const config = configOf(data, process.cwd(), SAID, fallbacks.defaults);
  return { ...config, ...documentsSaid(values, process.cwd()) };
}

/** What errors call options that a configuration has keys for. */
const SAID = "the command line";

/** Values for some keys of a configuration, as a whole one would have them. */
function checked(values: object): Partial<Config> {
  const given = defined(values);
  const whole = configOf({ openapi: STDIN, out: ".", ...given }, process.cwd(), SAID);
  return Object.fromEntries(Object.entries(whole).filter(([key]) => Object.hasOwn(given, key)));
}

/** The folder of a document; of one of another machine the working directory. */
const folderOf = (path = "."): string => (isRemote(path) ? "." : dirname(path));

/** Overlays and documents of other machines, as the command line has them. */
export function documentsSaid(
  values: DocumentValues,
  folder: string,
): Pick<Partial<Config>, "files" | "overlays" | "remote"> {
  const overlays = (values.overlay ?? []).map((path) => (isRemote(path) ? path : resolve(path)));
  const update = values["update-lock"] === true;
  const files = (values["allow-files"] ?? []).map((path) => resolve(path));
  return {
    ...(files.length > 0 ? { files } : {}),
    ...(overlays.length > 0 ? { overlays } : {}),
    ...(update || values["allow-remote"] === true ? { remote: { lock: join(folder, LOCK), update } } : {}),
  };
}

/** How files are read where a document may come from the standard input, which is read to its end first. */
export async function readerOf(
  documents: readonly (string | undefined)[],
  input: Readable = process.stdin,
): Promise<{ readonly read?: ReadText }> {
  const piped = documents.filter((path) => path !== undefined && basename(path) === STDIN);
  if (piped.length === 0) return {};
  if (piped.length > 1) throw new ConfigError("only one document can come from the standard input");
  const stdin = await text(input);
  return { read: (path) => (path === piped[0] ? Promise.resolve(stdin) : readFile(path, "utf8")) };
}
