import type { Drift } from "./output.js";

const CONTEXT = 2;
const MOST_LINES = 40;

/** Shows what differs, as few lines as tell it: removed with `-`, added with `+`, and where. */
export function formatDrift(drift: readonly Drift[]): string {
  return drift.map(formatOne).join("\n\n");
}

function formatOne({ path, kind, wanted, found }: Drift): string {
  if (kind === "missing") return `${path}: missing`;
  if (kind === "left over") return `${path}: left over; nothing generates it`;
  const lines = diffLines((found ?? "").split("\n"), (wanted ?? "").split("\n"));
  const shown = lines.slice(0, MOST_LINES);
  const rest = lines.length - shown.length;
  return [`${path}: differs`, ...shown, ...(rest > 0 ? [`  … ${rest} more lines`] : [])].join("\n");
}

/** The changed stretch between the common beginning and the common end, hunk by hunk. */
function diffLines(found: readonly string[], wanted: readonly string[]): string[] {
  const out: string[] = [];
  let i = 0;
  let j = 0;
  while (i < found.length || j < wanted.length) {
    if (i < found.length && j < wanted.length && found[i] === wanted[j]) {
      i++;
      j++;
      continue;
    }
    const [nextI, nextJ] = resynchronise(found, wanted, i, j);
    out.push(`@@ line ${i + 1}`, ...found.slice(Math.max(0, i - CONTEXT), i).map((line) => `  ${line}`));
    out.push(...found.slice(i, nextI).map((line) => `- ${line}`), ...wanted.slice(j, nextJ).map((line) => `+ ${line}`));
    [i, j] = [nextI, nextJ];
  }
  return out;
}

/** The nearest place where both texts go on alike. */
function resynchronise(a: readonly string[], b: readonly string[], i: number, j: number): readonly [number, number] {
  const longest = Math.min(400, Math.max(a.length - i, b.length - j));
  for (let distance = 1; distance <= longest; distance++) {
    for (let step = 0; step <= distance; step++) {
      const [x, y] = [i + distance - step, j + step];
      // An empty line proves nothing by itself: the one after it has to agree too.
      const alike = x < a.length && y < b.length && a[x] === b[y];
      if (alike && ((a[x] ?? "").trim() !== "" || a[x + 1] === b[y + 1])) return [x, y];
    }
  }
  return [a.length, b.length];
}
