import { MOST_COLUMNS } from "./writer.js";

/** Breaks lines of types that are too long: each member of their union gets a line of its own. */
export function foldUnions(text: string): string {
  // Most lines are short: without a long one nothing changes.
  if (!LONG.test(text)) return text;
  return text
    .split("\n")
    .map((line) => (line.length > MOST_COLUMNS ? folded(line) : line))
    .join("\n");
}

const LONG = new RegExp(`^.{${MOST_COLUMNS + 1},}$`, "m");

/** Where a line may be broken: the place of a union, and of its bars. */
interface Union {
  readonly start: number;
  readonly end: number;
  readonly bars: number[];
}

function folded(line: string): string {
  const [indent = ""] = /^ */.exec(line) ?? [];
  if (/^ *(?:\*|\/\*)/.test(line)) return line;
  const union = outermost(line);
  if (union === undefined) return line;
  const { start, end, bars } = union;
  const cuts = [start, ...bars.map((bar) => bar + 2), end + 1];
  const members = cuts.slice(1).map((to, index) => line.slice(cuts[index], to - (index < bars.length ? 2 : 1)).trim());
  const inner = members.map((member) => `${indent}  | ${member}`).join("\n");
  const tail = line.charAt(end) === ")" ? `\n${indent}${line.slice(end)}` : line.slice(end);
  return `${line.slice(0, start).trimEnd()}\n${inner}${tail}`;
}

/** The union of a line that has the least brackets around it; undefined where none is whole. */
function outermost(line: string): Union | undefined {
  const open: { start: number; bars: number[] }[] = [{ start: beginOf(line), bars: [] }];
  const found: (Union & { readonly depth: number })[] = [];
  const close = (end: number): boolean => {
    const level = open.pop();
    if (level !== undefined && level.bars.length > 0) found.push({ ...level, end, depth: open.length });
    return level !== undefined && open.length > 0;
  };
  for (let at = open[0]?.start ?? 0; at < line.length; at++) {
    const char = line.charAt(at);
    if (char === '"') {
      for (at++; at < line.length && line.charAt(at) !== '"'; at++) if (line.charAt(at) === "\\") at++;
    } else if ("([{<".includes(char)) open.push({ start: at + 1, bars: [] });
    else if (")]}>".includes(char)) {
      if (!close(at)) return undefined;
    } else if (char === "|" && line.charAt(at - 1) === " ") open.at(-1)?.bars.push(at - 1);
    else if (char === ";" && open.length === 1) {
      close(at);
      break;
    }
  }
  // A bracket that is not closed on the line holds more than the line.
  if (open.length > 0) return undefined;
  // Only brackets around nothing but a union can be broken open.
  const [best] = found
    .filter(({ start, depth }) => depth === 0 || line.charAt(start - 1) === "(")
    .sort((a, b) => a.depth - b.depth);
  return best;
}

/** Where the type of a line begins: after the name of a field or of a type. */
function beginOf(line: string): number {
  const head = /^ *(?:export type [\w$]+ =|readonly (?:[\w$]+|"(?:[^"\\]|\\.)*"|\[[^\]]*\])\??:)/.exec(line);
  return head === null ? line.length : head[0].length;
}
