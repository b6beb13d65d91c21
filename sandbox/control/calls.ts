import { invalidInput } from "../refusal.js";

/** Header of every answer of the control interface, by which callers know that it is one. */
export const controlHeader = "x-sandbox-control";

/**
 * What an argument takes. `command`: a name, or an object that carries one; `any`: whatever JSON can say; a list: one of
 * these texts.
 */
export type ParameterKind = "text" | "number" | "flag" | "command" | "any" | readonly string[];

/** How something is called from outside this process. */
export interface CallSpec {
  readonly says: string;
  /** What must be given, in this order. */
  readonly takes: Readonly<Record<string, ParameterKind>>;
  /** What may follow, as one more argument: an object of values, an object of texts, or a list of texts. */
  readonly rest?: {
    readonly as: "values" | "texts" | "list";
    readonly shown: string;
    /** Field of that one more argument that holds the values. Default: they are the argument. */
    readonly under?: string;
    /** The values that there are, where their names are known beforehand. */
    readonly fields?: Readonly<Record<string, ParameterKind>>;
    /** Nothing goes without it. */
    readonly needed?: true;
  };
}

/** How to call it, in words: `run <command> [option=value…]`. */
export function usageOf(name: string, { takes, rest }: CallSpec): string {
  return [name, ...Object.keys(takes).map((one) => `<${one}>`), ...restOf(rest)].join(" ");
}

const restOf = (rest: CallSpec["rest"]): readonly string[] =>
  rest === undefined ? [] : [rest.needed ? rest.shown : `[${rest.shown}]`];

/**
 * Refuses arguments from outside that do not fit, by their place in the body: a caller in another language never sees the
 * command line. What comes behind those of the table is not looked at.
 */
export function checkArguments(name: string, { takes, rest }: CallSpec, args: readonly unknown[]): void {
  const kinds = Object.entries(takes);
  const at = kinds.findIndex(([, kind], n) => !fits(kind, args[n]));
  const [field, kind] = kinds[at] ?? [];
  if (kind !== undefined) throw invalidInput(`${name} needs ${field}, ${nameOf(kind)}, as args[${at}].`);
  const more = args[kinds.length];
  if (rest === undefined || (more === undefined && rest.needed === undefined)) return;
  if (rest.as === "list" ? !Array.isArray(more) : !isObject(more))
    throw invalidInput(`${name} takes ${shapeOf(rest)} as args[${kinds.length}].`);
  if (rest.fields !== undefined) checkFields(name, rest.fields, Object.entries(more as object));
}

/** That one more argument as it stands in a body. */
function shapeOf({ as, shown, under }: NonNullable<CallSpec["rest"]>): string {
  if (as === "list") return `a list, [${shown}],`;
  const values = `{${shown.replaceAll(" ", ", ").replaceAll("=", ": ")}}`;
  return `an object, ${under === undefined ? values : `{${under}: ${values}}`},`;
}

function checkFields(
  name: string,
  fields: Readonly<Record<string, ParameterKind>>,
  given: readonly (readonly [name: string, value: unknown])[],
): void {
  for (const [field, value] of given) {
    const kind = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (kind === undefined)
      throw invalidInput(`${name} has no field ${field}; there are ${Object.keys(fields).join(", ")}.`);
    if (!fits(kind, value))
      throw invalidInput(`${name} takes ${nameOf(kind)} as ${field}, got ${JSON.stringify(value)}.`);
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): boolean => typeof value === "string";

function fits(kind: ParameterKind, value: unknown): boolean {
  if (typeof kind !== "string") return kind.some((one) => one === value);
  return tests[kind](value);
}

type Kind = Extract<ParameterKind, string>;

const tests: Readonly<Record<Kind, (value: unknown) => boolean>> = {
  text: isText,
  number: (value) => typeof value === "number",
  flag: (value) => typeof value === "boolean",
  command: (value) => isText(value) || (isObject(value) && "name" in value && isText(value.name)),
  any: (value) => value !== undefined,
};

const nameOf = (kind: ParameterKind): string =>
  typeof kind === "string" ? kindNames[kind] : `one of ${kind.join(", ")}`;

const kindNames: Readonly<Record<Kind, string>> = {
  text: "a text",
  number: "a number",
  flag: "true or false",
  command: "the name of a command",
  any: "any value",
};
