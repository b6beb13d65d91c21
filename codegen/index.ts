/**
 * The generators for programs: `generate()` gives back files instead of writing them, and `defineEmitter()` adds what a
 * description is turned into.
 */
import { type Config, configOf } from "./config.js";
import type { Emitter } from "./emit/emitter.js";
import { generate as plan } from "./generate.js";
import { Helper } from "./helper.js";
import { formatProblems } from "./load/problems.js";

export { type ConfigDefaults, ConfigError } from "./config.js";
export { configSchema } from "./config-keys.js";
export { defineEmitter, type Emitter, type EmitOptions, type OutputFile } from "./emit/emitter.js";
export { docComment, key, literal, ModuleWriter } from "./emit/writer.js";
export { fieldText, schemaType, type TypeContext } from "./emit/schema-type.js";
export { DescriptionError, type Problem } from "./load/problems.js";
export type { Model, NamedSchema, OperationModel, Schema } from "./model/model.js";

/** What is generated, as in a configuration; `emitters` may be emitters too. Paths are relative to `folder`. */
export interface GenerateOptions extends Partial<Omit<Config, "emitters">> {
  /** Default: the working directory. */
  readonly folder?: string;
  readonly emitters?: readonly (string | Emitter)[];
}

/** One generated file. */
export interface GeneratedFile {
  /** Relative to the output folder, with `/`. */
  readonly path: string;
  readonly text: string;
}

/**
 * Generates and gives back the files with what was warned of; writes nothing. Throws a DescriptionError with all that is
 * wrong with the description, a ConfigError for options that do not exist.
 */
export async function generate(
  options: GenerateOptions,
): Promise<{ readonly files: readonly GeneratedFile[]; readonly warnings: string }> {
  const { folder = process.cwd(), emitters = [], ...rest } = options;
  const named = emitters.filter((one) => typeof one === "string");
  const config = configOf({ out: ".", ...rest, emitters: named }, folder, "the options");
  const helper = new Helper(false);
  const { files, problems } = await plan(config, helper, {
    emitters: emitters.filter((one) => typeof one !== "string"),
  });
  const texts = await Promise.all(files.map(async ({ path, text }) => ({ path, text: await text() })));
  return { files: texts, warnings: problems.all.length === 0 ? "" : formatProblems(problems.all) };
}
