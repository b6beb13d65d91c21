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
    return [...lostBehind(without, run), { kind: "stuck", what }];
  }
  const found: Difference[] = [...lostBehind(without, run)];
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
  const isThere = new Set(found.map(({ what }) => what));
  return [...found, ...keptOtherwise(count, without, run).filter(({ what }) => !isThere.has(what))];
}

/** What a person got an answer to must be in the stores, whatever else the death cost. */
export function lostBehind(without: Run, run: Run): readonly Difference[] {
  const { kept, answered } = run.seen;
  if (answered === undefined) return [];
  const here = new Set(kept[answered]);
  const missing = without.seen.kept[answered]?.filter((line) => !here.has(line)) ?? [];
  return missing.map((what) => ({ kind: "lost", what }));
}

/** What the stores hold at the end. Where a person acted again, what the first attempt left there is no finding. */
function keptOtherwise(
  count: (lines: readonly string[]) => ReadonlyMap<string, number>,
  without: Run,
  run: Run,
): readonly Difference[] {
  const [before, after] = [count(without.seen.kept.at(-1) ?? []), count(run.seen.kept.at(-1) ?? [])];
  const lost = [...before.keys()].filter((line) => !after.has(line));
  const more = run.repeats > 0 ? [] : [...after.keys()].filter((line) => !before.has(line));
  return [
    ...lost.map((what) => ({ kind: "lost", what }) as const),
    ...more.map((what) => ({ kind: "doubled", what }) as const),
  ];
}

const unnumbered = (line: string): string => line.replaceAll(/\d+/g, "…");

function counted(lines: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}
