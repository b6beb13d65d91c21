import type { Area, Rule } from "./areas.js";
import type { Naming } from "./naming.js";

/** One rule with the tests that name it, its own or, where it is decided by others, theirs. */
export interface Judged {
  readonly rule: Rule;
  readonly tests: readonly Naming[];
}

export interface JudgedArea {
  readonly area: Area;
  readonly rules: readonly Judged[];
  readonly untested: readonly string[];
}

export interface Verdict {
  readonly areas: readonly JudgedArea[];
  /** Why the check fails; empty when it does not. */
  readonly problems: readonly string[];
}

/** How many entries there must be, so that none gets lost unnoticed. */
export interface Totals {
  readonly rules: number;
  readonly tensions: number;
  readonly gaps: number;
}

const kindOf = (area: string): keyof Totals => (area === "T" ? "tensions" : area === "G" ? "gaps" : "rules");

function* faultsOfIds(areas: readonly Area[], totals: Totals): Generator<string> {
  const counted = { rules: 0, tensions: 0, gaps: 0 };
  for (const { area, rules } of areas) {
    counted[kindOf(area)] += rules.length;
    for (const [n, { id }] of rules.entries()) {
      const expected = `${area}-${String(n + 1).padStart(2, "0")}`;
      if (id !== expected) yield `area ${area}: ${id} stands where ${expected} should`;
    }
  }
  const repeated = areas.map(({ area }) => area).filter((area, n, all) => all.indexOf(area) !== n);
  for (const area of repeated) yield `area ${area} is written in two files`;
  for (const [kind, count] of Object.entries(totals)) {
    const have = counted[kind as keyof Totals]; // Object.entries forgets the key type
    if (have !== count) yield `${have} ${kind} are written, ${count} should be`;
  }
}

/** Sets rules and tests side by side. */
export function judge(areas: readonly Area[], namings: readonly Naming[], totals: Totals): Verdict {
  const problems = [...faultsOfIds(areas, totals)];
  const known = new Set(areas.flatMap(({ rules }) => rules.map(({ id }) => id)));
  const byId = groupById(namings);

  for (const { id, file, line } of namings)
    if (!known.has(id)) problems.push(`${file}:${line} names ${id}, which no file of rules knows`);
  for (const { rules } of areas)
    for (const { id, rules: deciding = [] } of rules)
      for (const other of deciding)
        if (!known.has(other)) problems.push(`${id} refers to ${other}, which no file of rules knows`);

  const testsOf = ({ id, rules: deciding }: Rule): readonly Naming[] => {
    const own = byId.get(id);
    if (own !== undefined || deciding === undefined) return own ?? [];
    const theirs = deciding.map((other) => byId.get(other) ?? []);
    return theirs.every((tests) => tests.length > 0) ? theirs.flat() : [];
  };

  const judged = areas.map((area): JudgedArea => {
    const rules = area.rules.map((rule) => ({ rule, tests: testsOf(rule) }));
    const untested = rules.filter(({ tests }) => tests.length === 0).map(({ rule }) => rule.id);
    if (area.finished)
      for (const id of untested) problems.push(`${id} has no test, though area ${area.area} is marked finished`);
    return { area, rules, untested };
  });
  return { areas: judged, problems };
}

function groupById(namings: readonly Naming[]): Map<string, Naming[]> {
  const groups = new Map<string, Naming[]>();
  for (const naming of namings) groups.set(naming.id, [...(groups.get(naming.id) ?? []), naming]);
  return groups;
}
