import { compareJsonSchema } from "api-smart-diff";
import type { Schema } from "../model/model.js";
import { type Encoded, encode, REF, VARIANTS } from "./encode.js";
import { lookUp, placeOf } from "./place.js";

/** One difference between two schemas, not yet judged. */
export interface Difference {
  readonly at: string;
  readonly keyword: string;
  readonly entry?: string;
  readonly action: "add" | "remove" | "replace";
  readonly before?: unknown;
  readonly after?: unknown;
  /** An added or removed property: whether it is, or was, required. */
  readonly required?: boolean;
  /** Whether the values listed are only the known ones. */
  readonly open?: boolean;
  /** A reference to another type: how that one differs. */
  readonly inner?: readonly Difference[];
}

/** Where references lead, on each side. */
export interface Sides {
  readonly before: (name: string) => Schema | undefined;
  readonly after: (name: string) => Schema | undefined;
}

type Step = string | number;
interface Raw {
  readonly action: Difference["action"];
  readonly path: readonly Step[];
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Lists what differs between two schemas. References are compared by what they lead to where their names differ. */
export function differences(before: Schema, after: Schema, sides: Sides): Difference[] {
  // Most schemas of two versions are the same, and the model has sorted their keys.
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  return compare(encode(before), encode(after), sides, new Set());
}

function compare(before: Encoded, after: Encoded, sides: Sides, seen: Set<string>): Difference[] {
  if (typeof before === "boolean" || typeof after === "boolean")
    return before === after ? [] : [{ at: "", keyword: "", action: "replace", before, after }];
  const unioned = becameUnion(before, after) ?? becameUnion(after, before)?.map(reversed);
  if (unioned !== undefined) return unioned;
  const raw = rawDifferences(before, after);
  const moved = outermost(placesToFollow(raw));
  const rest = raw.filter(({ path }) => !moved.some((prefix) => startsWith(path, prefix)));
  return [...describe(rest, before, after), ...moved.flatMap((path) => followed(path, before, after, sides, seen))];
}

const ACTIONS = { add: "remove", remove: "add", replace: "replace" } as const;

const reversed = (one: Difference): Difference => ({ ...one, action: ACTIONS[one.action] });

/** A schema that is one of several now: the others are what is new, and the schema itself is as it was. */
function becameUnion(before: Exclude<Encoded, boolean>, after: Exclude<Encoded, boolean>): Difference[] | undefined {
  for (const keyword of Object.values(VARIANTS)) {
    const variants = after[keyword];
    if (keyword in before || typeof variants !== "object" || variants === null) continue;
    const text = JSON.stringify(before);
    const entries = Object.entries(variants);
    if (!entries.some(([, variant]) => JSON.stringify(variant) === text)) continue;
    const others = entries.filter(([, variant]) => JSON.stringify(variant) !== text);
    return others.map(([entry]) => ({ at: "", keyword, entry, action: "add" }));
  }
  return undefined;
}

/** The library finds what was added, removed and replaced, also in lists of variants whose order changed. */
function rawDifferences(before: Encoded, after: Encoded): Raw[] {
  const { diffs } = compareJsonSchema(before, after, { notMergeAllOf: true });
  return diffs.map(({ action, path, before: old, after: now }) => ({
    action: action === "rename" ? "replace" : action,
    path,
    before: old as unknown, // the library says any
    after: now as unknown,
  }));
}

const startsWith = (path: readonly Step[], prefix: readonly Step[]): boolean =>
  prefix.every((part, n) => path[n] === part);

/** Without repetitions and without places inside others. */
function outermost(paths: readonly (readonly Step[])[]): (readonly Step[])[] {
  const single = [...new Map(paths.map((path) => [JSON.stringify(path), path])).values()];
  return single.filter((path) => !single.some((other) => other !== path && startsWith(path, other)));
}

/** Places to look at as a whole: where a reference came, went or leads elsewhere, and where a union came or went. */
function placesToFollow(raw: readonly Raw[]): (readonly Step[])[] {
  const unions = Object.values(VARIANTS);
  return raw.flatMap(({ path }) => {
    const { keyword, entry, depth } = placeOf(path);
    const whole = unions.includes(keyword) && entry === undefined && depth > 0;
    return keyword === REF || whole ? [path.slice(0, depth)] : [];
  });
}

function followed(
  path: readonly Step[],
  before: Encoded,
  after: Encoded,
  sides: Sides,
  seen: Set<string>,
): Difference[] {
  const { at } = placeOf([...path, REF]);
  const old = lookUp(before, path);
  const now = lookUp(after, path);
  const known = (value: unknown): value is Encoded =>
    typeof value === "boolean" || (typeof value === "object" && value !== null);
  if (!known(old) || !known(now)) return [{ at, keyword: REF, action: "replace" }];
  const [oldName, oldSchema] = resolve(old, sides.before);
  const [newName, newSchema] = resolve(now, sides.after);
  const pair = `${oldName ?? ""} ${newName ?? ""} ${at}`;
  if (seen.has(pair)) return [];
  const inner = compare(oldSchema, newSchema, sides, new Set([...seen, pair]));
  if (inner.length > 0 && oldName !== undefined && newName !== undefined)
    return [{ at, keyword: REF, action: "replace", before: oldName, after: newName, inner }];
  return inner.map((one) => ({ ...one, at: joined(at, one.at) }));
}

function joined(outer: string, inner: string): string {
  return outer === "" || inner === "" || /^[[{]/.test(inner) ? outer + inner : `${outer}.${inner}`;
}

/** The schema a reference leads to; what stands beside the reference is left to the comparison around it. */
function resolve(schema: Encoded, find: Sides["before"]): [name: string | undefined, schema: Encoded] {
  const name = typeof schema === "boolean" ? undefined : schema[REF];
  if (typeof name !== "string") return [undefined, schema];
  const target = find(name);
  return [name, target === undefined ? schema : encode(target)];
}

function describe(raw: readonly Raw[], before: Encoded, after: Encoded): Difference[] {
  const placed = raw.map((one) => ({ ...one, place: placeOf(one.path) }));
  const isProperty = (at: string, name: string | undefined): boolean =>
    placed.some(({ place }) => place.at === at && place.keyword === "properties" && place.entry === name);
  return placed.flatMap(({ place, path, action, before: old, after: now }): Difference[] => {
    const { at, keyword } = place;
    const entry =
      /^x-(types|values|required)$/.test(keyword) && place.entry !== undefined ? unquoted(place.entry) : place.entry;
    const base = { at, keyword, action, before: old, after: now, ...(entry === undefined ? {} : { entry }) };
    if (keyword === "x-required" && entry !== undefined && isProperty(at, entry)) return []; // said with the property
    const holder = path.slice(0, place.depth);
    const holders = [lookUp(before, holder), lookUp(after, holder)];
    if (keyword === "properties") {
      const required = JSON.stringify(place.entry ?? "");
      const side = action === "remove" ? holders[0] : holders[1];
      return [{ ...base, required: lookUp(side, ["x-required", required]) === true }];
    }
    if (keyword === "x-values") return [{ ...base, open: holders.some((one) => lookUp(one, ["x-open"]) === true) }];
    return [base];
  });
}

function unquoted(entry: string): string {
  const value: unknown = JSON.parse(entry); // encode() wrote it
  return typeof value === "string" ? value : entry;
}
