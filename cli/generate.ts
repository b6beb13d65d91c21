import { GENERATE_OPTIONS } from "../codegen/options.js";
import type { Syntax } from "./syntax.js";
import { UsageError } from "./usage-error.js";

const RUNTIME = "svc-apps/rest";
const SCHEMA = "node_modules/svc-apps/spec/codegen.schema.json";

export const syntax = {
  says: "Generates types, functions, guards and tables from an OpenAPI description.",
  usage: [
    "--openapi <file> --out <folder> [options]",
    "[--config <file>]",
    "init [--openapi <file>] [--config <file>]",
  ],
  verbs: {
    init: {
      usage: "init [--openapi <file>] [--config <file>]",
      says: "writes a configuration with every key",
      options: ["openapi", "asyncapi", "config", "out"],
    },
  },
  options: GENERATE_OPTIONS,
  notes: `--runtime is ${RUNTIME} by default. The packages yaml and ts-morph must be installed; for --paths also openapi-typescript and typescript; for your own formatting (format: prettier in the configuration) also prettier.`,
  exit: "0 done; 1 the description has errors, or with --check something would change; 2 wrong usage.",
} as const satisfies Syntax;

/** `generate`: types, functions, guards and tables from any OpenAPI document; `--help` lists the options. */
export async function run(argv: readonly string[]): Promise<number> {
  // Stands on optional packages, without which the help must be readable all the same.
  const { run: runGenerators } = await import("../codegen/run.js");
  return runGenerators(argv, { runtime: RUNTIME, schema: SCHEMA, onMisuse });
}

/** The frame tells it with the name of the command, as for every other one. */
function onMisuse(error: Error): never {
  if ("code" in error) throw error; // of an option
  throw new UsageError(error.message, { cause: error });
}
