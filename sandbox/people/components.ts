import { SandboxRefusal } from "../refusal.js";
import type { SeenText } from "./interaction.js";

/**
 * Refuses a component that `shown` does not have, naming those that it has. The shape of components is not documented:
 * one is there when its id stands anywhere in them, and where nothing in them is named `id` nothing can be told.
 */
export function requireComponent(shown: readonly Pick<SeenText, "components">[], componentId: string): void {
  const texts = shown.flatMap(({ components }) => textsIn(components ?? []));
  if (texts.some(({ text }) => text === componentId)) return;
  const ids = [...new Set(texts.filter(({ key }) => key === "id").map(({ text }) => `"${text}"`))];
  if (ids.length === 0 && texts.length > 0) return;
  const there = ids.length === 0 ? "there are no components" : `there are ${ids.join(", ")}`;
  throw new SandboxRefusal(404, "SANDBOX_NOT_FOUND", `There is no component "${componentId}" to press; ${there}.`);
}

/** All texts in what an App wrote, however deep, each under the name it has there. */
export function textsIn(value: unknown, key = ""): readonly { readonly key: string; readonly text: string }[] {
  if (typeof value === "string") return [{ key, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, name));
}
