import { isConfirmation } from "../../../generated/validators.js";

/**
 * What is wrong with a confirmation, in words for the App's developer; `undefined` when nothing is. The service answers
 * a body that it cannot read with silence: the interaction stays open and expires. So it is checked before it goes out.
 */
export function problemOf(confirmation: unknown, wireType: string): string | undefined {
  const type = typeOf(confirmation);
  if (type === undefined) return 'a confirmation is an object with a type, or "handled-by-rest"';
  const autocomplete = wireType === "autocomplete";
  if (autocomplete !== (type === "suggest")) {
    return autocomplete
      ? `an autocomplete is confirmed with "suggest", not with ${JSON.stringify(type)}`
      : '"suggest" confirms an autocomplete and nothing else';
  }
  if (isConfirmation(confirmation)) return undefined;
  return `${JSON.stringify(type)} with this content is no confirmation: see the type Confirmation, and mind that a reply is not empty`;
}

function typeOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("type" in value)) return undefined;
  return typeof value.type === "string" ? value.type : undefined;
}
