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
    throw new UsageError("give one recording, and at most one id: svc-apps why <interaction id> --file <file>");
  }
  const recording = await readRecording(values.file);
  const found = id === undefined ? recording.interactions : recording.interactions.filter((one) => one.id === id);
  const failed = found.flatMap((one) => ({ one, cause: causeOf(one, recording) })).filter(({ cause }) => cause);
  for (const { one, cause } of failed.slice(-SHOWN)) out(reportOf(one.id, cause, one.notes));
  if (failed.length > 0) return 1;
  const absence = causeOfAbsence(recording);
  const isNothing = id === undefined && absence?.name === "never-arrived";
  if (found.length === 0 && !isNothing) {
    out(reportOf(id ?? "interactions", absence, recording.notices.slice(-SHOWN)));
    return 1;
  }
  out(id === undefined ? "No recorded interaction failed.\n" : reportOf(id, undefined, found[0]?.notes ?? []));
  return 0;
}
