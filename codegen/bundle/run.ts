import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { DESCRIBED_OPTIONS } from "../command-line.js";
import { type DescribedRun, withDescription } from "./described.js";
import { bundleAll } from "./index.js";

/** Writes `openapi.json` and `asyncapi.json`, each in one piece. Resolves with the exit code. */
export async function runBundle(argv: readonly string[], options: DescribedRun = {}): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: DESCRIBED_OPTIONS });
  const out = options.out ?? ((text: string) => void process.stdout.write(text));
  return withDescription(values, options, async (loaded, { out: folder }) => {
    await mkdir(folder, { recursive: true });
    for (const [name, document] of Object.entries(bundleAll(loaded))) {
      const path = join(folder, `${name}.json`);
      await writeFile(path, `${JSON.stringify(document, undefined, 2)}\n`);
      out(`${path}\n`);
    }
  });
}
