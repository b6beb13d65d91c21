import { withoutAdvice } from "./frame.js";

const HELP = `Generates types, functions, guards and tables from an OpenAPI 3.1 description.

  svc-apps generate --openapi <file> --out <folder>

  --openapi <file>    the OpenAPI 3.1 document, YAML or JSON
  --asyncapi <file>   an AsyncAPI 3 document with the events
  --out <folder>      where to write
  --runtime <import>  what generated functions import their types from (default: svc-apps/abi)
  --config <file>     all of the above, and more, from a file (default: spec/codegen.yaml)
  --clashes nest      keep a body whole where its fields share a name with a parameter
  --paths             add types of every path, in the form that openapi-fetch takes
  --check             write nothing; fail when something would change, and show what
  --watch             generate again whenever a file of the description changes

The packages yaml and ts-morph must be installed; for --paths also openapi-typescript and typescript; for files laid out
with your settings (format: prettier in the configuration) also prettier.
`;

/** `generate`: types, functions, guards and tables from any OpenAPI 3.1 document; `--help` lists the options. */
export async function run(argv: readonly string[]): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h")) {
    process.stdout.write(HELP);
    return 0;
  }
  const err = (text: string): void => void process.stderr.write(withoutAdvice(text));
  // Stands on optional packages, without which the help must be readable all the same.
  const { run: runGenerators } = await import("../codegen/run.js");
  return runGenerators(argv, { runtime: "svc-apps/abi", err });
}
