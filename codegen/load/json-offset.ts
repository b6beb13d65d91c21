/** Where a value stands in a JSON text, and its key where it has one. */
export interface Offsets {
  readonly value: number;
  readonly key: number | undefined;
}

/**
 * Finds the place that `tokens` lead to in a text that is known to be JSON, by reading past everything else: a parser
 * that keeps positions is far too slow for the one place that is asked for. Undefined where nothing is there.
 */
export function jsonOffset(text: string, tokens: readonly string[]): Offsets | undefined {
  let found: Offsets = { value: space(text, 0), key: undefined };
  for (const token of tokens) {
    const next = child(text, found.value, token);
    if (next === undefined) return undefined;
    found = next;
  }
  return found;
}

/** The child of the object or array that starts at `start`. */
function child(text: string, start: number, token: string): Offsets | undefined {
  const open = text.charAt(start);
  if (open !== "{" && open !== "[") return undefined;
  let at = space(text, start + 1);
  for (let index = 0; at < text.length && !"}]".includes(text.charAt(at)); index++) {
    const key = open === "{" ? at : undefined;
    const name = key === undefined ? String(index) : keyAt(text, key);
    if (key !== undefined) at = space(text, space(text, end(text, key)) + 1); // past the colon
    if (name === token) return { value: at, key };
    at = space(text, end(text, at));
    if (text.charAt(at) === ",") at = space(text, at + 1);
  }
  return undefined;
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
