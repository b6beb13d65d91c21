import type { BuiltComponent, ComponentTarget } from "../../runtime/app/definitions/components.js";
import { compileMatcher, type IdMatcher, labelOf } from "../../runtime/app/definitions/matcher.js";
import { fillId } from "../../runtime/app/definitions/ids.js";
import { unmarked } from "../../runtime/app/definitions/marks.js";
import { ArgumentError } from "../../runtime/base/errors.js";
import { textsIn } from "../../sandbox/people/trigger.js";

/**
 * Which component is meant: its id, the label on it, a template of ids with its parameters, its definition where only one
 * of it is there, or what `of()` of the definition made.
 */
export type ComponentName =
  | string
  | { readonly id: string; readonly params: Readonly<Record<string, string>> }
  | ComponentTarget
  | BuiltComponent;

/**
 * The id of the component that is meant. What is no id of a component there, and the label of exactly one, is that one's.
 */
export function componentIdOf(holders: readonly Holder[], name: ComponentName): string {
  if (typeof name !== "string") return idOf(holders, name);
  const all = holders.flatMap(({ components }) => objectsIn(unmarkedIn(components)));
  if (all.some((component) => Reflect.get(component, "id") === name)) return name;
  const labelled = all.filter((component) => Reflect.get(component, "label") === name);
  const ids = new Set(labelled.map((component): unknown => Reflect.get(component, "id")));
  const [id] = ids;
  return ids.size === 1 && typeof id === "string" ? id : name;
}

function idOf(holders: readonly Holder[], name: Exclude<ComponentName, string>): string {
  if ("component" in name) return onlyOf(holders, (name as ComponentTarget).component);
  const { id, params } = name as { readonly id: string; readonly params?: never }; // what was made has none
  return params === undefined ? id : fillId<string>(id, params); // of any template: read at run time
}

/** @throws ArgumentError when none or several of those that are there have an id that the definition reads. */
function onlyOf(holders: readonly Holder[], matcher: IdMatcher): string {
  const { read } = compileMatcher(matcher);
  const texts = holders.flatMap(({ components }) => textsIn(unmarkedIn(components)));
  const ids = [...new Set(texts.flatMap(({ key, text }) => (key === "id" ? [text] : [])))];
  const found = ids.filter((id) => read(id) !== undefined);
  const [id] = found;
  if (id !== undefined && found.length === 1) return id;
  const which = (found.length === 0 ? ids : found).map((one) => `"${one}"`).join(", ");
  const there = found.length === 0 ? `of ${which === "" ? "none" : which} that are there` : `, but of ${which}`;
  const why = found.length === 0 ? `reads no id ${there}` : `is not the definition of one component${there}`;
  throw new ArgumentError(`press(): ${labelOf(matcher)} ${why}. Pass what its of() made to say which`);
}

/** What an App sent, as it wrote it: without the marks of conversations. */
export function unmarkedIn(sent: unknown): unknown {
  if (typeof sent !== "object" || sent === null) return sent;
  if (Array.isArray(sent)) return sent.map(unmarkedIn);
  const plain = Object.entries(sent).map(([name, inner]: [string, unknown]) => [name, unmarkedIn(inner)] as const);
  const { id, ...rest } = Object.fromEntries(plain);
  return typeof id === "string" ? { ...rest, id: unmarked(id).id } : Object.fromEntries(plain);
}

/** Every object in a value, itself included. */
function objectsIn(value: unknown): readonly object[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}

/** What may hold components: a message, or a text that only one person sees. */
interface Holder {
  readonly components?: readonly unknown[];
}

/**
 * The one of `holders` that has the component, and its id with the mark of its conversation. Where its id stands in it is for the App to say, because the platform
 * does not: a component has it when it holds that text anywhere.
 *
 * @throws ArgumentError when none has it, naming the ids that are there.
 */
export function holderOf<H extends Holder>(
  holders: readonly H[],
  componentId: string,
): { readonly holder: H; readonly id: string } {
  for (const holder of holders) {
    const [one] = textsIn(holder.components).filter(
      ({ text }) => text === componentId || unmarked(text).id === componentId,
    );
    if (one !== undefined) return { holder, id: one.text };
  }
  const texts = holders.flatMap(({ components }) => textsIn(unmarkedIn(components)));
  const ids = texts.filter(({ key }) => key === "id");
  const there = [...new Set((ids.length > 0 ? ids : texts).map(({ text }) => `"${text}"`))];
  const what = there.length === 0 ? "there are no components" : `there are ${there.join(", ")}`;
  throw new ArgumentError(`There is no component "${componentId}" to press; ${what}`);
}
