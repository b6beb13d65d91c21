import { optionsHelp } from "../codegen/help.js";
import { UsageError } from "./frame.js";

const RUNTIME = "svc-apps/abi";
const SCHEMA = "node_modules/svc-apps/spec/codegen.schema.json";

const HELP = `Generates types, functions, guards and tables from an OpenAPI description.

  svc-apps generate --openapi <file> --out <folder>
  svc-apps generate init [--openapi <file>] [--config <file>]   writes a configuration with every key

${optionsHelp(RUNTIME)}
The packages yaml and ts-morph must be installed; for --paths also openapi-typescript and typescript; for files laid out
with your settings (format: prettier in the configuration) also prettier.

Exit code: 0 done; 1 the description has mistakes, or with --check something would change; 2 called wrongly.
`;

/** `generate`: types, functions, guards and tables from any OpenAPI document; `--help` lists the options. */
export async function run(argv: readonly string[]): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h")) {
    process.stdout.write(HELP);
    return 0;
  }
  // Stands on optional packages, without which the help must be readable all the same.
  const { run: runGenerators } = await import("../codegen/run.js");
  return runGenerators(argv, { runtime: RUNTIME, schema: SCHEMA, onMisuse });
}

/** The frame tells it with the name of the command, as for every other one. */
function onMisuse(error: Error): never {
  if ("code" in error) throw error; // of an option
  throw new UsageError(error.message, { cause: error });
}
