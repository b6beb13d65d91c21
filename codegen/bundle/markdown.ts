import { isRecord } from "../../runtime/base/values.js";
import { reasonsOf } from "../model/keywords.js";
import { code } from "./harmless.js";

/** Text for a cell of a table: one line, bars escaped. */
export function cell(value: string): string {
  return value
    .replaceAll("|", "\\|")
    .replaceAll(/\s*\n\s*/g, " ")
    .trim();
}

/** A table; empty where it has no rows. Columns that are empty in every row are left out. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const kept = head.map((_, at) => at === 0 || rows.some((row) => (row[at] ?? "") !== ""));
  const line = (cells: readonly string[]): string =>
    `| ${cells
      .filter((_, at) => kept[at])
      .map(cell)
      .join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map((row) => line(head.map((_, at) => row[at] ?? "")))].join(
    "\n",
  );
}

/** Facts with their names, one a line; those without a value are left out. */
export function factList(rows: readonly (readonly [name: string, value: string])[]): string {
  return rows
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `- **${name}:** ${value}`)
    .join("\n");
}

/** Names as code, in a list of words. */
export function codes(values: readonly string[]): string {
  return values.map(code).join(", ");
}

/** What the marks of a place say, one sentence each. */
export function markSentences(node: Readonly<Record<string, unknown>>): string[] {
  return [
    ...reasonsOf(node["x-undocumented"]).map((reason) => `**Not documented:** ${reason}.`),
    ...reasonsOf(node["x-tensions"]).map((reason) => `**Statements disagree:** ${reason}.`),
  ];
}

/** Blocks of a page, with a blank line between them. */
export function blocks(...parts: readonly (string | undefined | false)[]): string {
  return parts.filter((part) => typeof part === "string" && part.trim() !== "").join("\n\n");
}

/** Plain data as Markdown: records of records as a table, anything else as a list or as it is. */
export function dataMarkdown(value: unknown): string {
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isRecord))
      return recordsTable(
        value.map((row) => ["", row] as const),
        false,
      );
    return value.map((item) => `- ${inlineData(item)}`).join("\n");
  }
  if (!isRecord(value)) return inlineData(value);
  const entries = Object.entries(value);
  const records = entries.filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1]));
  if (entries.length > 0 && records.length === entries.length) return recordsTable(records, true);
  return table(
    ["Name", "Value"],
    entries.map(([name, item]) => [code(name), inlineData(item)]),
  );
}

function recordsTable(rows: readonly (readonly [string, Readonly<Record<string, unknown>>])[], named: boolean): string {
  const columns = [...new Set(rows.flatMap(([, row]) => Object.keys(row)))];
  const head = [...(named ? ["Name"] : []), ...columns];
  return table(
    head,
    rows.map(([name, row]) => [
      ...(named ? [code(name)] : []),
      ...columns.map((column) => (row[column] === undefined ? "" : inlineData(row[column]))),
    ]),
  );
}

/** Plain data in one line. */
export function inlineData(value: unknown): string {
  if (typeof value === "string") return /^[\w.:/-]+$/.test(value) ? code(value) : value;
  if (Array.isArray(value)) return value.map(inlineData).join(", ");
  if (isRecord(value))
    return Object.entries(value)
      .map(([key, item]) => `${key}: ${inlineData(item)}`)
      .join("; ");
  return code(String(value));
}
