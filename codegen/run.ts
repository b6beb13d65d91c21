import { printTo } from "./printable.js";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";
import { parseArgs } from "node:util";
import { configPath, described, type Fallbacks, readerOf } from "./command-line.js";
import { type Config, ConfigError } from "./config.js";
import { formatDrift } from "./diff.js";
import { generate } from "./generate.js";
import { Helper } from "./helper.js";
import { optionRows } from "./help.js";
import { GENERATE_OPTIONS, HELP_OPTION } from "./options.js";
import type { ReadText } from "./load/files.js";
import { DescriptionError, type Problem } from "./load/problems.js";
import { type Outcome, printOutcome, type Ways } from "./outcome.js";
import { writeFirstConfig } from "./init.js";
import { type Drift, findDrift, MANIFEST, OutputError, writeOutput } from "./output.js";
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
  /** Where the JSON Schema of configurations lies, relative to the working directory: for what `init` writes. */
  readonly schema?: string;
  readonly signal?: AbortSignal;
  /** What `--openapi -` reads. Default: the standard input. */
  readonly input?: Readable;
}

const OPTIONS = { ...GENERATE_OPTIONS, ...HELP_OPTION };

const HELP = `Generates types, functions, guards and tables from an OpenAPI description.

${optionRows(OPTIONS)}
`;

/** Runs the generators. Resolves with the exit code: 0 done, 1 not done or out of date, 2 called wrongly. */
export async function run(argv: readonly string[], options: RunOptions = {}): Promise<number> {
  const out = options.out ?? printTo("stdout");
  const err = options.err ?? printTo("stderr");
  try {
    const [command, ...rest] = argv[0] === "init" ? argv : [undefined, ...argv];
    const { values } = parseArgs({ args: rest.filter((one) => one !== undefined), options: OPTIONS });
    if (values.help === true) {
      out(HELP);
      return 0;
    }
    if (command === "init") {
      const path = values.config ?? options.config ?? "spec/codegen.yaml";
      await writeFirstConfig({ ...values, path, schema: options.schema });
      out(`${path} written; generate with --config ${path}\n`);
      return 0;
    }
    const helper = new Helper();
    const tell = { ...values, out, err };
    try {
      if (values.watch === true) {
        await settle(values, options); // called wrongly is said at once
        await watchFiles(() => watched(values, options, tell, helper), options.signal);
        return 0;
      }
      const config = await settle(values, options);
      const reader = await readerOf([config.openapi, config.asyncapi], options.input);
      return await once(config, { ...tell, ...reader }, helper);
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

/** Generates, and gives back what was read for it: the configuration, and every file that leads to another. */
async function watched(values: Values, options: RunOptions, tell: RunOnce, helper: Helper): Promise<Iterable<string>> {
  const files = new Set<string>();
  const path = configPath(values, fallbacksOf(options));
  if (path !== undefined) files.add(path);
  const read: ReadText = (file) => {
    files.add(file);
    return readFile(file, "utf8");
  };
  try {
    await once(await settle(values, options), { ...tell, read }, helper);
  } catch (error) {
    // Whoever mends it should not have to start again.
    if (!(error instanceof DescriptionError || (error instanceof ConfigError && files.size > 0))) throw error;
    tell.err(`${error.message}\n`);
  }
  tell.out(`watching ${files.size} ${files.size === 1 ? "file" : "files"}\n`);
  return files;
}

type Values = ReturnType<typeof parseArgs<{ readonly options: typeof OPTIONS }>>["values"];

const fallbacksOf = ({ config, runtime }: RunOptions): Fallbacks => ({
  ...(config === undefined ? {} : { config }),
  ...(runtime === undefined ? {} : { defaults: { runtime } }),
});

/** The configuration that the command line names or is, with what the command line says on top. */
async function settle(values: Values, options: RunOptions): Promise<Config> {
  const { runtime, clashes, params, paths } = values;
  const config = await described(values, fallbacksOf(options), { runtime, clashes, params, paths });
  return { ...config, ...said(values) };
}

/** What only the command line can say, or says on top of a configuration. */
function said(values: Values): Partial<Config> {
  const { tag: tags = [], path: paths = [], operation: operations = [] } = values;
  const emitters = (values.emit ?? []).map((name) => (name.startsWith(".") ? resolve(name) : name));
  return {
    ...(emitters.length > 0 ? { emitters } : {}),
    ...(values.strict === true ? { strict: true } : {}),
    ...(values.bigint === true ? { bigint: true } : {}),
    ...(values.open === true ? { open: true } : {}),
    ...(values.dates === true ? { dates: true } : {}),
    ...(values["skip-unsupported"] === true ? { skipUnsupported: true } : {}),
    ...(tags.length + paths.length + operations.length > 0 ? { include: { tags, paths, operations } } : {}),
  };
}

interface RunOnce extends Ways {
  /** How files are read. Default: from disk. */
  readonly read?: ReadText;
  readonly check?: boolean | undefined;
}

async function once(config: Config, ways: RunOnce, helper: Helper): Promise<number> {
  // Where nothing was ever written, all of it will have to be made.
  if (config.paths && !existsSync(join(config.out, MANIFEST))) helper.prepare();
  const { check = false, read } = ways;
  let problems: readonly Problem[] = [];
  const outcome = await printOutcome(
    ways,
    () => problems,
    async () => {
      const { files, problems: found } = await generate(config, helper, read === undefined ? {} : { read });
      problems = found.all;
      const drift = await (check ? findDrift : writeOutput)(config.out, files);
      return outcomeOf(config, files.length, { drift, check });
    },
  );
  return outcome === undefined || (check && outcome.changed.length > 0) ? 1 : 0;
}

function outcomeOf(
  { command = "the same without --check" }: Config,
  files: number,
  { drift, check }: { readonly drift: readonly Drift[]; readonly check: boolean },
): Outcome {
  const changed = drift.map(({ path }) => path);
  if (changed.length === 0)
    return { changed, files, says: check ? `${files} files are up to date\n` : "nothing changed\n" };
  if (!check) return { changed, files, says: `${changed.length} of ${files} files written\n` };
  const sum = `${changed.length} of ${files} files are out of date; to mend it, run: ${command}`;
  return { changed, files, says: "", wrong: `${formatDrift(drift)}\n\n${sum}\n` };
}
