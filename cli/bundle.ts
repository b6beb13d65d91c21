import { DESCRIBED_OPTIONS } from "../codegen/options.js";
import { asUsage, shippedDescription } from "./docs.js";
import type { Syntax } from "./syntax.js";

export const syntax = {
  says: "Writes a description in one piece for hosts of API pages, as openapi.json and asyncapi.json: what this project marks in a description is written as text or a standard keyword, so that Redoc, Scalar, Swagger UI, Stoplight and AsyncAPI Studio show it. Without a description of yours it is this platform's.",
  usage: ["--out <folder> [options]"],
  options: DESCRIBED_OPTIONS,
  exit: "0 done; 1 the description has errors; 2 wrong usage.",
} as const satisfies Syntax;

/** `svc-apps bundle`: a description in one piece. */
export async function run(argv: readonly string[]): Promise<number> {
  const { runBundle } = await import("../codegen/bundle/run.js");
  return asUsage(() => runBundle(argv, { fallback: shippedDescription() }));
}
