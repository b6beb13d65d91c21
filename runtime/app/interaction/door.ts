import type { Confirmation, InteractionOutcome } from "../../../generated/types.js";
import type { ConfirmOutcome } from "./machine.js";

/** How a confirmation came out at its door. */
export type DoorResult =
  | (Extract<ConfirmOutcome, { was: "accepted" }> & { readonly outcome?: InteractionOutcome })
  | (Exclude<ConfirmOutcome, { was: "accepted" }> & { readonly error: unknown });

/** Where the one confirmation of an interaction goes: the confirm route, or the answer to the signed delivery. */
export interface Door {
  readonly via: "rest" | "body";
  /** True when a confirmation here can carry `private`. */
  readonly takesPrivate: boolean;
  /** Never rejects. `leftMs`: how long it may take in all. `auto`: not the handler's own doing. */
  confirm(confirmation: Confirmation, leftMs: number, auto: boolean): Promise<DoorResult>;
}

export interface Texts {
  readonly content: string;
  readonly private?: boolean;
  readonly components?: readonly unknown[];
}

/** What follows a confirmation; always by REST. */
export interface AfterDoor {
  answer(texts: Texts, leftMs: number): Promise<InteractionOutcome>;
  followUp(texts: Texts): Promise<InteractionOutcome>;
}
