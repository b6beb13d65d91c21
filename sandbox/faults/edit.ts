import type { Json } from "../world/records.js";

/**
 * A copy of a JSON value with some places replaced, added or (where `undefined` is given) removed. Places are JSON
 * pointers: `/messages/0/content`, `/extra`. A pointer into nothing is ignored.
 */
export function editJson(value: Json, set: Readonly<Record<string, Json | undefined>>): Json {
  return Object.entries(set).reduce<Json>((edited, [pointer, replacement]) => {
    return place(edited, pointer.split("/").slice(1).map(unescape), replacement);
  }, value);
}

const unescape = (part: string): string => part.replaceAll("~1", "/").replaceAll("~0", "~");

function place(value: Json, path: readonly string[], replacement: Json | undefined): Json {
  const [key, ...rest] = path;
  if (key === undefined) return replacement ?? null;
  if (Array.isArray(value)) {
    const items: readonly Json[] = value;
    return items.flatMap((item, at) => (String(at) === key ? placeIn(item, rest, replacement) : [item]));
  }
  if (typeof value !== "object" || value === null) return value;
  const fields = value as { readonly [name: string]: Json };
  const others = Object.entries(fields).filter(([name]) => name !== key);
  if (rest.length > 0 && !(key in fields)) return value;
  const [edited] = placeIn(fields[key] ?? null, rest, replacement);
  return Object.fromEntries(edited === undefined ? others : [...others, [key, edited]]);
}

function placeIn(value: Json, rest: readonly string[], replacement: Json | undefined): readonly Json[] {
  if (rest.length > 0) return [place(value, rest, replacement)];
  return replacement === undefined ? [] : [replacement];
}
