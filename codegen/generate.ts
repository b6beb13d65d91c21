import { relative, sep } from "node:path";
import type { Config } from "./config.js";
import { emitAll, type OutputFile } from "./emit/index.js";
import { Problems } from "./load/problems.js";
import { buildModel } from "./model/build.js";
import type { Format } from "./output.js";

export interface Generated {
  readonly files: readonly OutputFile[];
  /** Warnings; errors are thrown as a DescriptionError, all at once. */
  readonly problems: Problems;
}

/** Reads the description and emits every file, in memory. */
export async function generate(config: Config): Promise<Generated> {
  const problems = new Problems();
  const model = await buildModel(config, problems);
  const report = config.undocumented === undefined ? undefined : posix(relative(config.out, config.undocumented));
  const files = emitAll(model, {
    runtime: config.runtime,
    ...(report === undefined ? {} : { undocumented: report }),
  });
  return { files, problems };
}

function posix(path: string): string {
  return path.split(sep).join("/");
}

/** The layout that the configuration asks for. */
export async function formatter(config: Config): Promise<Format> {
  if (config.format === "none") return (_path, text) => Promise.resolve(text);
  const prettier = await import("prettier");
  const settings = (await prettier.resolveConfig(`${config.out}/types.ts`)) ?? {};
  return (path, text) =>
    prettier.format(text, { ...settings, parser: path.endsWith(".md") ? "markdown" : "typescript", endOfLine: "lf" });
}
