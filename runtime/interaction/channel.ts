import type { Confirmation, InteractionOutcome } from "../../generated/types.js";
import type { ConfirmOutcome } from "./machine.js";

/** How one attempt to confirm came out. */
export type ConfirmResult =
  | (Extract<ConfirmOutcome, { was: "accepted" }> & { readonly outcome?: InteractionOutcome })
  | (Extract<ConfirmOutcome, { was: "refused" }> & {
      readonly error: unknown;
      /** Set where repeating may help: there was no connection, or too many calls. How long to wait at least. */
      readonly repeatAfterMs?: number;
    })
  | (Extract<ConfirmOutcome, { was: "already" | "ambiguous" }> & { readonly error: unknown });

/** What an answer or a follow-up says. */
export interface Texts {
  readonly content: string;
  readonly private?: boolean;
  readonly components?: readonly unknown[];
}

/** Where what is said about one interaction goes: the confirm route, or the body of the answer to a signed delivery. */
export interface ResponseChannel {
  readonly via: "rest" | "body";
  /** True when a confirmation here can carry `private`. */
  readonly takesPrivate: boolean;
  /** One attempt. Never rejects. `leftMs`: how long it may take. At once where nothing has to be waited for. */
  confirm(confirmation: Confirmation, leftMs: number): ConfirmResult | Promise<ConfirmResult>;
  /** The text that a defer promised; by REST, whichever way was confirmed. */
  answer(texts: Texts, leftMs: number): Promise<InteractionOutcome | undefined>;
  /** A further text, by REST. */
  followUp(texts: Texts): Promise<InteractionOutcome | undefined>;
}
