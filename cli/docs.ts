import { fileURLToPath } from "node:url";
import { DOCS_OPTIONS } from "../codegen/options.js";
import type { Syntax } from "./syntax.js";
import { UsageError } from "./usage-error.js";

export const syntax = {
  says: "Writes a reference of any OpenAPI and AsyncAPI description, as Markdown pages: one for every operation, event, delivery and schema, and pages for error codes, limits, tables, state machines (Mermaid), assumptions and what is not documented. Without a description of yours it is this platform's.",
  usage: ["--out <folder> [options]"],
  options: DOCS_OPTIONS,
  exit: "0 done; 1 the description has errors; 2 wrong usage.",
} as const satisfies Syntax;

/** The description that comes with this package. */
export const shippedDescription = (): string => fileURLToPath(import.meta.resolve("svc-apps/spec/codegen.yaml"));

/** `svc-apps docs`: a reference of a description as Markdown pages. */
export async function run(argv: readonly string[]): Promise<number> {
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
