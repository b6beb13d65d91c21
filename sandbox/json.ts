import type { Json } from "./world/records.js";

export type Fields = { readonly [key: string]: Json };

/** Whether a value is an object with fields, and neither a list nor null. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly Json[] | undefined =>
  Array.isArray(value) ? (value as readonly Json[]) : undefined; // of what JSON can say, as all that is stored here

/** The own value under a name from outside; inherited names, such as `constructor`, have none. */
export const ownOf = <T>(values: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined;

/** Drops fields that are `undefined`: absent and null are different facts here. */
export function given<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const kept: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) kept[name] = value;
  return kept as { [K in keyof T]?: Exclude<T[K], undefined> }; // the same fields, but for those
}

/** The value of a JSON string; `undefined` where it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
