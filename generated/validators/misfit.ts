/**
 * Where a value fails a guard.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

/**
 * Says where a value first fails a guard, and what is wrong there: `author.id must be a string, got a number`. undefined
 * for a value that passes. Of forms that no constant tells apart it speaks about the last. Contents are never told.
 *
 * The guard is run again, on a copy that knows what is looked at: last is what the guard said no to. Then samples of
 * each kind are put in that place: one with which the guard gets further is of a kind that fits.
 */
export function misfitOf(guard: (value: unknown) => boolean, value: unknown): string | undefined {
  const stop = stopOf(guard, value);
  if (stop === undefined) return undefined;
  const { path, found } = stop;
  const name = path.replace(/^\.|#$/g, "") || "it";
  if (found === undefined) return `${name} is missing`;
  const samples = ["", "0", 0, true, null, [], {}];
  const fitting = samples.filter((sample) => stopOf(guard, value, { path, found: sample })?.path !== path);
  const kinds = [...new Set(fitting.map(kindOf))];
  const kind = kindOf(found);
  return kinds.length === 0 || kinds.includes(kind)
    ? `${name} is ${kind} that does not fit`
    : `${name} must be ${kinds.join(" or ")}, got ${kind}`;
}

/** A place in a value, and what stands there. */
interface Place {
  readonly path: string;
  readonly found: unknown;
}

/** What a guard looked at last before it said no. Something else may be put in one place. */
function stopOf(guard: (value: unknown) => boolean, value: unknown, other?: Place): Place | undefined {
  let last: Place = { path: "", found: value };
  const made = new Map<string, object>(); // the guard knows again what it was asked about before
  const watched = (path: string, given: unknown): unknown => {
    const here = path === other?.path ? other : { path, found: given };
    const known = made.get(path);
    if (known === undefined || !isBelow(last.path, path)) last = here;
    if (known !== undefined) return known;
    const copy = copyOf(here.found);
    if (copy === undefined) return here.found;
    const whole = { path: `${path}#`, found: here.found }; // its length, or its names
    const proxy = new Proxy(copy, {
      get(_, name) {
        const item: unknown = Reflect.get(copy, name);
        const isItem = typeof name === "string" && typeof item !== "function";
        if (isItem && !(Array.isArray(copy) && name === "length")) return watched(path + stepTo(name), item);
        last = whole;
        return item;
      },
      ownKeys() {
        last = whole;
        return Reflect.ownKeys(copy);
      },
    });
    made.set(path, proxy);
    return proxy;
  };
  return guard(watched("", value)) ? undefined : last;
}

/** True for a place within another: what was found out there stands, though it is not looked at again. */
function isBelow(path: string, other: string): boolean {
  return path.startsWith(other) && /^[.[#]/.test(path.slice(other.length));
}

function stepTo(name: string): string {
  if (/^\d+$/.test(name)) return `[${name}]`;
  return /^[\w$]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;
}

/** A list, or an object as JSON has them, once more; what is of a class goes to the guard as it is. */
function copyOf(value: unknown): object | undefined {
  if (Array.isArray(value)) return [...value];
  if (typeof value !== "object" || value === null) return undefined;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype ? { ...value } : undefined;
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  const kind = Array.isArray(value) ? "array" : typeof value;
  return `${/^[ao]/.test(kind) ? "an" : "a"} ${kind}`;
}
