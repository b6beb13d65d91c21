import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { ConfigError, readConfig } from "../config.js";
import { formatProblems, Problems } from "../load/problems.js";
import { buildModel, type BuildOptions } from "../model/build.js";
import type { Model } from "../model/model.js";

const named = (folder: string, name: string): string | undefined =>
  ["yaml", "yml", "json"].map((ending) => join(folder, `${name}.${ending}`)).find((path) => existsSync(path));

/** Stands in for the OpenAPI document of a description that has events only. */
const NO_ROUTES = JSON.stringify({ openapi: "3.1.0", info: { title: "", version: "" }, paths: {} });

/** Whether a document, YAML or JSON, names the version of such a description. */
const says = (text: string, key: string): boolean =>
  new RegExp(`(^|[{,])\\s*["']?${key}["']?\\s*:\\s*["']?\\d`, "m").test(text);

async function optionsOf(path: string): Promise<BuildOptions> {
  if (!existsSync(path)) throw new ConfigError(`${path}: there is no such file or folder`);
  if (statSync(path).isDirectory()) return optionsOfFolder(path);
  const text = await readFile(path, "utf8");
  if (says(text, "openapi")) return { openapi: resolve(path), base: process.cwd() };
  if (says(text, "asyncapi")) return eventsOnly(path);
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
  const openapi = resolve(`${path}.routes.json`);
  const read = (file: string): Promise<string> =>
    file === openapi ? Promise.resolve(NO_ROUTES) : readFile(file, "utf8");
  return { openapi, asyncapi: resolve(path), base: process.cwd(), read };
}

/**
 * Reads a description: a configuration of the generators, a folder that holds one or the documents themselves, an
 * OpenAPI document, or an AsyncAPI document alone. Throws a DescriptionError with all that is wrong in it.
 */
export async function readDescription(path: string, warn: (text: string) => void): Promise<Model> {
  const problems = new Problems();
  const options = await optionsOf(path);
  const model = await buildModel({ clashes: "nest", ...options }, problems);
  if (problems.all.length > 0) warn(`${formatProblems(problems.all)}\n`);
  return model;
}
