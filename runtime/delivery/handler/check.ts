import type { Confirmation, InteractionLike } from "./confirmation.js";

/**
 * What is wrong with a confirmation, in words for the App's developer; `undefined` when nothing is. The service answers
 * a body that it cannot read with silence: the interaction stays open and expires. So it is checked before it goes out.
 */
export function problemOf(confirmation: unknown, interaction: InteractionLike): string | undefined {
  const type = typeOf(confirmation);
  if (type === undefined) return 'a confirmation is an object with a type, or "handled-by-rest"';
  if (!types.has(type)) return `${JSON.stringify(type)} is no kind of confirmation`;
  const autocomplete = interaction.type === "autocomplete";
  if (autocomplete !== (type === "suggest")) {
    return autocomplete
      ? `an autocomplete is confirmed with "suggest", not with ${JSON.stringify(type)}`
      : '"suggest" confirms an autocomplete and nothing else';
  }
  return shapeProblem(confirmation as Confirmation); // its type is one of the known
}

const types: ReadonlySet<string> = new Set<Confirmation["type"]>(["reply", "defer", "decline", "modal", "suggest"]);

function shapeProblem(confirmation: Confirmation): string | undefined {
  if (confirmation.type === "reply" && (typeof confirmation.content !== "string" || confirmation.content === "")) {
    return '"reply" needs a content that is a text and not empty';
  }
  if (confirmation.type === "suggest" && !Array.isArray(confirmation.choices))
    return '"suggest" needs a list of choices';
  return undefined;
}

function typeOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("type" in value)) return undefined;
  return typeof value.type === "string" ? value.type : undefined;
}
