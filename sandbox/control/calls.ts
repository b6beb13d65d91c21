import { invalidInput } from "../refusal.js";

/** Header of every answer of the control interface, by which callers know that it is one. */
export const controlHeader = "x-sandbox-control";

/** What an argument takes. `command`: a name, or an object that carries one; `any`: whatever JSON can say. */
export type ParameterKind = "text" | "number" | "command" | "any";

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

/** Refuses arguments from outside that do not fit. What comes behind those of the table is not looked at. */
export function checkArguments(name: string, spec: CallSpec, args: readonly unknown[]): void {
  const kinds = Object.entries(spec.takes);
  const wrong = kinds.find(([, kind], at) => !fits[kind](args[at]));
  if (wrong) throw invalidInput(`${name} needs ${wrong[0]}, ${kindNames[wrong[1]]}: ${usageOf(name, spec)}`);
  const more = args[kinds.length];
  if (spec.rest === undefined || (more === undefined && spec.rest.needed === undefined)) return;
  if (spec.rest.as === "list" ? !Array.isArray(more) : !isObject(more)) {
    const shape = spec.rest.as === "list" ? "a list" : "an object";
    throw invalidInput(`${name} takes ${shape} after that, of ${spec.rest.shown}: ${usageOf(name, spec)}`);
  }
}

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isText = (value: unknown): boolean => typeof value === "string";

const fits: Readonly<Record<ParameterKind, (value: unknown) => boolean>> = {
  text: isText,
  number: (value) => typeof value === "number",
  command: (value) => isText(value) || (isObject(value) && "name" in value && isText(value.name)),
  any: (value) => value !== undefined,
};

const kindNames: Readonly<Record<ParameterKind, string>> = {
  text: "a text",
  number: "a number",
  command: "the name of a command",
  any: "any value",
};
