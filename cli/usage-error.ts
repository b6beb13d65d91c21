import { nearest } from "../runtime/base/nearest.js";

/** A fault of whoever called: reported in one line, exit code 2. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What to say of a word that none of a command's own is: the one it is nearly, or all. */
export function unknownWord(what: string, word: string, names: readonly string[]): string {
  const meant = nearest(word, names);
  const hint = meant === undefined ? `expected one of ${names.join(", ")}` : `did you mean ${meant}?`;
  return `unknown ${what} ${JSON.stringify(word)}; ${hint}`;
}
