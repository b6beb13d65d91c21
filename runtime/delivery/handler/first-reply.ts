import type { Assumptions, ReplyConfirmation } from "../../../generated/types.js";

/** How what only the later answers are documented to carry is treated where a first reply has it. */
export type FirstReplyPolicy = Pick<Assumptions, "privateReply" | "replyComponents">;

type Reading = FirstReplyPolicy[keyof FirstReplyPolicy];

/** Goes as written; goes by the answer route, after a defer; or is an error of the caller, and by which assumption. */
export type FirstReply =
  | { readonly is: Exclude<Reading, "refused"> }
  | { readonly is: "refused"; readonly what: string; readonly assumption: keyof FirstReplyPolicy };

/** What a first reply may have beyond its text, in words, and the assumption about it. */
const BEYOND_TEXT = [
  { field: "private", what: "be private", assumption: "privateReply" },
  { field: "components", what: "carry components", assumption: "replyComponents" },
] as const satisfies readonly { field: keyof ReplyConfirmation; what: string; assumption: keyof FirstReplyPolicy }[];

/** What becomes of a first reply. Called for each of them: nothing is made where the text is all there is. */
export function firstReply(reply: Partial<ReplyConfirmation>, policy: FirstReplyPolicy): FirstReply {
  let outcome: FirstReply = sent;
  for (const { field, what, assumption } of BEYOND_TEXT) {
    const reading = policy[assumption];
    if (reading === "sent" || !asksForSomething(reply[field])) continue;
    if (reading === "refused") return { is: reading, what, assumption };
    outcome = rerouted;
  }
  return outcome;
}

const sent: FirstReply = { is: "sent" };
const rerouted: FirstReply = { is: "rerouted" };

/** `private: false` and an empty list say what saying nothing says. */
function asksForSomething(value: boolean | readonly unknown[] | undefined): boolean {
  return typeof value === "object" ? value.length > 0 : value === true;
}
