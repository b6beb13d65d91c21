import { textsIn } from "../../sandbox/people/components.js";

/** What may hold components: a message, or a text that only one person sees. */
interface Holder {
  readonly components?: readonly unknown[];
}

/**
 * The one of `holders` that has the component. Where its id stands in it is for the App to say, because the platform
 * does not: a component has it when it holds that text anywhere.
 *
 * @throws TypeError when none has it, naming the ids that are there.
 */
export function holderOf<H extends Holder>(holders: readonly H[], componentId: string): H {
  const found = holders.find(({ components }) => textsIn(components).some(({ text }) => text === componentId));
  if (found !== undefined) return found;
  const texts = holders.flatMap(({ components }) => textsIn(components));
  const ids = texts.filter(({ key }) => key === "id");
  const there = [...new Set((ids.length > 0 ? ids : texts).map(({ text }) => `"${text}"`))];
  const what = there.length === 0 ? "there are no components" : `there are ${there.join(", ")}`;
  throw new TypeError(`There is no component "${componentId}" to press; ${what}.`);
}
