import { run as runGenerators } from "../codegen/run.js";

/** `generate`: types, functions, guards and tables from any OpenAPI 3.1 document; `--help` lists the options. */
export function run(argv: readonly string[]): Promise<number> {
  return runGenerators(argv, { runtime: "svc-apps/abi" });
}
