import { isRecord } from "../../runtime/base/values.js";
import { lookUp } from "../load/pointer.js";
import type { Origin, Problems } from "../load/problems.js";
import { ANNOTATED_FORMATS, CHECKED_FORMATS } from "../model/formats.js";
import { IDENTIFIER, RESERVED } from "../model/names.js";
import { type Backtracking, backtrackingOf } from "../model/backtracking.js";
import { unicodePattern } from "../model/patterns.js";

/** Refuses property names that every object inherits: a guard could not tell them from what was sent. */
export function checkPropertyName(name: string, at: Origin, problems: Problems, atKey = true): void {
  if (!(name in Object.prototype)) return;
  problems.violation(
    at,
    `the property ${name} has the name of something every object inherits`,
    "Code that reads it may find what is inherited instead; the wire needs another name here.",
    atKey,
  );
}

/** Refuses what cannot be declared in code. */
export function checkName(name: string, at: Origin, problems: Problems, atKey: boolean): void {
  if (IDENTIFIER.test(name) && !RESERVED.has(name)) return;
  const message = `${JSON.stringify(name)} cannot be the name of anything in code`;
  problems.error(
    at,
    message,
    "Write letters, digits and underscores, no digit first, and no word of the language.",
    atKey,
  );
}

/** Warns of formats that nobody knows: they would pass for checked. */
export function checkFormat(value: string, at: Origin, known: readonly string[], problems: Problems): void {
  if (CHECKED_FORMATS.has(value) || ANNOTATED_FORMATS.has(value) || known.includes(value)) return;
  problems.warning(
    at,
    `the format ${value} is not known and will not be checked`,
    "Correct it, add a `pattern`, or list it under `formats` in the configuration.",
  );
}

/** Refuses patterns that are no regular expressions. One under `pattern` can be left out; one that chooses properties cannot. */
export function checkPattern(value: string, at: Origin, problems: Problems, atKey = false): void {
  const written = unicodePattern(value);
  if (written !== undefined) return warnOfBacktracking(written, at, problems, atKey);
  const advice = "Write an ECMA-262 expression that is valid with the `u` flag.";
  try {
    new RegExp(value, "u");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `the pattern is no regular expression (${reason})`;
    if (atKey) problems.unsupported(at, message, advice, true);
    else problems.violation(at, message, advice);
  }
}

const TAKES: Readonly<Record<Exclude<Backtracking, "none">, string>> = {
  exponential: "may take time that doubles with each character of a string that it does not match",
  polynomial: "may take time that grows with the square of the length of a string that it does not match",
  unknown: "is too long to say how much time it may take",
};

/** Texts of so many characters take no time worth a warning, where it does not double with each. */
const SHORT = 1_000;

function warnOfBacktracking(pattern: string, at: Origin, problems: Problems, atKey: boolean): void {
  const takes = backtrackingOf(pattern);
  if (takes === "none") return;
  const schema = lookUp(at.file.data, at.pointer.slice(0, at.pointer.lastIndexOf("/")));
  const most = isRecord(schema) && !atKey ? schema["maxLength"] : undefined;
  if (takes === "polynomial" && typeof most === "number" && most <= SHORT) return;
  const advice = "Let no part that is repeated match the same text in two ways; a `maxLength` is looked at first.";
  problems.warning(at, `the pattern ${TAKES[takes]}`, advice, atKey);
}
