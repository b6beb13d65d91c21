import type { Confirmation, InteractionOutcome } from "../../generated/types.js";
import type { ConfirmOutcome } from "./machine.js";

/** The outcome of one attempt to confirm. */
export type ConfirmResult =
  | (Extract<ConfirmOutcome, { was: "accepted" }> & { readonly outcome?: InteractionOutcome })
  | (Extract<ConfirmOutcome, { was: "refused" }> & {
      readonly error: unknown;
      /** Set where repeating may help (no connection, a 429): the shortest wait before it. */
      readonly repeatAfterMs?: number;
    })
  | (Extract<ConfirmOutcome, { was: "already" | "ambiguous" }> & { readonly error: unknown });

/** The content of an answer or a follow-up. */
export interface Texts {
  readonly content: string;
  readonly private?: boolean;
  readonly components?: readonly unknown[];
}

/** How one interaction is confirmed: by the REST route, or by the body of the answer to a signed delivery. */
export interface ResponseChannel {
  readonly via: "rest" | "body";
  /** Whether a confirmation by this channel can be private. */
  readonly takesPrivate: boolean;
  /** Makes one attempt that takes at most `leftMs`. Synchronous for a body. Never rejects. */
  confirm(confirmation: Confirmation, leftMs: number): ConfirmResult | Promise<ConfirmResult>;
  /** Makes one attempt to send the answer after a defer, always by REST. */
  answer(texts: Texts, leftMs: number): Promise<InteractionOutcome | undefined>;
  /** Makes one attempt to send a follow-up, always by REST. */
  followUp(texts: Texts, leftMs: number): Promise<InteractionOutcome | undefined>;
}
