import { isRecord } from "../../runtime/base/values.js";
/** JSON Pointer (RFC 6901) helpers. */

/** Escapes one reference token. */
export function escapeToken(token: string): string {
  return /[~/]/.test(token) ? token.replaceAll("~", "~0").replaceAll("/", "~1") : token;
}

/** The pointer of a child of `pointer`. */
export function childPointer(pointer: string, ...tokens: readonly (string | number)[]): string {
  return tokens.reduce<string>((path, token) => `${path}/${escapeToken(String(token))}`, pointer);
}

/** The tokens of a pointer; percent-encoding, as found in `$ref` fragments, is undone. */
export function pointerTokens(pointer: string): string[] {
  if (pointer === "") return [];
  return pointer
    .slice(1)
    .split("/")
    .map((token) => decodeFragment(token).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Undoes percent-encoding. */
export function decodeFragment(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // A stray percent sign is taken as it stands; the look-up then reports what is missing.
  }
}

/** The value that `pointer` names below `root`, or undefined where there is none. */
export function lookUp(root: unknown, pointer: string): unknown {
  let value = root;
  for (const token of pointerTokens(pointer)) {
    if (Array.isArray(value)) value = /^(0|[1-9]\d*)$/.test(token) ? value[Number(token)] : undefined;
    else if (isRecord(value)) value = Object.hasOwn(value, token) ? value[token] : undefined;
    else return undefined;
  }
  return value;
}
