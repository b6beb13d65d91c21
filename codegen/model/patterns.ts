/** Characters that mean something in an expression, so that a backslash before them is needed. */
const SYNTAX = "^$\\.*+?()[]{}|/";

/**
 * A regular expression as it has to be written to be valid with the `u` flag, undefined where it is invalid. Old
 * expressions allow a backslash before anything; with the flag only what has a meaning may have one.
 */
export function unicodePattern(source: string): string | undefined {
  if (isValid(source)) return source;
  let [out, inClass] = ["", false];
  for (let at = 0; at < source.length; at++) {
    const char = source.charAt(at);
    const next = source.charAt(at + 1);
    if (char !== "\\") {
      if (char === "[") inClass = true;
      else if (char === "]") inClass = false;
      out += char;
      continue;
    }
    const needed = /[A-Za-z0-9]/.test(next) || SYNTAX.includes(next) || (next === "-" && inClass);
    out += needed ? char + next : next;
    at++;
  }
  return isValid(out) ? out : undefined;
}

function isValid(source: string): boolean {
  try {
    new RegExp(source, "u");
    return true;
  } catch {
    return false;
  }
}
