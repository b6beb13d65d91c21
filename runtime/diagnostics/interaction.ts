import type { Confirmation, Interaction } from "../../generated/types.js";
import type { DiagnosticOf } from "./base.js";

/** How an event or interaction reached this process. */
export type InteractionSource = "gateway" | "mailbox" | "delivery";

/** Which interaction it is about. No text, no argument, no person. */
export interface InteractionRef {
  readonly interactionId: string;
  readonly interactionType: Interaction["type"];
  readonly source: InteractionSource;
  /** Name of the command, or id of the component or form. */
  readonly name?: string;
}

/** What each diagnostic of an interaction says besides its level, its message and which one it is about. */
export interface InteractionFacts {
  /** An interaction arrived. */
  received: { readonly remainingMs: number };
  /** Came too late to be confirmed: its handler was not run. `queuedMs`: how long it had waited in this process. */
  expired: { readonly queuedMs: number };
  /** Seen before, through a resumed stream or another way in: its handler was not run again. */
  duplicate: object;
  /** A conversation at another member of the fleet waited for it, and goes on there. */
  handed_on: object;
  /** The store of claims failed: the interaction was handled without knowing whether somebody else does. */
  claim_failed: { readonly error: unknown };
  /** No handler for it: the fallback ran, or it was declined. The message says which handlers there are, or who waited for it. */
  unrouted: object;
  /** `expiresInMs` was absent or no duration: the whole window was taken instead. */
  expiry_assumed: { readonly given: string };
  /** The service took a confirmation. `auto`: not by the handler's own doing. `attempts`: how often it was sent. */
  confirmed: {
    readonly confirmation: Confirmation["type"];
    readonly auto: boolean;
    readonly via: "rest" | "body";
    readonly tookMs: number;
    readonly attempts: number;
  };
  /** Somebody else had confirmed it: most likely a second instance with the same credential. */
  race_lost: { readonly confirmation: Confirmation["type"] };
  /** The handler ended without a confirmation. What it left running may still confirm. */
  unconfirmed: object;
  /** The App's own confirmation, just before the deadline, did not go through. */
  auto_failed: { readonly confirmation: Confirmation["type"]; readonly error: unknown };
  /** An autocomplete handler was not done within its second. */
  suggestions_late: object;
  /** The answer that a defer promised is still missing. `auto`: it was the App that deferred. */
  answer_due: { readonly leftMs: number; readonly auto: boolean };
  /** No attempt to send an answer got through. The person is told by a follow-up, which does not repeat the answer. */
  answer_lost: { readonly attempts: number; readonly error: unknown };
  /** A handler threw after a defer, or its answer was lost, and the person was told so. */
  failure_told: object;
  /** A handler threw, or its answer was lost, and the person could not be told. */
  failure_untold: { readonly error: unknown };
  /** A text that was meant for one person alone became a message that everybody can read. */
  private_published: { readonly messageId: string };
}

/** What becomes of interactions, as it happens. */
export type InteractionDiagnostic = DiagnosticOf<"interaction", InteractionFacts, InteractionRef>;
