import { parseArgs } from "node:util";
import type { Group } from "../codegen/changes/index.js";
import { UsageError } from "./frame.js";

const HELP = `Says what changed between two descriptions for users of the generated client.

  svc-apps diff <old> <new>

Each is a folder with openapi.yaml, asyncapi.yaml or codegen.yaml in it, or one such file.

  --json         the changes as JSON
  --only <group> breaking, additive or documentation: print only these; the exit code stays

Exit code: 0 nothing changed, or only documentation; 3 something was added; 4 something breaks.
1 means that a description could not be read, 2 that the command was called wrongly.
`;

const EXIT: Readonly<Record<Group, number>> = { documentation: 0, additive: 3, breaking: 4 };

const isGroup = (text: string): text is Group => Object.hasOwn(EXIT, text);

/** What stands on optional packages, loaded when there is something to compare. */
const machinery = async () => ({
  ...(await import("../codegen/changes/index.js")),
  ...(await import("../codegen/changes/read.js")),
  ...(await import("../codegen/changes/report.js")),
});

/** `svc-apps diff <old> <new>`: prints what changed, gravest first, and tells the gravest group by its exit code. */
export async function run(
  argv: readonly string[],
  out: (text: string) => void = (text) => void process.stdout.write(text),
  err: (text: string) => void = (text) => void process.stderr.write(text),
): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: { json: { type: "boolean" }, only: { type: "string" }, help: { type: "boolean", short: "h" } },
  });
  if (values.help === true) {
    out(HELP);
    return 0;
  }
  const [before, after, ...others] = positionals;
  if (before === undefined || after === undefined || others.length > 0)
    throw new UsageError("give two descriptions, the old one and the new one");
  const only = values.only;
  if (only !== undefined && !isGroup(only)) throw new UsageError(`--only is one of ${Object.keys(EXIT).join(", ")}`);

  const { changesBetween, gravest, readDescription, report } = await machinery();
  const old = await readDescription(before, err);
  const changes = changesBetween(old, await readDescription(after, err));
  const shown = only === undefined ? changes : changes.filter(({ group }) => group === only);
  out(values.json === true ? `${JSON.stringify(shown, undefined, 2)}\n` : report(shown, only));
  const worst = gravest(changes);
  return worst === undefined ? 0 : EXIT[worst];
}
