import { mkdir, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { printTo } from "../codegen/printable.js";
import type { Syntax } from "./syntax.js";
import { UsageError } from "./usage-error.js";

export const syntax = {
  says: "Says what a recording of real traffic shows beyond a description: answers to its undocumented points, assumptions that are contradicted, and drift.",
  usage: ["<file>... [options]"],
  options: {
    description: {
      type: "string",
      value: "<path>",
      says: "folder or file of the description (default: that of the platform)",
    },
    overlay: {
      type: "string",
      multiple: true,
      value: "<file>",
      says: "OpenAPI Overlay to apply to it first, in place of its own; repeatable",
    },
    out: {
      type: "string",
      value: "<folder>",
      says: "write overlays there that add what was received to the description",
    },
    json: { type: "boolean", says: "print one JSON document" },
  },
  notes:
    "Each <file> is written by svc-apps listen --learn <file>, or by learnTo() of svc-apps/learn in a client's middleware. It holds names and types, never values. Several are read as one.",
  exit: "0 nothing contradicts the description; 1 the description could not be read; 2 wrong usage; 3 an assumption is contradicted, or something was received that is not described.",
} as const satisfies Syntax;

/** Modules that need optional packages, loaded when there is something to learn. */
const machinery = async () => ({
  ...(await import("./learn/description.js")),
  ...(await import("./learn/drift.js")),
  ...(await import("./learn/overlay.js")),
  ...(await import("./learn/points.js")),
  ...(await import("./learn/recording.js")),
  ...(await import("./learn/report.js")),
  ...(await import("./learn/switches/index.js")),
  ...(await import("yaml")),
});

type Write = (text: string) => void;

/** `svc-apps learn <file>`. */
export async function run(
  argv: readonly string[],
  out: Write = printTo("stdout"),
  err: Write = printTo("stderr"),
): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...argv], allowPositionals: true, options: syntax.options });
  if (positionals.length === 0) throw new UsageError("pass a recording: svc-apps learn <file>");
  const tools = await machinery();
  const recordings = await Promise.all(positionals.map((file) => tools.readRecording(file)));
  const { recording } = new tools.Gathering(...recordings);
  const description = await tools.describedAt(
    values.description ?? tools.ownDescription(),
    err,
    (values.overlay ?? []).map((path) => resolve(path)),
  );
  const compared = tools.compare(recording, description);
  const assumed = new Set(description.loaded.model.assumptions.map(({ name }) => name));
  const verdicts = tools.verdicts(recording).filter(({ key }) => assumed.has(key));
  const points = tools.pointsOf(description, compared, verdicts);
  const { drift } = compared;
  const overlays =
    values.out === undefined ? [] : tools.overlaysOf(compared, resolve(values.out), description.loaded.sources.dialect);
  const learnt = { title: description.title, verdicts, points, drift, unseen: recording.unseen };
  out(values.json === true ? tools.asJson(learnt) : tools.asText(learnt));
  if (values.out !== undefined) {
    await mkdir(values.out, { recursive: true });
    for (const { name, document } of overlays) await writeFile(join(values.out, name), tools.stringify(document));
    err(`${overlays.length === 0 ? "No overlay" : overlays.map(({ name }) => name).join(", ")} in ${values.out}\n`);
  }
  return drift.length > 0 || verdicts.some(({ stand }) => stand === "contradicted") ? 3 : 0;
}
