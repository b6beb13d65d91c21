import { usageOf } from "../../sandbox/control/calls.js";
import type { CallSpec } from "../../sandbox/control/spec.js";
import { UsageError } from "../usage-error.js";

/** Words of a command line as the arguments of a call. */
export function argumentsOf(spec: CallSpec & { readonly name: string }, words: readonly string[]): readonly unknown[] {
  const kinds = Object.values(spec.takes);
  const usage = `${spec.name} is called as: ${usageOf(spec.name, spec)}`;
  if (words.length < kinds.length + (spec.rest?.needed === undefined ? 0 : 1)) throw new UsageError(usage);
  const given = kinds.map((kind, at) =>
    kind === "number" || kind === "any" || kind === "object" ? valueOf(words[at] ?? "") : words[at],
  );
  const more = words.slice(kinds.length);
  if (more.length === 0) return given;
  if (spec.rest === undefined) throw new UsageError(usage);
  if (spec.rest.as === "list") return [...given, more];
  const asText = spec.rest.as === "texts";
  const pairs: object = Object.assign({}, ...more.map((word) => pairOf(word, asText, usage)));
  return [...given, spec.rest.under === undefined ? pairs : { [spec.rest.under]: pairs }];
}

/** `name=value`, or an object as JSON. */
function pairOf(word: string, asText: boolean, usage: string): object {
  const value = valueOf(word);
  if (typeof value === "object" && value !== null) return value;
  const [, name, text] = /^([^=]+)=(.*)$/s.exec(word) ?? [];
  if (name === undefined || text === undefined) throw new UsageError(`${JSON.stringify(word)} is no pair; ${usage}`);
  return { [name]: asText ? text : valueOf(text) };
}

/** A word as JSON when it is a number, a truth value, a list or an object; else as text. Long numbers are ids. */
export function valueOf(word: string): unknown {
  if (/^\d{16,}$/.test(word)) return word;
  try {
    return JSON.parse(word);
  } catch {
    return word;
  }
}
