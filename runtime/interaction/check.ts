import { isConfirmation } from "../../generated/validators.js";
import type { Assumptions, ReplyConfirmation } from "../../generated/types.js";

/**
 * Says what is wrong with a confirmation, for the App's developer; `undefined` when it is valid. The service reports no
 * error for a body that it cannot read: the interaction stays open and expires. So it is checked before it is sent.
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
  if (changesAsJson(confirmation)) return "JSON changes it: it has a toJSON(), or a number that is not finite";
  if (isConfirmation(confirmation)) return undefined;
  return `${JSON.stringify(type)} with this content is not a Confirmation: see that type; a reply must not be empty`;
}

/** Whether JSON makes something else of a confirmation: of itself, its form, its lists or an item in them. */
function changesAsJson(part: unknown): boolean {
  if (typeof part !== "object" || part === null) return typeof part === "number" && !Number.isFinite(part);
  const { modal, fields, choices, value }: { [Name in "modal" | "fields" | "choices" | "value"]?: unknown } = part;
  const parts = [modal, fields, choices, value, ...(Array.isArray(part) ? (part as unknown[]) : [])];
  return "toJSON" in part || parts.some(changesAsJson);
}

function typeOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !("type" in value)) return undefined;
  return typeof value.type === "string" ? value.type : undefined;
}

/** Policies for fields of a first reply that are documented for later answers only. */
export type FirstReplyPolicy = Pick<Assumptions, "privateReply" | "replyComponents">;

type Policy = FirstReplyPolicy[keyof FirstReplyPolicy];

/** Sent as it is, sent by the answer route after a defer, or refused under the named assumption. */
export type FirstReply =
  | { readonly is: Exclude<Policy, "refused"> }
  | { readonly is: "refused"; readonly what: string; readonly assumption: keyof FirstReplyPolicy };

/** The fields of a first reply beyond its text, in words, and the assumption about each. */
const BEYOND_TEXT = [
  { field: "private", what: "be private", assumption: "privateReply" },
  { field: "components", what: "carry components", assumption: "replyComponents" },
] as const satisfies readonly { field: keyof ReplyConfirmation; what: string; assumption: keyof FirstReplyPolicy }[];

/** Decides what becomes of a first reply. Called for every reply: a plain text allocates nothing. */
export function firstReply(reply: Partial<ReplyConfirmation>, policy: FirstReplyPolicy): FirstReply {
  let outcome: FirstReply = sent;
  for (const { field, what, assumption } of BEYOND_TEXT) {
    const decided = policy[assumption];
    if (decided === "sent" || !isSet(reply[field])) continue;
    if (decided === "refused") return { is: decided, what, assumption };
    outcome = rerouted;
  }
  return outcome;
}

const sent: FirstReply = { is: "sent" };
const rerouted: FirstReply = { is: "rerouted" };

/** `private: false` and an empty list mean the same as an absent field. */
function isSet(value: boolean | readonly unknown[] | undefined): boolean {
  return typeof value === "object" ? value.length > 0 : value === true;
}
