import { plain } from "../../codegen/printable.js";
import type { Drift } from "./drift.js";
import type { Point } from "./points.js";
import type { Verdict } from "./switches/index.js";

/** All that a recording says about a description. */
export interface Learnt {
  readonly title: string;
  readonly verdicts: readonly Verdict[];
  readonly points: readonly Point[];
  readonly drift: readonly Drift[];
  readonly unseen: readonly string[];
}

/** The report for people, what to act on first. */
export function asText({ title, verdicts, points, drift, unseen }: Learnt): string {
  const standing = (stand: Verdict["stand"]): readonly Verdict[] => verdicts.filter((one) => one.stand === stand);
  const answered = points.filter(({ answer }) => answer !== undefined);
  const parts = [
    section(
      "Assumptions that the traffic contradicts",
      standing("contradicted").map(
        ({ key, default: chosen, seen }) => `${key}: ${readings(seen)}, not ${String(chosen)}${because(seen)}`,
      ),
    ),
    section(
      "Assumptions for which the traffic shows several readings",
      standing("unclear").map(({ key, seen }) => `${key}: ${readings(seen)}${because(seen)}`),
    ),
    section(
      "Assumptions that the traffic confirms",
      standing("confirmed").map(({ key, seen }) => `${key}: ${readings(seen)}${because(seen)}`),
    ),
    section(
      `Beyond the description of ${title}`,
      drift.map(({ place, says }) => `${place} ${says}`),
    ),
    section(
      `Undocumented points with an answer: ${answered.length} of ${points.length}`,
      answered.map(({ reason, symbol, answer }) => `${reason}${symbol === "" ? "" : ` (${symbol})`}: ${answer ?? ""}`),
    ),
    section("Assumptions that this recording does not show", byReason(standing("unseen"))),
    section("Not looked at", unseen),
  ].filter((part) => part !== "");
  return parts.length === 0 ? "Nothing was received beyond the description.\n" : parts.join("\n");
}

/** Switches that were not seen, those with one reason in one line. */
function byReason(verdicts: readonly Verdict[]): readonly string[] {
  const found = new Map<string, string[]>();
  for (const { key, why = "no request or event of the recording decides it" } of verdicts)
    found.set(why, [...(found.get(why) ?? []), key]);
  return [...found].map(([why, keys]) => `${keys.join(", ")}: ${why}`);
}

const section = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? "" : `${plain(title)}\n${lines.map((line) => `  ${plain(line)}\n`).join("")}`;

const readings = (seen: Verdict["seen"]): string => seen.map(({ reading }) => reading).join(" or ");

const because = (seen: Verdict["seen"]): string => ` (${[...new Set(seen.map(({ because: why }) => why))].join("; ")})`;

/** The same for programs. */
export function asJson({ title, verdicts, points, drift, unseen }: Learnt): string {
  const came = drift.map(({ kind, place, says, name }) => ({ kind, place, says, ...(name !== undefined && { name }) }));
  return `${JSON.stringify({ title, assumptions: verdicts, points, drift: came, unseen }, null, 2)}\n`;
}
