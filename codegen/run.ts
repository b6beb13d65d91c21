import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Config, ConfigError, DEFAULT_RUNTIME, readConfig } from "./config.js";
import { formatDrift } from "./diff.js";
import { generate } from "./generate.js";
import { Helper } from "./helper.js";
import { optionsHelp } from "./help.js";
import { DescriptionError, formatProblems } from "./load/problems.js";
import { findDrift, MANIFEST, OutputError, writeOutput } from "./output.js";
import { watchFiles } from "./watch.js";

/** Where to write to and what to fall back on; handed in so that tests need no process. */
export interface RunOptions {
  readonly out?: (text: string) => void;
  readonly err?: (text: string) => void;
  /** Told instead of `err` when it was called wrongly, and says the exit code. Default: the message, and 2. */
  readonly onMisuse?: (error: Error) => number;
  /** Import specifier of the runtime's door for documents given on the command line. */
  readonly runtime?: string;
  /** Configuration file to use when neither one nor a document is given. Default: spec/codegen.yaml. */
  readonly config?: string;
  readonly signal?: AbortSignal;
}

const HELP = `Generates types, functions, guards and tables from an OpenAPI 3.1 description.

${optionsHelp()}`;

const OPTIONS = {
  openapi: { type: "string" },
  asyncapi: { type: "string" },
  out: { type: "string" },
  runtime: { type: "string" },
  config: { type: "string" },
  clashes: { type: "string" },
  paths: { type: "boolean" },
  check: { type: "boolean" },
  watch: { type: "boolean" },
  help: { type: "boolean" },
} as const;

/** Runs the generators. Resolves with the exit code: 0 done, 1 not done or out of date, 2 called wrongly. */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<number> {
  const out = options.out ?? ((text) => void process.stdout.write(text));
  const err = options.err ?? ((text) => void process.stderr.write(text));
  try {
    const { values } = parseArgs({ args: [...argv], options: OPTIONS });
    if (values.help === true) {
      out(HELP);
      return 0;
    }
    const config = await configOf(values, options);
    const helper = new Helper();
    try {
      const work = (): Promise<number> => once(config, values.check === true, helper, out, err);
      if (values.watch !== true) return await work();
      await watchFiles(config, work, out, options.signal);
      return 0;
    } finally {
      await helper.close();
    }
  } catch (error) {
    if (error instanceof DescriptionError) {
      err(`${error.message}\n`);
      return 1;
    }
    const usage =
      error instanceof ConfigError || error instanceof OutputError || (error instanceof TypeError && "code" in error);
    if (!usage) throw error;
    if (options.onMisuse !== undefined) return options.onMisuse(error);
    err(`${error.message}\n`);
    return 2;
  }
}

type Values = {
  readonly [Key in keyof typeof OPTIONS]?: (typeof OPTIONS)[Key]["type"] extends "boolean" ? boolean : string;
};

async function configOf(values: Values, options: RunOptions): Promise<Config> {
  if (values.openapi === undefined) {
    const path = values.config ?? options.config ?? "spec/codegen.yaml";
    if (values.config === undefined && !existsSync(path)) {
      throw new ConfigError("give --openapi and --out, or a configuration with --config");
    }
    const config = await readConfig(path);
    return values.out === undefined ? config : { ...config, out: resolve(values.out) };
  }
  if (values.out === undefined) throw new ConfigError("--out says where to write; it is missing");
  if (values.clashes !== undefined && values.clashes !== "error" && values.clashes !== "nest") {
    throw new ConfigError("--clashes is either error or nest");
  }
  return {
    openapi: resolve(values.openapi),
    ...(values.asyncapi === undefined ? {} : { asyncapi: resolve(values.asyncapi) }),
    out: resolve(values.out),
    runtime: values.runtime ?? options.runtime ?? DEFAULT_RUNTIME,
    base: dirname(resolve(values.openapi)),
    format: "none",
    paths: values.paths === true,
    clashes: values.clashes ?? "error",
    formats: [],
    rename: {},
    substitutions: {},
  };
}

async function once(
  config: Config,
  check: boolean,
  helper: Helper,
  out: (text: string) => void,
  err: (text: string) => void,
): Promise<number> {
  // Where nothing was ever written, all of it will have to be made.
  if (config.paths && !existsSync(join(config.out, MANIFEST))) helper.prepare();
  const { files, problems } = await generate(config, helper);
  if (problems.all.length > 0) err(`${formatProblems(problems.all)}\n`);
  if (!check) {
    const drift = await writeOutput(config.out, files);
    out(drift.length === 0 ? "nothing changed\n" : `${drift.length} of ${files.length} files written\n`);
    return 0;
  }
  const drift = await findDrift(config.out, files);
  if (drift.length === 0) {
    out(`${files.length} files are up to date\n`);
    return 0;
  }
  const mend = config.command ?? "the same without --check";
  err(`${formatDrift(drift)}\n\n${drift.length} of ${files.length} files are out of date; to mend it, run: ${mend}\n`);
  return 1;
}
