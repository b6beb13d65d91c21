import type { Interaction } from "../../generated/types.js";
import type { InteractionFacts, InteractionRef, InteractionSource } from "../diagnostics/interaction.js";
import { reporterOf, type DiagnosticSink, type DiagnosticTexts, type Reporter } from "../diagnostics/reporter.js";

const texts: DiagnosticTexts<InteractionFacts> = {
  received: ["debug", "An interaction arrived"],
  expired: ["info", "An interaction arrived too late to be confirmed"],
  duplicate: ["debug", "A duplicate interaction was ignored"],
  handed_on: ["debug", "An interaction was forwarded to the fleet member whose conversation it answers"],
  claim_failed: ["warn", "The dedupe store failed: another process may handle the same interaction"],
  unrouted: ["warn", "No handler for an interaction"],
  expiry_assumed: ["warn", "An interaction has no valid expiresInMs: the whole window of its type is assumed"],
  confirmed: ["debug", "An interaction is confirmed"],
  race_lost: [
    "warn",
    "Another process had confirmed an interaction: most likely a second instance runs with the same credential. This " +
      "one sends nothing more about it",
  ],
  unconfirmed: ["warn", "A handler ended without confirming"],
  auto_failed: ["warn", "The automatic confirmation failed"],
  suggestions_late: ["warn", "An autocomplete handler missed its deadline: the App answered with an empty list"],
  answer_due: ["warn", "The answer after defer() is still missing"],
  answer_lost: ["error", "An answer did not get through: the person was sent the failureText instead"],
  failure_told: ["debug", "A handler failed after a defer; the user was informed"],
  failure_untold: ["warn", "The user could not be informed after a handler failed"],
  private_published: [
    "error",
    "A private text was published: the service made a message of it, which everybody in the channel can read. If it " +
      'was a first reply, leave the assumption privateReply at "rerouted"',
  ],
};

/** Identifies an interaction in diagnostics. `name`: the name of its command, or the id of its component or form. */
export function refOf({ id, type }: Interaction, source: InteractionSource, name?: string): InteractionRef {
  if (name === undefined) return { interactionId: id, interactionType: type, source };
  return { interactionId: id, interactionType: type, source, name };
}

/** The reporter of one interaction. */
export function interactionReporter(sink: DiagnosticSink<never>, ref: InteractionRef): Reporter<InteractionFacts> {
  return reporterOf("interaction", texts, { sink, common: ref });
}
