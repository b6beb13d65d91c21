import { asUsage, shippedDescription } from "./docs.js";

const HELP = `Writes a description in one piece for hosts of API pages, as openapi.json and asyncapi.json.

  svc-apps bundle --out <folder>

Every mark stands in a description or a standard keyword, so that any host shows it: Redoc, Scalar, Swagger UI,
Stoplight, AsyncAPI Studio. Without a description of yours it is this platform's.

  --openapi <file>   the OpenAPI document, YAML or JSON: 3.0, 3.1, 3.2 or Swagger 2.0; - for the standard input
  --asyncapi <file>  an AsyncAPI document: 3 or 2
  --config <file>    a configuration as of svc-apps generate, instead of documents
                     Default: spec/codegen.yaml, where it is there
  --overlay <file>   an overlay (OpenAPI Overlay 1.0) to apply first; may be given more than once
  --allow-remote     load documents by http(s) too, as pinned in codegen.lock
  --update-lock      the same, and pin what comes
  --out <folder>     where to write

Exit code: 0 done; 1 the description has mistakes; 2 called wrongly.
`;

/** `svc-apps bundle`: a description in one piece. */
export async function run(argv: readonly string[]): Promise<number> {
  if (argv.includes("--help") || argv.includes("-h")) {
    process.stdout.write(HELP);
    return 0;
  }
  const { runBundle } = await import("../codegen/bundle/run.js");
  return asUsage(() => runBundle(argv, { fallback: shippedDescription() }));
}
