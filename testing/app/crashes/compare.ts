import type { Seen } from "./seen.js";

/** One run of a scenario. */
export interface Run {
  readonly points: readonly string[];
  readonly seen: Seen;
  /** How often a person acted again. */
  readonly repeats: number;
  /** Acts of a person that had no answer, the repeated ones included. */
  readonly cameToNothing: number;
  /** Why the scenario could not be played to its end. */
  readonly error?: unknown;
}

/** What people see differently from a run without a death. */
export interface Difference {
  /** `lost`: something is missing. `doubled`: something is there again. `stuck`: the rest could not be played. */
  readonly kind: "lost" | "doubled" | "stuck";
  readonly what: string;
}

/** Compares what people saw. Where a person had to act again, numbers in texts may differ: the App counted them twice. */
export function compare(without: Run, run: Run): readonly Difference[] {
  if ("error" in run) {
    const what = run.error instanceof Error ? run.error.message : String(run.error);
    return [{ kind: "stuck", what }];
  }
  const found: Difference[] = [];
  const count = run.repeats > 0 ? (lines: readonly string[]) => counted(lines.map(unnumbered)) : counted;
  const excused = count(run.seen.excused);
  for (const what of ["messages", "acts"] as const) {
    const [before, after] = [count(without.seen[what]), count(run.seen[what])];
    for (const line of new Set([...before.keys(), ...after.keys()])) {
      const more = (after.get(line) ?? 0) - (before.get(line) ?? 0);
      if (more > (what === "messages" ? (excused.get(line) ?? 0) : 0)) found.push({ kind: "doubled", what: line });
      if (more < 0) found.push({ kind: "lost", what: line });
    }
  }
  return found;
}

const unnumbered = (line: string): string => line.replaceAll(/\d+/g, "…");

function counted(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
