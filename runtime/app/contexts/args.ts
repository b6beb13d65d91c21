import type { OptionSpec } from "../definitions/options.js";
import type { SelectOption } from "../definitions/components.js";
import type { FieldSpec } from "../definitions/modal.js";
import { property } from "../../interaction/read.js";
import { ArgumentsMismatchError } from "../errors.js";

/** Values by name, as a decoder read them from an interaction's `data`. */
export type RawArgs = ReadonlyMap<string, unknown>;

/** Where the arguments of a triggered command stand in its `data`; an assumption of the description. */
export type ArgumentsPath = "data.arguments" | "data.command.arguments" | "data.options";

/** Reads `{ name, value }` records at `path`, and a plain object of values as well. Anything else holds no arguments. */
export function readArguments(data: unknown, path: ArgumentsPath): RawArgs {
  const holder = path === "data.command.arguments" ? property(data, "command") : data;
  return readValues(property(holder, path === "data.options" ? "options" : "arguments"), "name");
}

/** Values keyed by `idField` in a list of records, or by name in one object. */
export function readValues(found: unknown, idField: string): RawArgs {
  if (Array.isArray(found)) {
    const values = new Map<string, unknown>();
    for (const entry of found as readonly unknown[]) {
      const name = property(entry, idField);
      if (typeof name === "string") values.set(name, property(entry, "value"));
    }
    return values;
  }
  return new Map(typeof found === "object" && found !== null ? Object.entries(found) : []);
}

/**
 * The arguments a handler receives, checked against the definition. Options that the definition does not know are left
 * out; null counts as not given.
 *
 * @throws ArgumentsMismatchError when a required one is missing, or a value is of another type or out of bounds.
 */
export function checkArgs(
  what: string,
  options: readonly OptionSpec[],
  raw: RawArgs,
): Readonly<Record<string, unknown>> {
  const args: [string, unknown][] = [];
  for (const option of options) {
    const value = raw.get(option.name) ?? undefined;
    if (value !== undefined) {
      const fault = faultOf(option, value);
      if (fault !== undefined) mismatch(what, option.name, fault);
      args.push([option.name, value]);
    } else if (option.required === true) mismatch(what, option.name, "is required and did not come");
  }
  return Object.fromEntries(args);
}

/** Like {@link checkArgs} while they are being typed: what does not fit (yet) is left out. */
export function partialArgs(options: readonly OptionSpec[], raw: RawArgs): Readonly<Record<string, unknown>> {
  const fitting = options
    .map((option) => [option, raw.get(option.name)] as const)
    .filter(([option, value]) => value !== undefined && value !== null && faultOf(option, value) === undefined);
  return Object.fromEntries(fitting.map(([option, value]) => [option.name, value]));
}

/** What a submitted form holds, checked against its definition. Texts that were left empty count as not given. */
export function checkFields(
  what: string,
  fields: readonly FieldSpec[],
  raw: RawArgs,
): Readonly<Record<string, unknown>> {
  const values: [string, unknown][] = [];
  for (const field of fields) {
    const value = raw.get(field.id) ?? undefined;
    const isText = field.type === "text" || field.type === "paragraph";
    if (value === undefined || (isText && value === "")) {
      if (field.required === true) mismatch(what, field.id, "is required and did not come");
      continue;
    }
    if (isText && typeof value !== "string") mismatch(what, field.id, `must be a string, got ${typeof value}`);
    values.push([field.id, value]);
  }
  return Object.fromEntries(values);
}

/**
 * Whether what was chosen in a select is among its options.
 *
 * @throws ArgumentsMismatchError when something else is
 */
export function checkChosen(what: string, options: readonly SelectOption[], chosen: readonly string[]): void {
  const stranger = chosen.find((value) => !options.some((option) => option.value === value));
  if (stranger !== undefined)
    mismatch(what, "values", `came with ${JSON.stringify(stranger)}, which is not one of its options`);
}

export function faultOf(option: OptionSpec, value: unknown): string | undefined {
  const type: string = option.type;
  if (type === "string") return typeof value === "string" ? undefined : `must be a string, got ${typeof value}`;
  if (type !== "integer") return undefined;
  if (typeof value !== "number" || !Number.isSafeInteger(value)) return "must be a whole number";
  const { minValue, maxValue }: { minValue?: number; maxValue?: number } = option;
  if (minValue !== undefined && value < minValue) return `is ${value}, below its minValue ${minValue}`;
  if (maxValue !== undefined && value > maxValue) return `is ${value}, above its maxValue ${maxValue}`;
  return undefined;
}

function mismatch(what: string, name: string, fault: string): never {
  throw new ArgumentsMismatchError(`"${name}" of ${what} ${fault}`, name);
}
