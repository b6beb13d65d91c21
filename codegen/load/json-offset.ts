/** Where a value stands in a JSON text, and its key where it has one. */
export interface Offsets {
  readonly value: number;
  readonly key: number | undefined;
}

type Children = ReadonlyMap<string, Offsets>;

/**
 * Finds places in a text that is known to be JSON, by reading past everything else: a parser that keeps all positions
 * is far too slow for the few that are asked for. What was read on the way is kept for the next question.
 */
export class JsonOffsets {
  readonly #text: string;
  readonly #known = new Map<number, Children>();

  constructor(text: string) {
    this.#text = text;
  }

  /** The place that `tokens` lead to; undefined where nothing is there. */
  find(tokens: readonly string[]): Offsets | undefined {
    let found: Offsets | undefined = { value: space(this.#text, 0), key: undefined };
    for (const token of tokens) {
      found = this.#children(found.value).get(token);
      if (found === undefined) return undefined;
    }
    return found;
  }

  #children(start: number): Children {
    let known = this.#known.get(start);
    if (known === undefined) this.#known.set(start, (known = children(this.#text, start)));
    return known;
  }
}

/** The children of the object or array that starts at `start`. */
function children(text: string, start: number): Children {
  const found = new Map<string, Offsets>();
  const open = text.charAt(start);
  if (open !== "{" && open !== "[") return found;
  let at = space(text, start + 1);
  for (let index = 0; at < text.length && !"}]".includes(text.charAt(at)); index++) {
    const key = open === "{" ? at : undefined;
    const name = key === undefined ? String(index) : keyAt(text, key);
    if (key !== undefined) at = space(text, space(text, end(text, key)) + 1); // past the colon
    found.set(name, { value: at, key });
    at = space(text, end(text, at));
    if (text.charAt(at) === ",") at = space(text, at + 1);
  }
  return found;
}

/** What is wrong with a text that is known to be JSON. */
interface Faults {
  /** Where keys stand that their object has already. */
  readonly repeated: readonly number[];
  /** Where the first value begins that lies below too many others. */
  readonly deep: number | undefined;
}

/** Looks through a text that is known to be JSON, without recursion, whatever it is. */
export function faultsOf(text: string, mostLevels: number): Faults {
  const repeated: number[] = [];
  let deep: number | undefined;
  const owners: (Set<string> | undefined)[] = []; // the keys of each object around, nothing for a list
  let keyNext = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "{") keyNext = owners.push(new Set()) > 0;
    else if (char === "[") owners.push(undefined);
    else if (char === "}" || char === "]") owners.pop();
    if (owners.length > mostLevels) deep ??= at;
    if (char === ",") keyNext = owners.at(-1) !== undefined;
    if (char !== '"') continue;
    const past = stringEnd(text, at);
    const keys = keyNext ? owners.at(-1) : undefined;
    if (keys !== undefined) {
      const raw = text.slice(at + 1, past - 1);
      const key = raw.includes("\\") ? keyAt(text, at) : raw;
      if (keys.has(key)) repeated.push(at);
      keys.add(key);
    }
    keyNext = false;
    at = past - 1;
  }
  return { repeated, deep };
}

function keyAt(text: string, start: number): string {
  // A string of a JSON text is a JSON text itself.
  return JSON.parse(text.slice(start, end(text, start))) as string;
}

/** Where the value that starts at `start` is over. */
function end(text: string, start: number): number {
  const first = text.charAt(start);
  if (first === '"') return stringEnd(text, start);
  if (first !== "{" && first !== "[") {
    let at = start;
    while (at < text.length && !",]}\n\r\t ".includes(text.charAt(at))) at++;
    return at;
  }
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '"') at = stringEnd(text, at) - 1;
    else if (char === "{" || char === "[") depth++;
    else if ((char === "}" || char === "]") && --depth === 0) return at + 1;
  }
  return text.length;
}

function stringEnd(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text.charAt(at) !== '"') at += text.charAt(at) === "\\" ? 2 : 1;
  return at + 1;
}

function space(text: string, start: number): number {
  let at = start;
  while (at < text.length && " \n\r\t".includes(text.charAt(at))) at++;
  return at;
}
