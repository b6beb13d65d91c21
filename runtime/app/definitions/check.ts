import { eventFamilies } from "../../../generated/tables.js";
import { isRecord, typeName } from "../../base/values.js";
import { ArgumentError } from "../../base/errors.js";
import { didYouMean } from "../../base/nearest.js";
import type { OptionSpec } from "./options.js";
import { UNKNOWN } from "../../http/conveniences/commands/compare.js";

/** Refuses a definition: says which one and what is wrong with it. */
export function refuseDefinition(what: string, why: string): never {
  throw new ArgumentError(`${what} ${why}`);
}

/** What the types refuse, for programs without types: refused at registration, not at the first interaction. */
export function checkHandler(what: string, handler: unknown): void {
  if (typeof handler !== "function") refuseDefinition(what, `needs a function as its handler, not ${typeof handler}`);
}

/** A handler of an event that this version does not know would never run: such events go to `"unknown"`. */
export function checkEventType(type: string): void {
  if (type === "interaction_create")
    refuseDefinition(`on("${type}")`, "does not exist: interactions have handlers of their own");
  const known = Object.keys(eventFamilies).filter((name) => name !== "interaction_create");
  checkName("on", type, [...known, "unknown"], " for all others");
}

/** A name from a closed list; without the types it may be anything. */
export function checkName(method: string, name: unknown, known: readonly string[], aboutLast = ""): void {
  if (typeof name === "string" && known.includes(name)) return;
  const there = `there are ${known.join(", ")}${aboutLast}.${didYouMean(String(name), known)}`;
  throw new ArgumentError(`${method}("${String(name)}") does not exist; ${there}`);
}

/** What the types refuse, for those who come without them: an id, a name or a plain object where a definition is meant. */
export function checkDefinition(method: string, given: unknown, fields: readonly string[], makers: string): void {
  const isDefinition =
    typeof given === "object" && given !== null && fields.every((field) => Reflect.get(given, field) !== undefined);
  if (!isDefinition) refuseDefinition(`${method}()`, `takes a definition made with ${makers}, not ${shown(given)}`);
}

const shown = (given: unknown): string => (typeof given === "string" ? JSON.stringify(given) : typeName(given));

/**
 * What a definition is made of, or options are; without the types it may be anything. A name that is nearly one of those
 * that are read is a slip; any other may be the program's own.
 */
export function checkInput(maker: string, given: unknown, takes: string, fields: readonly string[] = []): void {
  if (!isRecord(given)) refuseDefinition(`${maker}()`, `takes ${takes}, not ${shown(given)}`);
  for (const name of Object.keys(given)) {
    const meant = fields.includes(name) ? "" : didYouMean(name, fields);
    if (meant !== "") throw new ArgumentError(`${maker}() has no field "${name}".${meant}`);
  }
}

export function checkCommandText(
  maker: string,
  input: { readonly name: string; readonly description: string; readonly requiredPermission?: unknown },
): void {
  if (typeof input.name !== "string" || input.name === "") refuseDefinition(maker, "needs a name that is not empty");
  if (typeof input.description !== "string") refuseDefinition(`${maker} "${input.name}"`, "needs a description");
  if (input.requiredPermission === UNKNOWN) {
    refuseDefinition(
      `${maker} "${input.name}"`,
      `has a requiredPermission "${UNKNOWN}", which is only read and never sent`,
    );
  }
}

/** Checks what the service would only find out later: doubled names and bounds that no value can satisfy. */
export function checkCommandOptions(command: string, options: readonly OptionSpec[]): void {
  const seen = new Set<string>();
  if (!Array.isArray(options)) refuseDefinition(`Command "${command}"`, "has options that are no list");
  const given: readonly unknown[] = options; // without the types they may be anything
  if (!given.every(isRecord)) refuseDefinition(`Command "${command}"`, "has an option that is not an object");
  for (const option of options) {
    const what = `Option "${option.name}" of command "${command}"`;
    if (typeof option.name !== "string" || option.name === "")
      refuseDefinition(`Command "${command}"`, "has an option without a name");
    if (seen.has(option.name)) refuseDefinition(what, "is defined twice");
    seen.add(option.name);
    checkBounds(what, option);
  }
}

function checkBounds(what: string, option: OptionSpec): void {
  const { type, minValue, maxValue }: { type: string; minValue?: number; maxValue?: number } = option;
  if (minValue === undefined && maxValue === undefined) return;
  if (type !== "integer") refuseDefinition(what, `has bounds; only "integer" options have, this is "${type}"`);
  for (const [name, value] of Object.entries({ minValue, maxValue })) {
    if (value !== undefined && !Number.isSafeInteger(value))
      refuseDefinition(what, `has ${name} ${String(value)}, not a whole number`);
  }
  if (minValue !== undefined && maxValue !== undefined && minValue > maxValue) {
    refuseDefinition(what, `has minValue ${minValue} above maxValue ${maxValue}`);
  }
}
