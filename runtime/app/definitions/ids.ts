import { refuseDefinition } from "./check.js";

/** The names between braces in an id template: `"vote:{poll}:{choice}"` has `poll` and `choice`. */
export type TemplateName<Template extends string> = string extends Template
  ? string
  : Template extends `${string}{${infer Name}}${infer Rest}`
    ? Name | TemplateName<Rest>
    : never;

/** What a template must have beside its text: nothing, unless a brace has no other half, or holds no name. */
export type CheckedTemplate<Template extends string> = string extends Template
  ? unknown
  : Template extends `${infer Text}{${infer Rest}`
    ? Text extends `${string}}${string}`
      ? BrokenTemplate<Template>
      : Rest extends `${infer Name}}${infer After}`
        ? Name extends "" | `${string}{${string}`
          ? BrokenTemplate<Template>
          : CheckedTemplate<After> extends BrokenTemplate<string>
            ? BrokenTemplate<Template>
            : unknown
        : BrokenTemplate<Template>
    : Template extends `${string}}${string}`
      ? BrokenTemplate<Template>
      : unknown;

/** Nothing is of this type: its name is what the compiler says. */
export interface BrokenTemplate<Template extends string> {
  readonly "a brace in this id has no other half, or no name": Template;
}

/** What an id says, read back through its template. */
export type TemplateParams<Template extends string> = { readonly [Name in TemplateName<Template>]: string };

/** The values a template needs; no second argument at all where it has no names. */
export type TemplateValues<Template extends string> = [TemplateName<Template>] extends [never]
  ? []
  : [values: TemplateParams<Template>];

const PLACEHOLDER = /\{([^{}]*)\}/g;

/**
 * Fills an id template: `fillId("vote:{choice}", { choice: "a" })` is `"vote:a"`. Values are percent-encoded where
 * they hold a character that could be mistaken for the template's own, so that reading gives back what was written.
 * Letters and digits are not: put something else between two names.
 *
 * @throws ArgumentError when a value is missing or empty, or a brace has no other half.
 */
export function fillId<const Template extends string>(
  template: Template & CheckedTemplate<Template>,
  ...[values]: TemplateValues<Template>
): string {
  const shape = shapeOf(template);
  const between = shape.slice(shape.indexOf("{}"), shape.lastIndexOf("{}"));
  const given: object = Object(values); // without the types it may be anything
  return template.replace(PLACEHOLDER, (_, name: string) => {
    const value: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined;
    if (typeof value !== "string" || value === "") refuseDefinition(`Id "${template}"`, `needs a string for {${name}}`);
    return encodeURIComponent(value).replace(UNENCODED, (mark) =>
      between.includes(mark) ? percentEncoded(mark) : mark,
    );
  });
}

/** What `encodeURIComponent()` leaves as it is, letters and digits aside. */
const UNENCODED = /[-_.!~*'()]/g;

const percentEncoded = (mark: string): string => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`;

export interface IdReader {
  /** Names in order of appearance; empty when the template is a plain id. */
  readonly names: readonly string[];
  /** The template with its names taken out: the same for templates that make the same ids. */
  readonly shape: string;
  /** The values in `id`, or undefined when it was not made from this template. */
  read(id: string): Readonly<Record<string, string>> | undefined;
}

/**
 * @throws ArgumentError when the template is empty, a brace has no other half, or two names touch or repeat, so that no id
 *   could be read back.
 */
export function idReader(template: string): IdReader {
  const shape = shapeOf(template);
  const names = [...template.matchAll(PLACEHOLDER)].map((match) => match[1] ?? "");
  if (names.includes("") || new Set(names).size !== names.length || /\}\{/.test(template)) {
    refuseDefinition(`Id "${template}"`, "has an empty or repeated name, or two names with nothing between them");
  }
  if (names.length === 0) return { names, shape, read: (id) => (id === template ? {} : undefined) };
  const pattern = new RegExp(`^${template.split(PLACEHOLDER).map(piece).join("")}$`);
  return { names, shape, read: (id) => readWith(pattern, names, id) };
}

function shapeOf(template: string): string {
  if (typeof template !== "string" || template === "") refuseDefinition("An id", "must be a non-empty string");
  if (/[{}]/.test(template.replace(PLACEHOLDER, ""))) {
    const otherwise = "a handler finds ids with braces of their own by { prefix } or a regular expression";
    refuseDefinition(`Id "${template}"`, `has a brace without its other half; ${otherwise}`);
  }
  return template.replace(PLACEHOLDER, "{}");
}

/** Splitting by a pattern with a group alternates: text, name, text, …, text. */
function piece(text: string, index: number): string {
  return index % 2 === 0 ? text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&") : "(.+?)";
}

function readWith(pattern: RegExp, names: readonly string[], id: string): Record<string, string> | undefined {
  const match = pattern.exec(id);
  if (!match) return undefined;
  const values: Record<string, string> = Object.create(null) as Record<string, string>; // names come from users: no prototype
  for (const [index, name] of names.entries()) {
    const value = decode(match[index + 1] ?? "");
    if (value === undefined) return undefined;
    values[name] = value;
  }
  return values;
}

/** Undefined for a string that was not encoded. */
export function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
