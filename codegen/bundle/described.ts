import { printTo } from "../printable.js";
import type { Readable } from "node:stream";
import { described, type DescribedValues, readerOf } from "../command-line.js";
import { type Config, ConfigError } from "../config.js";
import { Problems } from "../load/problems.js";
import { type Loaded, load } from "../model/build.js";
import { type Outcome, printOutcome } from "../outcome.js";

/** Where to write to and what to fall back on; handed in so that tests need no process. */
export interface DescribedRun {
  readonly out?: (text: string) => void;
  readonly err?: (text: string) => void;
  /** Configuration to use when neither one nor a document is given and `spec/codegen.yaml` is not there. */
  readonly fallback?: string;
  /** What `--openapi -` reads. Default: the standard input. */
  readonly input?: Readable;
}

/**
 * Reads the description and does `work` with it. Resolves with the exit code: 0 done, 1 where the description has
 * mistakes, which are written to `err`. Whatever else goes wrong is thrown.
 */
export async function withDescription(
  values: DescribedValues & { readonly json?: boolean | undefined },
  options: DescribedRun,
  work: (loaded: Loaded, config: Config) => Promise<Outcome>,
): Promise<number> {
  const { out = printTo("stdout"), err = printTo("stderr"), fallback } = options;
  if (values.out === undefined) throw new ConfigError("--out says where to write; it is missing");
  const config = await described(values, fallback === undefined ? {} : { fallback });
  const reader = await readerOf([config.openapi, config.asyncapi], options.input);
  const problems = new Problems(config);
  const ways = { json: values.json, out, err };
  const outcome = await printOutcome(
    ways,
    () => problems.all,
    async () => work(await load({ ...config, ...reader }, problems), config),
  );
  return outcome === undefined ? 1 : 0;
}
