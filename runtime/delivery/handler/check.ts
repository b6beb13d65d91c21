import type { Confirmation, InteractionLike } from "./confirmation.js";

/**
 * What is wrong with a confirmation, in words for the App's developer; `undefined` when nothing is. The service answers
 * a body that it cannot read with silence: the interaction stays open and expires. So it is checked before it goes out.
 */
export function problemOf(confirmation: Confirmation, interaction: InteractionLike): string | undefined {
  const autocomplete = interaction.type === "autocomplete";
  if (autocomplete !== (confirmation.type === "suggest")) {
    return autocomplete
      ? `an autocomplete is confirmed with "suggest", not with ${JSON.stringify(confirmation.type)}`
      : '"suggest" confirms an autocomplete and nothing else';
  }
  if (confirmation.type === "reply" && confirmation.content === "") return '"reply" needs a content that is not empty';
  return undefined;
}
