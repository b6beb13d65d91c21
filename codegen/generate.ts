import { relative, sep } from "node:path";
import type { Config } from "./config.js";
import { emitAll, type OutputFile } from "./emit/index.js";
import { ModuleWriter } from "./emit/writer.js";
import type { Helper } from "./helper.js";
import { Problems } from "./load/problems.js";
import { load } from "./model/build.js";
import type { Model } from "./model/model.js";
import type { Planned } from "./output.js";

export interface Generated {
  readonly files: readonly Planned[];
  /** Warnings; errors are thrown as a DescriptionError, all at once. */
  readonly problems: Problems;
}

/** Reads the description and plans every file; what is slow is done when a text is asked for. */
export async function generate(config: Config, helper: Helper): Promise<Generated> {
  const problems = new Problems();
  const { model, bundle } = await load(config, problems);
  const report = config.undocumented === undefined ? undefined : posix(relative(config.out, config.undocumented));
  const emitted = emitAll(model, {
    runtime: config.runtime,
    ...(report === undefined ? {} : { undocumented: report }),
  });
  const settings = config.format === "prettier" ? await layoutSettings(config.out) : undefined;
  const planned = emitted.map((file) => plan(file, settings, helper));
  if (config.paths) planned.push(planPaths(model, bundle(), helper));
  return { files: planned.sort((a, b) => (a.path < b.path ? -1 : 1)), problems };
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
