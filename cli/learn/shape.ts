import { isRecord } from "../../runtime/base/values.js";
import type { Direction } from "../../codegen/changes/rules.js";
import type { Description, Place } from "./description.js";

/**
 * Names and types of values, never a value: a string is `text`, `digits` or `date-time`. The only strings that stand here
 * are names of fields and words that the description lists.
 */
export interface Shape {
  /** Sorted. Of lists and objects, whether some were empty. */
  readonly types: readonly string[];
  /** Words of the description that came, sorted. */
  readonly words?: readonly string[];
  /** True where a string came that is none of the words that the description lists. */
  readonly unlisted?: true;
  /** Fields of objects, by the constant that tells their kind; of objects without one, under "". */
  readonly kinds?: Readonly<Record<string, Fields>>;
  readonly items?: Shape;
  /** True for a field that was not always there. */
  readonly sometimes?: true;
}

export type Fields = Readonly<Record<string, Shape>>;

/** What shapes are made by. */
export interface Naming {
  readonly description: Description;
  readonly direction: Direction;
  /** Receives each value that is not a list and no object, and the length of each list, by the names that lead to it. */
  readonly visit?: (path: string, value: unknown) => void;
}

/** The name of what lies under the keys of a map: a key may be anything that people wrote. */
export const ANY_KEY = "*";

/** Stands for what is nested too deep to be looked at. */
export const DEEPER = "deeper";

const MOST_LEVELS = 24;
const MOST_FIELDS = 100;

/** The shape of a value that may be of one of these schemas. */
export function shapeOf(value: unknown, places: readonly Place[], naming: Naming): Shape {
  return shape(value, places, naming, "");
}

function shape(value: unknown, places: readonly Place[], naming: Naming, path: string): Shape {
  if (path.split(/[.[]/).length > MOST_LEVELS) return { types: [DEEPER] };
  if (Array.isArray(value)) return listShape(value, places, naming, path);
  if (isRecord(value)) return objectShape(value, places, naming, path);
  naming.visit?.(path, value);
  if (typeof value !== "string") return { types: [typeOf(value)] };
  const listed = new Set(places.flatMap(({ view }) => view.values ?? []));
  if (listed.has(value)) return { types: [formOf(value)], words: [value] };
  const closed = listed.size > 0 && places.every(({ view }) => view.values !== undefined);
  return { types: [formOf(value)], ...(closed ? { unlisted: true as const } : undefined) };
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "number" && Number.isInteger(value) ? "integer" : typeof value;
}

/** The form of a string, which tells a date or a number from words. */
const formOf = (value: string): string => {
  if (/^-?\d+(\.\d+)?$/.test(value)) return "digits";
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/.test(value) ? "date-time" : "text";
};

function listShape(list: readonly unknown[], places: readonly Place[], naming: Naming, path: string): Shape {
  naming.visit?.(path, list.length);
  if (list.length === 0) return { types: ["empty list"] };
  const items = naming.description.items(places, naming.direction);
  const shapes = list.map((item) => shape(item, items, naming, `${path}[]`));
  return { types: ["list"], items: shapes.reduce(merged) };
}

function objectShape(
  value: Readonly<Record<string, unknown>>,
  places: readonly Place[],
  naming: Naming,
  path: string,
): Shape {
  const { description, direction } = naming;
  const keys = Object.keys(value);
  if (keys.length === 0) return { types: ["empty object"] };
  const kind = description.kindOf(value, places);
  const narrowed = description.ofKind(places, kind);
  const known = new Set(narrowed.flatMap(({ view }) => [...view.properties.keys()]));
  const isNamed = namer(value, { known, isMap: isMap(narrowed), naming });
  const fields: Record<string, Shape> = Object.create(null) as Record<string, Shape>; // any key may come
  for (const key of keys) {
    const name = isNamed(key) ? key : ANY_KEY;
    const inside = known.has(key)
      ? description.field(narrowed, key, direction)
      : description.values(narrowed, direction);
    const one = shape(value[key], inside, naming, path === "" ? name : `${path}.${name}`);
    const before = fields[name];
    fields[name] = before === undefined ? one : merged(before, one);
  }
  return { types: ["object"], kinds: { [kind]: sortedFields(fields) } };
}

const isMap = (places: readonly Place[]): boolean =>
  places.some(({ view }) => view.properties.size === 0 && isRecord(view.fields.get("additionalProperties")?.value));

interface Keys {
  readonly known: ReadonlySet<string>;
  readonly isMap: boolean;
  readonly naming: Naming;
}

/** Whether a key of an object is the name of a field. Otherwise it is a key of a map, which may be anything. */
function namer(
  value: Readonly<Record<string, unknown>>,
  { known, isMap, naming: { description, direction } }: Keys,
): (key: string) => boolean {
  const keys = Object.keys(value);
  if (isMap || keys.length > MOST_FIELDS) return (key) => known.has(key);
  // What is sent decides switches by the names of the description; others are the program's own.
  if (direction === "request") return (key) => description.names.has(key);
  if (known.size > 0) return (key) => known.has(key) || isName(key);
  // Nothing says what this object is: values that are all alike are those of a map.
  const types = new Set(keys.map((key) => (Array.isArray(value[key]) ? "list" : typeof value[key])));
  const isRecordLike = types.size > 1 && keys.every(isName);
  return (key) => description.names.has(key) || isRecordLike;
}

/** A word as a programmer names a field. Ids, addresses and sentences are not. */
const isName = (key: string): boolean => /^[A-Za-z_$][A-Za-z_$-]{0,39}\d{0,2}$/.test(key);

/** The shape of values that are of the one or of the other shape. */
export function merged(one: Shape, other: Shape): Shape {
  const words = union(one.words, other.words);
  const { items } = one;
  const kinds = mergedKinds(one.kinds, other.kinds);
  const joined = items !== undefined && other.items !== undefined ? merged(items, other.items) : (items ?? other.items);
  return {
    types: union(one.types, other.types) ?? [],
    ...(words === undefined ? undefined : { words }),
    ...((one.unlisted ?? other.unlisted) === undefined ? undefined : { unlisted: true as const }),
    ...(kinds === undefined ? undefined : { kinds }),
    ...(joined === undefined ? undefined : { items: joined }),
    ...((one.sometimes ?? other.sometimes) === undefined ? undefined : { sometimes: true as const }),
  };
}

function mergedKinds(one: Shape["kinds"], other: Shape["kinds"]): Shape["kinds"] {
  if (one === undefined || other === undefined) return one ?? other;
  const kinds = { ...one };
  for (const [kind, fields] of Object.entries(other)) {
    const known = kinds[kind];
    kinds[kind] = known === undefined ? fields : mergedFields(known, fields);
  }
  return Object.fromEntries(Object.entries(kinds).sort(byKey));
}

function mergedFields(one: Fields, other: Fields): Fields {
  const fields: Record<string, Shape> = Object.create(null) as Record<string, Shape>; // any key may come
  for (const name of new Set([...Object.keys(one), ...Object.keys(other)])) {
    const [a, b] = [one[name], other[name]];
    const there = a ?? b;
    if (there === undefined) continue;
    fields[name] = a !== undefined && b !== undefined ? merged(a, b) : { ...there, sometimes: true };
  }
  return sortedFields(fields);
}

const byKey = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1);

const sortedFields = (fields: Fields): Fields => Object.fromEntries(Object.entries(fields).sort(byKey));

function union(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return [...new Set([...one, ...other])].sort();
}

/** The shapes at a path such as `events[].interaction.id`, of objects of every kind. */
export function at(shape: Shape | undefined, path: string): Shape | undefined {
  let current: Shape | undefined = shape;
  for (const step of path.split(/\.|(?=\[\])/).filter((one) => one !== "")) {
    const kinds: readonly Fields[] = Object.values(current?.kinds ?? {});
    const found: readonly Shape[] =
      step === "[]" ? [current?.items ?? []].flat() : kinds.flatMap((one) => one[step] ?? []);
    current = found.length === 0 ? undefined : found.reduce(merged);
  }
  return current;
}

const JSON_TYPES: Readonly<Record<string, string>> = {
  text: "string",
  digits: "string",
  "date-time": "string",
  list: "array",
  "empty list": "array",
  "empty object": "object",
};

/** The type of JSON Schema that a type of a shape is of. */
export const jsonType = (type: string): string => JSON_TYPES[type] ?? type;

/** The types of a shape in words. */
export const typesOfShape = ({ types }: Shape): string => types.join(" or ");
