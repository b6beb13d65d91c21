import type { Confirmation } from "../../generated/types.js";

/** A confirmation of an interaction without its handler. */
type AutomaticConfirmation = Extract<Confirmation, { readonly type: "decline" | "defer" | "suggest" }>;

/** What confirms an interaction in its handler's stead; `neutral`: nothing does, and it expires. */
export type AutomaticAnswer = "decline" | "defer" | "neutral";

/**
 * The confirmation of an interaction whose handler is late, failed or is missing; undefined where it expires.
 * Autocomplete can only be given an empty list, which some platforms refuse.
 *
 * @param type on the wire
 */
export function automaticConfirmation(
  type: string,
  answer: AutomaticAnswer,
  sendsEmptySuggestions: boolean,
): AutomaticConfirmation | undefined {
  if (answer === "neutral") return undefined;
  if (type !== "autocomplete") return { type: answer };
  return sendsEmptySuggestions ? { type: "suggest", choices: [] } : undefined;
}
