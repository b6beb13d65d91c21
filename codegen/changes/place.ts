import { LISTS, MAPS, SINGLE } from "../model/keywords.js";
import { VARIANTS } from "./encode.js";

const HOLD_MANY: readonly string[] = [...MAPS, ...LISTS, ...Object.values(VARIANTS)];

/** Where in a schema something changed: for people, and as the keyword that changed. */
export interface Place {
  /** For people: `reactions[].count`; empty at the top. */
  readonly at: string;
  /** Keyword that was added, removed or replaced, or whose entry was. */
  readonly keyword: string;
  /** Entry of that keyword: a property's name, a member of a set, an index. */
  readonly entry?: string;
  /** How many steps of the path lead to the schema that holds the keyword. */
  readonly depth: number;
}

const includes = (list: readonly string[], item: string): boolean => list.includes(item);

function step(at: string, keyword: string, name: string): string {
  if (keyword === "properties") return at === "" ? name : `${at}.${name}`;
  if (keyword === "items" || keyword === "prefixItems") return `${at}[${keyword === "items" ? "" : name}]`;
  if (keyword === "additionalProperties") return `${at}{}`;
  if (keyword === "patternProperties" || keyword === "dependentSchemas") return `${at}{${name}}`;
  return at; // variants and conditions are about the same value
}

/** Reads the path of a difference, keyword by keyword, so that a property named like a keyword is not taken for one. */
export function placeOf(path: readonly (string | number)[]): Place {
  const tokens = path.map(String);
  let at = "";
  let n = 0;
  for (;;) {
    const keyword = tokens[n];
    if (keyword === undefined) return { at, keyword: "", depth: n };
    const length = includes(HOLD_MANY, keyword) ? 2 : includes(SINGLE, keyword) ? 1 : tokens.length;
    if (n + length >= tokens.length) {
      const entry = tokens[n + 1];
      return { at, keyword, depth: n, ...(entry === undefined ? {} : { entry }) };
    }
    at = step(at, keyword, tokens[n + 1] ?? "");
    n += length;
  }
}

/** What stands at a path, or undefined. */
export function lookUp(value: unknown, path: readonly (string | number)[]): unknown {
  let current = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Record<string | number, unknown>)[key]; // an own property of an object, checked above
  }
  return current;
}
