import { parseArgs } from "node:util";
import { type DescribedRun, withDescription } from "../bundle/described.js";
import { DOCS_OPTIONS } from "../options.js";
import { writeOutput } from "../output.js";
import { referencePages } from "./index.js";

/** Writes the pages of a reference, and removes those that it wrote before and no longer needs. */
export async function runDocs(argv: readonly string[], options: DescribedRun = {}): Promise<number> {
  const { values } = parseArgs({ args: [...argv], options: DOCS_OPTIONS });
  return withDescription(values, options, async (loaded, { out: folder }) => {
    const pages = referencePages(loaded, values.module === undefined ? {} : { module: values.module });
    const planned = pages.map(({ path, text }) => ({ path, identity: text, text: () => Promise.resolve(text) }));
    const drift = await writeOutput(folder, planned);
    const says =
      drift.length === 0 ? "nothing changed\n" : `${drift.length} of ${pages.length} pages written to ${folder}\n`;
    return { changed: drift.map(({ path }) => path), files: pages.length, says };
  });
}
