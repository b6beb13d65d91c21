import type { Origin, Problems } from "../load/problems.js";
import { ANNOTATED_FORMATS, CHECKED_FORMATS } from "../model/formats.js";

/** Refuses property names that every object inherits: a guard could not tell them from what was sent. */
export function checkPropertyName(name: string, at: Origin, problems: Problems, atKey = true): void {
  if (!(name in Object.prototype)) return;
  problems.error(
    at,
    `the property ${name} has the name of something every object inherits`,
    "Generated guards could not tell it apart from what is inherited; the wire needs another name here.",
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

/** Refuses patterns that are no regular expressions. */
export function checkPattern(value: string, at: Origin, problems: Problems, atKey = false): void {
  try {
    new RegExp(value, "u");
  } catch (error) {
    problems.error(
      at,
      `the pattern is no regular expression (${error instanceof Error ? error.message : String(error)})`,
      "Write an ECMA-262 expression that is valid with the `u` flag.",
      atKey,
    );
  }
}
