import { run as runGenerators } from "../codegen/run.js";
import { withoutAdvice } from "./frame.js";

/** `generate`: types, functions, guards and tables from any OpenAPI 3.1 document; `--help` lists the options. */
export function run(argv: readonly string[]): Promise<number> {
  const err = (text: string): void => void process.stderr.write(withoutAdvice(text));
  return runGenerators(argv, { runtime: "svc-apps/abi", err });
}
