import { code, harmlessData } from "../bundle/harmless.js";
import { cell } from "../bundle/markdown.js";
import type { Mark, Model } from "../model/model.js";

/** Emits a report in Markdown of everything that the description marks as not documented. */
export function emitUndocumented(model: Model): string {
  const rows = harmlessData(model.undocumented).flatMap((item) => item.reasons.map((reason) => row(item, reason)));
  rows.sort((a, b) => compareReasons(a.reason, b.reason) || (a.where < b.where ? -1 : 1));
  const lines = rows.map(
    ({ reason, symbol, where }) => `| ${cell(reason)} | ${symbol === "" ? "" : code(symbol)} | ${cell(where)} |`,
  );
  return [
    "# What is not documented",
    "",
    `Generated from ${model.sources.join(", ")}. Every line is a mark in the description; the type it touches stays open.`,
    "",
    `${rows.length} marks.`,
    "",
    "| What is not known | Symbol | Where |",
    "| --- | --- | --- |",
    ...lines,
    "",
  ].join("\n");
}

interface Row {
  readonly reason: string;
  readonly symbol: string;
  readonly where: string;
}

function row(item: Mark, reason: string): Row {
  return { reason, symbol: item.symbol, where: item.origin };
}

/** Numbers inside texts count as numbers: `G-2` before `G-10`. */
function compareReasons(a: string, b: string): number {
  const pad = (value: string): string => value.replace(/\d+/g, (digits) => digits.padStart(6, "0"));
  return pad(a) < pad(b) ? -1 : pad(a) > pad(b) ? 1 : 0;
}
