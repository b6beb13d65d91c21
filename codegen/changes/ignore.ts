import { ConfigError } from "../config.js";
import { nearest } from "../../runtime/base/nearest.js";
import type { Finding } from "./finding.js";
import { ALL_RULES, isRule } from "./rules.js";

/** One line of a file of accepted findings. */
export interface IgnoreLine {
  /** `file:line`, for messages. */
  readonly where: string;
  readonly rule: string;
  /** A JSON pointer in either document; with `*` at its end whatever begins so. */
  readonly place: string;
  readonly reason: string;
}

const FORM = "write `rule place # reason`, such as `request-property-removed /components/schemas/A/* # never sent`";

/** Reads lines of `rule place # reason`; empty ones and those that begin with `#` say nothing. */
export function parseIgnoreLines(text: string, file: string): IgnoreLine[] {
  const lines = text.split(/\r?\n/).map((line, index) => [line.trim(), `${file}:${index + 1}`] as const);
  const wrong: string[] = [];
  const found = lines.flatMap(([line, where]): IgnoreLine[] => {
    if (line === "" || line.startsWith("#")) return [];
    const [, rule = "", place = "", reason = ""] = /^(\S+)\s+(\S+)\s+#\s*(\S.*)/.exec(line) ?? [];
    if (rule === "")
      wrong.push(`${where}: ${/#$|^[^#]*$/.test(line) ? "there is no reason" : "not understood"}; ${FORM}`);
    else if (rule !== "*" && !isRule(rule)) wrong.push(`${where}: there is no rule ${rule}${guess(rule)}`);
    else if (place !== "*" && !place.startsWith("/"))
      wrong.push(`${where}: ${place} is no place; write a JSON pointer, or * for any`);
    return [{ where, rule, place, reason }];
  });
  if (wrong.length > 0) throw new ConfigError(wrong.join("\n"));
  return found;
}

function guess(rule: string): string {
  const meant = nearest(
    rule,
    ALL_RULES.map(({ id }) => id),
  );
  return meant === undefined ? "; --rules lists them" : `; did you mean ${meant}?`;
}

/** Findings that no line names, and the lines that name none of them. */
export function withoutIgnored(
  findings: readonly Finding[],
  lines: readonly IgnoreLine[],
): { readonly left: Finding[]; readonly unused: readonly IgnoreLine[] } {
  const used = new Set<IgnoreLine>();
  const left = findings.filter((finding) => {
    const matching = lines.filter((line) => matches(line, finding));
    for (const line of matching) used.add(line);
    return matching.length === 0;
  });
  return { left, unused: lines.filter((line) => !used.has(line)) };
}

function matches({ rule, place }: IgnoreLine, finding: Finding): boolean {
  if (rule !== "*" && rule !== finding.rule) return false;
  const pointers = [finding.before.pointer, finding.after.pointer];
  if (!place.endsWith("*")) return pointers.includes(place);
  const start = place.slice(0, -1);
  return pointers.some((pointer) => `${pointer}/`.startsWith(start));
}
