import { isAbsolute, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { type Config, ConfigError } from "./config.js";
import { emitAll, type Emitter, OPTIONAL, type OutputFile } from "./emit/index.js";
import { ModuleWriter } from "./emit/writer.js";
import type { Helper } from "./helper.js";
import { Problems } from "./load/problems.js";
import { load } from "./model/build.js";
import type { ReadText } from "./load/files.js";
import { nearest } from "../runtime/base/nearest.js";
import type { Model } from "./model/model.js";
import type { Planned } from "./output.js";

export interface Generated {
  readonly files: readonly Planned[];
  /** Warnings; errors are thrown as a DescriptionError, all at once. */
  readonly problems: Problems;
}

/** Reads the description and plans every file; what is slow is done when a text is asked for. */
export async function generate(
  config: Config,
  helper: Helper,
  { emitters = [], read }: { readonly emitters?: readonly Emitter[]; readonly read?: ReadText } = {},
): Promise<Generated> {
  const problems = new Problems(config);
  const { model, bundle } = await load(read === undefined ? config : { ...config, read }, problems);
  const report = config.undocumented === undefined ? undefined : posix(relative(config.out, config.undocumented));
  const settled = {
    runtime: config.runtime,
    open: config.open,
    ...(report === undefined ? {} : { undocumented: report }),
  };
  const emitted = emitAll(model, settled, [...(await loadEmitters(config.emitters)), ...emitters]);
  const settings = config.format === "prettier" ? await layoutSettings(config.out) : undefined;
  const planned = emitted.map((file) => plan(file, settings, helper));
  if (config.paths) planned.push(planPaths(model, bundle(), helper));
  return { files: planned.sort((a, b) => (a.path < b.path ? -1 : 1)), problems };
}

/** Emitters by name, or from the modules at a path: what they export as `default`, made by `defineEmitter`. */
async function loadEmitters(names: readonly string[]): Promise<readonly Emitter[]> {
  return Promise.all(
    names.map(async (name) => {
      const known = OPTIONAL.find((emitter) => emitter.name === name);
      if (known !== undefined) return known;
      const all = OPTIONAL.map((emitter) => emitter.name);
      const meant = nearest(name, all);
      const guess =
        meant === undefined ? `there are ${all.join(", ")}, or the path of a module` : `did you mean ${meant}?`;
      if (!isAbsolute(name)) throw new ConfigError(`there is no emitter ${name}; ${guess}`);
      const module = (await import(pathToFileURL(name).href)) as { readonly default?: Partial<Emitter> }; // checked below
      const { default: found } = module;
      if (typeof found?.name !== "string" || typeof found.emit !== "function")
        throw new ConfigError(`${name}: its default export is not an emitter; make one with defineEmitter`);
      return { name: found.name, emit: found.emit };
    }),
  );
}

function posix(path: string): string {
  return path.split(sep).join("/");
}

function plan({ path, text, layout }: OutputFile, settings: object | undefined, helper: Helper): Planned {
  if (!layout || settings === undefined) return { path, identity: text, text: () => Promise.resolve(text) };
  const identity = `${JSON.stringify(settings)}\n${text}`;
  return { path, identity, text: () => helper.run({ kind: "format", path, text, settings }) };
}

function planPaths(model: Model, document: object, helper: Helper): Planned {
  const writer = new ModuleWriter("paths.ts", `Types of every path of ${model.title}.`, model.sources);
  const text = async (): Promise<string> => {
    writer.add((await helper.aside({ kind: "paths", document })).trim());
    return writer.toString();
  };
  return { path: writer.path, identity: `${writer.toString()}\n${JSON.stringify(document)}`, text };
}

/** The settings of the project that the output lies in, and the version that reads them. */
async function layoutSettings(out: string): Promise<object> {
  const { resolveConfig, version } = await import("prettier");
  return { ...(await resolveConfig(`${out}/types.ts`)), layoutVersion: version };
}
