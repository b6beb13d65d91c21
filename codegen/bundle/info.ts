import { isRecord } from "../../runtime/base/values.js";
import { textOf } from "../model/keywords.js";
import type { Json } from "./gather.js";
import { code } from "./harmless.js";
import { blocks, dataMarkdown, markSentences, table } from "./markdown.js";

/** The head of a document, with everything that its extensions say about the whole. */
export function informed(info: Json, document: Json): Json {
  const description = blocks(
    textOf(info, "description"),
    ...chapter(
      "Not documented",
      markSentences(document)
        .map((line) => `- ${line}`)
        .join("\n"),
    ),
    ...chapter("Codes of refusals", codesTable(document["x-error-codes"])),
    ...chapter("Limits", limitsTable(document["x-limits"])),
    ...Object.entries(isRecord(document["x-tables"]) ? document["x-tables"] : {}).flatMap(([name, value]) =>
      chapter(`Table ${name}`, tableBody(value)),
    ),
  );
  return { ...info, ...(description === "" ? {} : { description }) };
}

function chapter(title: string, body: string): string[] {
  return body === "" ? [] : [`## ${title}`, body];
}

function tableBody(value: unknown): string {
  if (!isRecord(value)) return dataMarkdown(value);
  const groups = Object.entries(value);
  // A table of tables: each under its own name.
  if (groups.length > 0 && groups.every(([, rows]) => Array.isArray(rows) && rows.every(isRecord)))
    return blocks(...groups.flatMap(([name, rows]) => [`**${name}**`, dataMarkdown(rows)]));
  return dataMarkdown(value);
}

function codesTable(value: unknown): string {
  const rows = Object.entries(isRecord(value) ? value : {}).map(([name, entry]) => {
    const { condition, status, advice } = isRecord(entry) ? entry : {};
    return [code(name), status === undefined ? "" : String(status), String(condition ?? ""), String(advice ?? "")];
  });
  return table(["Code", "Status", "When", "What to do"], rows);
}

function limitsTable(value: unknown): string {
  const rows = Object.entries(isRecord(value) ? value : {}).map(([name, entry]) => {
    const { value: number, unit, meaning } = isRecord(entry) ? entry : {};
    return [code(name), `${String(number)} ${String(unit)}`, String(meaning ?? "")];
  });
  return table(["Limit", "Value", "Meaning"], rows);
}
