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
  /** Arrived too late to be confirmed: its handler was not run. `queuedMs`: how long it had waited in this process. */
  expired: { readonly queuedMs: number };
  /** Seen before, through a resumed stream or another way in: its handler was not run again. */
  duplicate: object;
  /** A conversation of another member of the fleet waited for it and continues there. */
  handed_on: object;
  /** The store of claims failed: the interaction was handled without knowing whether another process handles it too. */
  claim_failed: { readonly error: unknown };
  /**
   * No handler for it: the fallback ran, or it was declined. The message lists the registered handlers, or the
   * conversations that waited for it.
   */
  unrouted: object;
  /** `expiresInMs` was absent or no duration: the whole window was taken instead. */
  expiry_assumed: { readonly given: string };
  /**
   * The service accepted a confirmation. `auto`: the App sent it, not the handler. `attempts`: how often it was sent.
   */
  confirmed: {
    readonly confirmation: Confirmation["type"];
    readonly auto: boolean;
    readonly via: "rest" | "body";
    readonly tookMs: number;
    readonly attempts: number;
  };
  /** Another client had confirmed it: most likely a second instance with the same credential. */
  race_lost: { readonly confirmation: Confirmation["type"] };
  /** The handler ended without a confirmation. Work that it left running may still confirm. */
  unconfirmed: object;
  /** The App's own confirmation, just before the deadline, failed. */
  auto_failed: { readonly confirmation: Confirmation["type"]; readonly error: unknown };
  /** An autocomplete handler was not done within its second. */
  suggestions_late: object;
  /** The answer that a defer promised is still missing. `auto`: it was the App that deferred. */
  answer_due: { readonly leftMs: number; readonly auto: boolean };
  /** No attempt to send an answer got through. A follow-up informs the user, without the text of the answer. */
  answer_lost: { readonly attempts: number; readonly error: unknown };
  /** A handler threw after a defer, or its answer was lost, and the user was informed. */
  failure_told: object;
  /** A handler threw, or its answer was lost, and the user could not be informed. */
  failure_untold: { readonly error: unknown };
  /** A private text became a message that every user in the channel can read. */
  private_published: { readonly messageId: string };
}

/** What becomes of interactions, as it happens. */
export type InteractionDiagnostic = DiagnosticOf<"interaction", InteractionFacts, InteractionRef>;
