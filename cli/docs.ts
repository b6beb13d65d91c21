import { fileURLToPath } from "node:url";
import { UsageError } from "./frame.js";

const HELP = `Writes a reference of any OpenAPI and AsyncAPI description, as Markdown pages.

  svc-apps docs --out <folder>

A page for every operation, event, delivery and schema, and pages for codes of refusals, limits, tables, state machines
(Mermaid), assumptions and what is not documented. Without a description of yours it is this platform's.

  --openapi <file>      the OpenAPI document, YAML or JSON: 3.0, 3.1, 3.2 or Swagger 2.0; - for the standard input
  --asyncapi <file>     an AsyncAPI document: 3 or 2
  --assumptions <file>  choices where the description is silent
  --config <file>       a configuration as of svc-apps generate, instead of documents
                        Default: spec/codegen.yaml, where it is there
  --overlay <file>      an overlay (OpenAPI Overlay 1.0) to apply first; may be given more than once
  --allow-remote        load documents by http(s) too, as pinned in codegen.lock
  --update-lock         the same, and pin what comes
  --out <folder>        where to write
  --module <name>       module that the snippets import from

Exit code: 0 done; 1 the description has mistakes; 2 called wrongly.
`;

/** The description that comes with this package. */
export const shippedDescription = (): string => fileURLToPath(import.meta.resolve("svc-apps/spec/codegen.yaml"));

/** `svc-apps docs`: a reference of a description as Markdown pages. */
export async function run(argv: readonly string[]): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h")) {
    process.stdout.write(HELP);
    return 0;
  }
  const { runDocs } = await import("../codegen/docs/run.js");
  const own = argv.some((one) => /^--(?:openapi|asyncapi|config)\b/.test(one)) ? [] : ["--module", "svc-apps"];
  return asUsage(() => runDocs([...own, ...argv], { fallback: shippedDescription() }));
}

/** Tells faults of whoever called as the frame knows them. */
export async function asUsage(work: () => Promise<number>): Promise<number> {
  const { ConfigError } = await import("../codegen/config.js");
  const { OutputError } = await import("../codegen/output.js");
  try {
    return await work();
  } catch (error) {
    if (error instanceof ConfigError || error instanceof OutputError)
      throw new UsageError(error.message, { cause: error });
    throw error;
  }
}
