import { isRecord } from "../load/pointer.js";
import type { Assumption, ErrorCodeModel, Limit, Model } from "../model/model.js";
import { Findings, type Kind } from "./change.js";

/** Keys under which tables carry sentences for people. */
const SENTENCES = new Set(["meaning", "description", "condition", "advice", "summary", "title", "doc"]);

/** Pairs entries by name and reports those that came or went. */
function byName<Item>(
  findings: Findings,
  kind: Kind,
  lists: readonly [before: readonly Item[], after: readonly Item[]],
  nameOf: (item: Item) => string,
  both: (name: string, before: Item, after: Item) => void,
): void {
  const [before, after] = lists.map((list) => new Map(list.map((item) => [nameOf(item), item]))) as [
    Map<string, Item>,
    Map<string, Item>,
  ]; // map keeps the length of a pair
  for (const [name, old] of before) {
    const now = after.get(name);
    if (now === undefined) findings.add("breaking", kind, name, "is gone");
    else both(name, old, now);
  }
  for (const name of after.keys()) if (!before.has(name)) findings.add("additive", kind, name, "is new");
}

const nameOf = ({ name }: { readonly name: string }): string => name;
const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function limit(findings: Findings, name: string, old: Limit, now: Limit): void {
  if (old.unit !== now.unit) findings.add("breaking", "limit", name, `is in ${now.unit} instead of ${old.unit}`);
  else if (old.value !== now.value) {
    const what = `is ${now.value} instead of ${old.value} ${now.unit}`;
    findings.add(now.value < old.value ? "breaking" : "additive", "limit", name, what);
  }
  if (old.meaning !== now.meaning || old.appliesTo !== now.appliesTo)
    findings.add("documentation", "limit", name, "has another meaning text");
}

function code(findings: Findings, name: string, old: ErrorCodeModel, now: ErrorCodeModel): void {
  if (old.status !== now.status)
    findings.add(
      "breaking",
      "code",
      name,
      `has the status ${now.status ?? "unknown"} instead of ${old.status ?? "unknown"}`,
    );
  if (old.extras !== now.extras) {
    const group = old.extras === undefined ? "additive" : "breaking";
    findings.add(group, "code", name, `carries ${now.extras ?? "nothing"} instead of ${old.extras ?? "nothing"}`);
  }
  if (old.condition !== now.condition || old.advice !== now.advice)
    findings.add("documentation", "code", name, "has other texts");
}

const kind = ({ types, unit }: Assumption): string =>
  [types.join(" or ") || "one of its alternatives", unit].filter(Boolean).join(" in ");

function assumption(findings: Findings, name: string, old: Assumption, now: Assumption): void {
  const values = ({ alternatives }: Assumption): string[] => alternatives.map(({ value }) => JSON.stringify(value));
  const [before, after] = [values(old), values(now)];
  for (const value of before)
    if (!after.includes(value)) findings.add("breaking", "assumption", name, `cannot be ${value} any more`);
  for (const value of after)
    if (!before.includes(value)) findings.add("additive", "assumption", name, `can be ${value}`);
  if (!same(old.default, now.default))
    findings.add(
      "breaking",
      "assumption",
      name,
      `is ${JSON.stringify(now.default)} by default instead of ${JSON.stringify(old.default)}`,
    );
  if (!same([old.types, old.unit], [now.types, now.unit]))
    findings.add("breaking", "assumption", name, `is ${kind(now)} instead of ${kind(old)}`);
  if (!same(old.scopes, now.scopes))
    findings.add(
      "breaking",
      "assumption",
      name,
      `is chosen by ${now.scopes.join(", ")} instead of ${old.scopes.join(", ")}`,
    );
  const texts = ({ unknown, alternatives }: Assumption): unknown => [
    unknown,
    alternatives.map(({ meaning }) => meaning),
  ];
  if (same(before, after) && !same(texts(old), texts(now)))
    findings.add("documentation", "assumption", name, "is explained another way");
}

/** Compares plain data entry by entry; rows of a list are told apart by their content. */
function table(findings: Findings, name: string, at: string, old: unknown, now: unknown): void {
  if (same(old, now)) return;
  const inside = (key: string): string => (at === "" ? key : `${at}.${key}`);
  if (isRecord(old) && isRecord(now)) {
    for (const key of Object.keys(old))
      if (!Object.hasOwn(now, key))
        findings.add(SENTENCES.has(key) ? "documentation" : "breaking", "table", name, "is gone", { at: inside(key) });
      else if (SENTENCES.has(key) && !same(old[key], now[key]))
        findings.add("documentation", "table", name, "has another text", { at: inside(key) });
      else table(findings, name, inside(key), old[key], now[key]);
    for (const key of Object.keys(now))
      if (!Object.hasOwn(old, key)) findings.add("additive", "table", name, "is new", { at: inside(key) });
    return;
  }
  if (Array.isArray(old) && Array.isArray(now)) {
    const [before, after] = [old, now].map((rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)));
    for (const row of before ?? [])
      if (after?.includes(row) === false) findings.add("breaking", "table", name, `no longer has ${row}`, { at });
    for (const row of after ?? [])
      if (before?.includes(row) === false) findings.add("additive", "table", name, `has ${row}`, { at });
    if (same([...(before ?? [])].sort(), [...(after ?? [])].sort()))
      findings.add("documentation", "table", name, "has its rows in another order", { at });
    return;
  }
  findings.add("breaking", "table", name, `is ${JSON.stringify(now)} instead of ${JSON.stringify(old)}`, { at });
}

/** Limits, tables, error codes and assumptions: what code knows as data. */
export function compareData(before: Model, after: Model): Findings {
  const findings = new Findings();
  byName(findings, "limit", [before.limits, after.limits], nameOf, (name, old, now) => limit(findings, name, old, now));
  byName(
    findings,
    "code",
    [before.errorCodes, after.errorCodes],
    (one) => one.code,
    (name, old, now) => code(findings, name, old, now),
  );
  byName(findings, "assumption", [before.assumptions, after.assumptions], nameOf, (name, old, now) =>
    assumption(findings, name, old, now),
  );
  byName(findings, "table", [before.tables, after.tables], nameOf, (name, old, now) => {
    table(findings, name, "", old.value, now.value);
    if (old.doc !== now.doc) findings.add("documentation", "table", name, "has another description");
  });
  return findings;
}
