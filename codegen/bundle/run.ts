import { join } from "node:path";
import { parseArgs } from "node:util";
import { DESCRIBED_OPTIONS } from "../options.js";
import { placeAll } from "../placed.js";
import { type DescribedRun, withDescription } from "./described.js";
import { bundleAll } from "./index.js";

/** Writes `openapi.json` and `asyncapi.json`, each in one piece. Resolves with the exit code. */
export async function runBundle(argv: readonly string[], options: DescribedRun = {}): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: DESCRIBED_OPTIONS });
  return withDescription(values, options, async (loaded, { out: folder }) => {
    const files = Object.entries(bundleAll(loaded)).map(([name, document]) => ({
      path: `${name}.json`,
      text: `${JSON.stringify(document, undefined, 2)}\n`,
    }));
    await placeAll(folder, files);
    const changed = files.map(({ path }) => path);
    return { changed, files: files.length, says: changed.map((path) => `${join(folder, path)}\n`).join("") };
  });
}
