import { isRecord } from "../../runtime/base/values.js";
import { childPointer } from "../load/pointer.js";
import type { Assumption, ErrorCodeModel, Limit } from "../model/model.js";
import type { About, Client } from "./client.js";
import { byName, differing, each } from "./pairs.js";
import { same, sorted } from "./view.js";

/** Keys under which tables carry sentences for people. */
const SENTENCES = new Set(["meaning", "description", "condition", "advice", "summary", "title", "doc"]);

const nameOf = ({ name }: { readonly name: string }): string => name;
/** Data as text, whatever the order of its keys. */
const written = (value: unknown): string => JSON.stringify(sorted(value));

/** Limits, tables, error codes and assumptions: what code knows as data. */
export function compareData(client: Client): void {
  const { before, after, say } = client;
  const kinds = { limit: "x-limits", code: "x-error-codes", table: "x-tables", assumption: "" } as const;
  const about = (kind: keyof typeof kinds, name: string): About => {
    const place = kinds[kind] === "" ? undefined : childPointer("", kinds[kind], name);
    return { subject: `${kind} ${name}`, places: [place, place] };
  };
  const cameAndWent = (kind: keyof typeof kinds) => ({
    gone: (name: string) => say(`${kind}-removed`, about(kind, name)),
    come: (name: string) => say(`${kind}-added`, about(kind, name)),
  });
  byName([before.limits, after.limits], nameOf, {
    ...cameAndWent("limit"),
    both: (name, old, now) => compareLimit(client, about("limit", name), [old, now]),
  });
  byName([before.errorCodes, after.errorCodes], ({ code }) => code, {
    ...cameAndWent("code"),
    both: (name, old, now) => compareCode(client, about("code", name), [old, now]),
  });
  byName([before.assumptions, after.assumptions], nameOf, {
    ...cameAndWent("assumption"),
    both: (name, old, now) => compareAssumption(client, about("assumption", name), [old, now]),
  });
  byName([before.tables, after.tables], nameOf, {
    ...cameAndWent("table"),
    both: (name, old, now) => {
      compareTable(client, about("table", name), [old.value, now.value]);
      if (old.doc !== now.doc) say("text-changed", about("table", name), { name: "description" });
    },
  });
}

function compareLimit({ say }: Client, about: About, [old, now]: readonly [Limit, Limit]): void {
  if (old.unit !== now.unit) say("limit-unit-changed", about, { before: old.unit, after: now.unit });
  else if (old.value !== now.value) {
    const values = { before: `${old.value} ${old.unit}`, after: `${now.value} ${now.unit}` };
    say(now.value < old.value ? "limit-lowered" : "limit-raised", about, values);
  }
  if (old.meaning !== now.meaning || old.appliesTo !== now.appliesTo) say("text-changed", about, { name: "meaning" });
}

function compareCode({ say }: Client, about: About, [old, now]: readonly [ErrorCodeModel, ErrorCodeModel]): void {
  if (old.status !== now.status) say("code-status-changed", about, { before: old.status, after: now.status });
  if (old.extras !== now.extras) {
    const values = { before: old.extras ?? "nothing", after: now.extras ?? "nothing" };
    say(old.extras === undefined ? "code-extras-added" : "code-extras-changed", about, values);
  }
  if (old.condition !== now.condition || old.advice !== now.advice) say("text-changed", about, { name: "condition" });
}

const kindOf = ({ types, unit }: Assumption): string =>
  [types.join(" or ") || "one of its alternatives", unit].filter(Boolean).join(" in ");

function compareAssumption({ say }: Client, about: About, [old, now]: readonly [Assumption, Assumption]): void {
  const values = each([old, now], ({ alternatives }) => alternatives.map(({ value }) => written(value)));
  const { gone, come } = differing(values);
  for (const before of gone) say("assumption-value-removed", about, { before });
  for (const after of come) say("assumption-value-added", about, { after });
  if (!same(old.default, now.default))
    say("assumption-default-changed", about, { before: written(old.default), after: written(now.default) });
  if (!same([old.types, old.unit], [now.types, now.unit]))
    say("assumption-kind-changed", about, { before: kindOf(old), after: kindOf(now) });
  if (!same(old.scopes, now.scopes)) say("assumption-scope-changed", about, { before: old.scopes, after: now.scopes });
  const texts = ({ unknown, alternatives }: Assumption): unknown => [
    unknown,
    alternatives.map(({ meaning }) => meaning),
  ];
  if (same(...values) && !same(texts(old), texts(now))) say("text-changed", about, { name: "explanation" });
}

/** Compares plain data entry by entry; rows of a list are told apart by their content. */
function compareTable(client: Client, about: About, [old, now]: readonly [unknown, unknown]): void {
  const { say } = client;
  if (same(old, now)) return;
  if (isRecord(old) && isRecord(now)) return compareEntries(client, about, [old, now]);
  if (Array.isArray(old) && Array.isArray(now)) {
    const rows = each<readonly unknown[], string[]>([old, now], (list) => list.map(written));
    const { gone, come } = differing(rows);
    for (const before of gone) say("table-row-removed", about, { before });
    for (const after of come) say("table-row-added", about, { after });
    if (gone.length + come.length === 0) say("text-changed", about, { name: "order or number of rows" });
    return;
  }
  say("table-value-changed", about, { before: written(old), after: written(now) });
}

type Fields = Readonly<Record<string, unknown>>;

function compareEntries(client: Client, about: About, [old, now]: readonly [Fields, Fields]): void {
  const { say } = client;
  const inside = (key: string): About => ({ ...about, at: [about.at ?? "", key].filter(Boolean).join(".") });
  for (const key of Object.keys(old)) {
    const isText = SENTENCES.has(key);
    const isGone = !Object.hasOwn(now, key);
    if (isText && (isGone || !same(old[key], now[key]))) say("text-changed", inside(key), { name: "text" });
    else if (isGone) say("table-removed", inside(key));
    else compareTable(client, inside(key), [old[key], now[key]]);
  }
  for (const key of Object.keys(now)) if (!Object.hasOwn(old, key)) say("table-added", inside(key));
}
