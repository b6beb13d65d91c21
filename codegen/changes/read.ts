import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ConfigError, readConfig } from "../config.js";
import { STDIN } from "../load/boundary.js";
import type { ReadText } from "../load/files.js";
import { formatProblems, Problems } from "../load/problems.js";
import { RemoteError } from "../load/remote-error.js";
import { RemoteDocuments, type RemoteOptions } from "../load/remote.js";
import { isRemote } from "../load/source.js";
import { type BuildOptions, load, type Loaded } from "../model/build.js";

const named = (folder: string, name: string): string | undefined =>
  ["yaml", "yml", "json"].map((ending) => join(folder, `${name}.${ending}`)).find((path) => existsSync(path));

/** Whether a document, YAML or JSON, names the version of such a description. */
const says = (text: string, key: string): boolean =>
  new RegExp(`(^|[{,])\\s*["']?${key}["']?\\s*:\\s*["']?\\d`, "m").test(text);

/** How descriptions are had beside files as they are. */
export interface Reading {
  /** Overlays to apply to it. */
  readonly overlays?: readonly string[];
  /** Folders besides its own whose files a document may refer to. */
  readonly files?: readonly string[];
  /** How documents of other machines are loaded. Default: not at all. */
  readonly remote?: RemoteOptions;
  /** How files are read, the standard input among them. Default: from disk. */
  readonly read?: ReadText;
  /** Folder from which files are named. Default: the folder of the description, or the working folder. */
  readonly base?: string;
  readonly warn: (text: string) => void;
}

async function optionsOf(path: string, remote: RemoteDocuments | undefined, read: ReadText): Promise<BuildOptions> {
  if (isRemote(path)) {
    if (remote === undefined) throw new ConfigError(`${path}: nothing is fetched unless --allow-remote says so`);
    return optionsOfText(path, await textOf(path, remote), path);
  }
  if (path === STDIN) return optionsOfText(path, await read(resolve(path)), resolve(path));
  if (!existsSync(path)) throw new ConfigError(`${path}: there is no such file or folder`);
  if (statSync(path).isDirectory()) return optionsOfFolder(path);
  return optionsOfText(path, await read(path), resolve(path));
}

/** The text of a document of another machine. That it cannot be had is for whoever called. */
async function textOf(url: string, remote: RemoteDocuments): Promise<string> {
  return remote.read(url).catch((error: unknown) => {
    if (!(error instanceof RemoteError)) throw error;
    throw new ConfigError(`${error.message}\n    ${error.advice}`);
  });
}

function optionsOfText(path: string, text: string, document: string): BuildOptions | Promise<BuildOptions> {
  const base = process.cwd();
  if (says(text, "openapi") || says(text, "swagger")) return { openapi: document, base };
  if (says(text, "asyncapi")) return { asyncapi: document, base };
  if (document !== resolve(path) || path === STDIN)
    throw new ConfigError(`${path}: says neither which OpenAPI nor which AsyncAPI it is`);
  return readConfig(path);
}

async function optionsOfFolder(folder: string): Promise<BuildOptions> {
  const config = named(folder, "codegen");
  if (config !== undefined) return { ...(await readConfig(config)), base: resolve(folder) };
  const openapi = named(folder, "openapi");
  const asyncapi = named(folder, "asyncapi");
  const assumptions = named(folder, "assumptions");
  if (openapi === undefined) {
    if (asyncapi !== undefined) return eventsOnly(asyncapi);
    throw new ConfigError(`${folder}: holds neither codegen.yaml nor openapi.yaml nor asyncapi.yaml`);
  }
  return {
    openapi: resolve(openapi),
    base: resolve(folder),
    ...(asyncapi === undefined ? {} : { asyncapi: resolve(asyncapi) }),
    ...(assumptions === undefined ? {} : { assumptions: resolve(assumptions) }),
  };
}

function eventsOnly(path: string): BuildOptions {
  return { asyncapi: resolve(path), base: process.cwd() };
}

/**
 * Reads a description: a configuration of the generators, a folder that holds one or the documents themselves, an
 * OpenAPI document, or an AsyncAPI document alone, by path or by address. Throws a DescriptionError with all that is
 * wrong in it.
 */
export async function readDescription(path: string, reading: Reading): Promise<Loaded> {
  const { overlays, files, remote, read, base, warn } = reading;
  const problems = new Problems();
  const documents = remote === undefined ? undefined : new RemoteDocuments(remote);
  const options = await optionsOf(path, documents, read ?? ((file) => readFile(file, "utf8")));
  const more = {
    ...(overlays === undefined ? {} : { overlays }),
    ...(files === undefined ? {} : { files }),
    ...(documents === undefined ? {} : { remote: documents }),
    ...(read === undefined ? {} : { read }),
    ...(base === undefined ? {} : { base }),
  };
  const loaded = await load({ ...options, ...more, clashes: options.clashes === "nest" ? "nest" : "quiet" }, problems);
  if (problems.all.length > 0) warn(`${formatProblems(problems.all)}\n`);
  return loaded;
}
