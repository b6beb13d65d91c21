import { parseArgs } from "node:util";
import { printTo } from "../codegen/printable.js";
import type { Syntax } from "./syntax.js";
import { UsageError } from "./usage-error.js";
import { causeOf, causeOfAbsence } from "./why/causes.js";
import { readRecording } from "./why/read.js";
import { reportOf } from "./why/report.js";

export const syntax = {
  says: "Says why a person saw nothing of an interaction, from what the App recorded. Without an id: the last ones that failed.",
  usage: ["[<interaction id>] --file <file>"],
  options: {
    file: { type: "string", value: "<file>", says: "what recordInteractions() of svc-apps/why wrote" },
    json: { type: "boolean", says: "print one JSON document" },
  },
  notes: "The file holds times, outcomes and kinds of errors; no text, argument or credential.",
  exit: "0 nothing went wrong; 1 a cause was found; 2 wrong usage.",
} as const satisfies Syntax;

/** How many are shown without an id. */
const SHOWN = 10;

/** `svc-apps why <id>`. */
export async function run(argv: readonly string[], out: (text: string) => void = printTo("stdout")): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: syntax.options });
  const [id, ...others] = positionals;
  if (values.file === undefined || others.length > 0) {
    throw new UsageError("pass one recording, and at most one id: svc-apps why <interaction id> --file <file>");
  }
  const recording = await readRecording(values.file);
  const found = id === undefined ? recording.interactions : recording.interactions.filter((one) => one.id === id);
  const said = found.map((one) => ({ id: one.id, cause: causeOf(one, recording), notes: one.notes }));
  const failed = said.filter(({ cause }) => cause !== undefined).slice(-SHOWN);
  const absence = found.length === 0 ? causeOfAbsence(recording) : undefined;
  const isAbsent = absence !== undefined && (id !== undefined || absence.name !== "never-arrived");
  const shown = isAbsent
    ? [{ id: id ?? "interactions", cause: absence, notes: recording.notices.slice(-SHOWN) }]
    : id === undefined
      ? failed
      : said;
  if (values.json === true) out(`${JSON.stringify(shown)}\n`);
  else if (shown.length === 0) out("No recorded interaction failed.\n");
  else for (const one of shown) out(reportOf(one.id, one.cause, one.notes));
  return shown.some(({ cause }) => cause !== undefined) ? 1 : 0;
}
