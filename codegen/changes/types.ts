import type { Model, NamedSchema, Schema } from "../model/model.js";
import { Findings, graver, type Kind } from "./change.js";
import { type Direction, judge } from "./judge.js";
import { type Difference, differences, type Sides } from "./schemas.js";
import type { Reach } from "./reach.js";

/** Both descriptions and what is needed to compare their schemas. */
export interface Pair {
  readonly before: Model;
  readonly after: Model;
  readonly sides: Sides;
  readonly reach: Reach;
  /** Types whose variants the generated client decodes, with a place for unknown ones. */
  readonly decoded: ReadonlySet<string>;
}

interface Subject {
  readonly kind: Kind;
  readonly name: string;
  readonly at?: string;
  readonly affects?: readonly string[];
}

/** Compares two schemas that stand at the same place and reports what that means in each direction given. */
export function compareSchemas(
  pair: Pair,
  schemas: readonly [before: Schema, after: Schema],
  subject: Subject,
  directions: readonly Direction[],
): Findings {
  const findings = new Findings();
  const found = mergeTypes(differences(schemas[0], schemas[1], pair.sides));
  for (const difference of found) {
    const decoded = difference.at === "" && pair.decoded.has(subject.name);
    const judged = directions.map((direction) => judge(difference, direction, decoded));
    const gravest = judged.reduce((a, b) => (graver(a.group, b.group) === a.group ? a : b));
    const at = [subject.at, difference.at].filter(Boolean).join(".");
    findings.add(gravest.group, subject.kind, subject.name, gravest.what, { at, affects: subject.affects ?? [] });
  }
  return findings;
}

/**
 * One type that went where another came is one difference, not two; what else differs there follows from it and is
 * left out.
 */
function mergeTypes(found: readonly Difference[]): Difference[] {
  const single = (at: string, action: Difference["action"]): string | undefined => {
    const matching = found.filter((one) => one.keyword === "x-types" && one.at === at && one.action === action);
    return matching.length === 1 ? matching[0]?.entry : undefined;
  };
  const merged = new Map<string, Difference>();
  for (const { keyword, at } of found) {
    const [before, after] = [single(at, "remove"), single(at, "add")];
    if (keyword === "x-types" && before !== undefined && after !== undefined)
      merged.set(at, { at, keyword, action: "replace", before, after });
  }
  const replaced = [...merged.keys()];
  const inside = (at: string): boolean =>
    replaced.some((place) => place === "" || at === place || at.startsWith(`${place}.`) || at.startsWith(`${place}[`));
  return [...found.filter(({ at }) => !inside(at)), ...merged.values()];
}

function directionsOf(before: NamedSchema, after: NamedSchema): Direction[] {
  const directions: Direction[] = [];
  if (before.sent || after.sent) directions.push("sent");
  if (before.received || after.received || directions.length === 0) directions.push("received");
  return directions;
}

/** Types that came, went, were renamed or changed. */
export function compareTypes(pair: Pair): Findings {
  const findings = new Findings();
  const before = new Map(pair.before.schemas.map((schema) => [schema.name, schema]));
  const after = new Map(pair.after.schemas.map((schema) => [schema.name, schema]));
  const gone = [...before.values()].filter(({ name }) => !after.has(name));
  const come = [...after.values()].filter(({ name }) => !before.has(name));
  const renamed = new Map<string, string>();
  for (const { name, schema } of gone) {
    const same = come.filter((one) => JSON.stringify(one.schema) === JSON.stringify(schema));
    const target = same.length === 1 ? same[0] : undefined;
    if (target !== undefined) renamed.set(name, target.name);
    const what = target === undefined ? "is gone" : `is called ${target.name} now`;
    findings.add("breaking", "type", name, what, { affects: pair.reach.before(name) });
  }
  const targets = new Set(renamed.values());
  for (const { name } of come)
    if (!targets.has(name)) findings.add("additive", "type", name, "is new", { affects: pair.reach.after(name) });
  for (const [name, old] of before) {
    const now = after.get(name);
    if (now === undefined) continue;
    const subject = { kind: "type", name, affects: pair.reach.after(name) } as const;
    findings.take(compareSchemas(pair, [old.schema, now.schema], subject, directionsOf(old, now)));
  }
  return findings;
}
