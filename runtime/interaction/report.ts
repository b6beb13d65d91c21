import type { Interaction } from "../../generated/types.js";
import type { InteractionFacts, InteractionRef, InteractionSource } from "../diagnostics/interaction.js";
import { reporterOf, type DiagnosticSink, type DiagnosticTexts, type Reporter } from "../diagnostics/reporter.js";

const texts: DiagnosticTexts<InteractionFacts> = {
  received: ["debug", "An interaction came in"],
  expired: ["info", "An interaction came too late to be confirmed"],
  duplicate: ["debug", "An interaction came again and was left alone"],
  handed_on: ["debug", "An interaction answers a conversation at another member of the fleet and goes on there"],
  claim_failed: ["warn", "The store of claims failed: an interaction is handled that somebody else may handle, too"],
  unrouted: ["warn", "No handler for an interaction"],
  expiry_assumed: ["warn", "An interaction says no duration in expiresInMs: the whole window of its type is taken"],
  confirmed: ["debug", "An interaction is confirmed"],
  race_lost: [
    "warn",
    "Somebody else had confirmed an interaction: most likely a second instance runs with the same credential. What " +
      "this one has to say about it is not sent",
  ],
  unconfirmed: ["warn", "A handler ended without confirming"],
  auto_failed: ["warn", "The automatic confirmation did not go through"],
  suggestions_late: [
    "warn",
    "An autocomplete handler was not done within its second: the App answered with an empty list",
  ],
  answer_due: ["warn", "The answer after defer() is still missing"],
  failure_told: ["debug", "A handler failed after a defer, and the person was told so"],
  failure_untold: ["warn", "Could not tell the person after a handler failed"],
  private_published: [
    "error",
    "A private text was published: the service named a message for it, which everybody in the channel can read. If it " +
      'was a first reply, leave the assumption privateReply at "rerouted"',
  ],
};

/** What names an interaction in diagnostics; `name` is that of its command, or its id as a component or form. */
export function refOf({ id, type }: Interaction, source: InteractionSource, name?: string): InteractionRef {
  if (name === undefined) return { interactionId: id, interactionType: type, source };
  return { interactionId: id, interactionType: type, source, name };
}

/** Reports what becomes of one interaction. */
export function interactionReporter(sink: DiagnosticSink<never>, ref: InteractionRef): Reporter<InteractionFacts> {
  return reporterOf("interaction", texts, { sink, common: ref });
}
