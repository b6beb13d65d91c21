import { isRecord } from "../../base/values.js";
import { checkInput, refuseDefinition } from "./check.js";
import { fillId, idReader, type CheckedTemplate, type TemplateValues } from "./ids.js";
import type { CheckedMatcher, IdMatcher } from "./matcher.js";

/** Whatever else a component has: the platform does not state its shape, so it is handed on as it is. */
interface OtherFields {
  /** What the platform calls such a component. Default: `button` or `select`. */
  readonly type?: string;
  /** What people see on it. */
  readonly label?: string;
  readonly [field: string]: unknown;
}

/** One thing to choose in a select. */
export interface SelectOption<Value extends string = string> {
  readonly label: string;
  readonly value: Value;
  readonly [field: string]: unknown;
}

/** A component as it is sent. */
export interface BuiltComponent {
  readonly type: string;
  readonly id: string;
  readonly [field: string]: unknown;
}

/** A component by the ids that it may have: to handle, or to wait for. */
export interface ComponentTarget<Matcher extends IdMatcher = IdMatcher, Value extends string = string> {
  readonly component: Matcher;
  /** What may be chosen in it, where that is known. */
  readonly options?: readonly SelectOption<Value>[];
}

/** Those that are read here. Any other is handed on. */
const FIELDS = ["id", "type", "label", "options"];

/** Refuses what is nearly one of these; a longer name that begins with one is the platform's own. */
function refuseSlips(maker: string, given: object): void {
  const names = Object.keys(given).filter((name) => !FIELDS.some((field) => name.startsWith(field)));
  checkInput(maker, Object.fromEntries(names.map((name) => [name, true])), "an object of fields", FIELDS);
}

/** A button or a select: the one place where its id stands, for what is sent and for who handles it. */
export interface ComponentDefinition<Id extends string = string, Value extends string = string> extends ComponentTarget<
  Id,
  Value
> {
  /** The component to send: with what its id holds, and fields that only this one has. */
  readonly of: (...given: [...values: TemplateValues<Id>, fields?: OtherFields]) => BuiltComponent;
}

/** Any id: `{ prefix }`, an expression, a text or a template. See `button()` and `select()` for those that are sent. */
export function component<const Matcher extends IdMatcher>(matcher: CheckedMatcher<Matcher>): ComponentTarget<Matcher> {
  return { component: matcher };
}

/**
 * Defines a button: `const vote = button({ id: "vote:{choice}" })`, sent as `vote.of({ choice: "yes" }, { label: "Yes" })`
 * and handled by `app.component(vote, …)` or `waitFor(vote)`. Fields given here stand on every one that is sent.
 *
 * @throws ArgumentError when the id is empty, or a template that cannot be read back.
 */
export function button<const Id extends string>(
  input: OtherFields & { readonly id: Id & CheckedTemplate<Id> },
): ComponentDefinition<Id, never>;
export function button(input: ComponentInput): ComponentTarget {
  checkInput("button", input, "{ id }");
  return define("button", input);
}

/**
 * Defines a select likewise. What a person chose is `interaction.values`, typed by the options.
 *
 * @throws ArgumentError when the id is empty or cannot be read back, there are no options, or one has no value, or that
 *   of another.
 */
export function select<const Id extends string, const Value extends string>(
  input: OtherFields & {
    readonly id: Id & CheckedTemplate<Id>;
    readonly options: readonly SelectOption<Value>[];
  },
): ComponentDefinition<Id, Value>;
export function select(input: ComponentInput & { readonly options: readonly SelectOption[] }): ComponentTarget {
  checkInput("select", input, "{ id, options }");
  const what = `Select "${input.id}"`;
  const options: unknown = input.options; // without the types it may be anything
  if (!Array.isArray(options) || options.length === 0)
    refuseDefinition(what, "needs a list of options that is not empty");
  if (!options.every(isRecord)) refuseDefinition(what, "has an option that is not an object");
  const values = input.options.map(({ value }) => value);
  if (values.some((value: unknown) => typeof value !== "string"))
    refuseDefinition(what, "has an option without a value");
  const twice = values.find((value, index) => values.indexOf(value) !== index);
  if (twice !== undefined) refuseDefinition(what, `has two options with the value "${twice}"`);
  return define("select", input);
}

interface ComponentInput extends OtherFields {
  readonly id: string;
  readonly options?: readonly SelectOption[];
}

function define(type: string, { id, ...fields }: ComponentInput): ComponentTarget {
  refuseSlips(type, fields);
  const { names } = idReader(id);
  const target: ComponentTarget =
    fields.options === undefined ? { component: id } : { component: id, options: fields.options };
  const of = (...given: readonly unknown[]): BuiltComponent => {
    const [values, own = {}] = names.length === 0 ? [undefined, given[0]] : given;
    checkInput(`${type}().of`, own, "an object of fields");
    refuseSlips(`${type}().of`, Object(own));
    const filled = fillId<string>(id, values as never); // of any template: typed where it is called
    const made = { type, ...fields, ...Object(own), id: filled } as BuiltComponent; // fields are objects, by the signature
    madeBy.set(made, definition);
    return made;
  };
  const definition = Object.freeze({ ...target, of });
  return definition;
}

/** What was made by which definition, so that one without a handler can be reported. */
const madeBy = new WeakMap<object, ComponentTarget>();

export interface DefinedComponent {
  readonly id: string;
  readonly definition: ComponentTarget;
}

/** What is sent, with `mark` on the id of every component in it that a definition has made. */
export function markedIn(sent: unknown, mark: (id: string) => string): unknown {
  if (typeof sent !== "object" || sent === null) return sent;
  if (madeBy.has(sent)) return { ...sent, id: mark(String(Reflect.get(sent, "id"))) };
  if (Array.isArray(sent)) return sent.map((inner: unknown) => markedIn(inner, mark));
  if (definedIn(sent).length === 0) return sent; // also what is more than a record
  return Object.fromEntries(Object.entries(sent).map(([name, inner]) => [name, markedIn(inner, mark)]));
}

/** The components in what is sent that a definition has made, at whatever depth. */
export function definedIn(sent: unknown): readonly DefinedComponent[] {
  if (typeof sent !== "object" || sent === null) return [];
  const definition = madeBy.get(sent);
  const inner = Object.values(sent).flatMap(definedIn);
  return definition === undefined ? inner : [{ id: String(Reflect.get(sent, "id")), definition }, ...inner];
}
