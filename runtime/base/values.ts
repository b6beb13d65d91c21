/** Whether a value is an object with fields: neither null nor a list. */
export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The type of a value for messages, which never show the value: it may be a secret in the wrong place. */
export const typeName = (value: unknown): string => (value === null ? "null" : typeof value);

/** Whether a value has these methods, whatever its class: it may come from another copy of its package. */
export const hasMethods = (value: unknown, ...names: readonly string[]): boolean =>
  names.every((name) => typeof Reflect.get(Object(value), name) === "function");

/** The fields that are not undefined: an option that is undefined counts as left out and must not hide a default. */
export const defined = <Fields extends object>(fields: Fields | undefined): Defined<Fields> =>
  Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== undefined)) as Defined<Fields>; // some of its own

type Defined<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };
