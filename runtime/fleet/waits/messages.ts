import { fieldsOf } from "../engine/adapter.js";
import { ANSWERS, type Reply } from "./standings.js";

/** An interaction that one member offers another. */
export interface OfferMessage {
  /** Names the offer at the member that makes it. */
  readonly id: string;
  /** The member that makes it. */
  readonly from: string;
  /** The interaction. */
  readonly what: unknown;
  /** Whether the receiver is to take it; otherwise it only says whether it could. */
  readonly isGiven: boolean;
  /** Latest time, on the engine's clock, for the reply to leave and for the interaction to be confirmed. */
  readonly takeByMs: number;
  readonly deadlineMs: number;
}

export type WaitMessage =
  ({ readonly type: "offer" } & OfferMessage) | { readonly type: "reply"; readonly id: string; readonly reply: Reply };

/** Reads what {@link writeOffer} or {@link writeReply} wrote; undefined when it is neither. */
export function readMessage(text: string): WaitMessage | undefined {
  const { offer, answer, is, sinceMs, from, what, isGiven, takeByMs, deadlineMs } = fieldsOf(text);
  if (typeof answer === "string") {
    const reply = typeof sinceMs === "number" ? sinceMs : ANSWERS.find((one) => one === is);
    return { type: "reply", id: answer, reply };
  }
  if (typeof offer !== "string" || typeof from !== "string") return undefined;
  if (typeof takeByMs !== "number" || typeof deadlineMs !== "number") return undefined;
  return { type: "offer", id: offer, from, what, isGiven: isGiven === true, takeByMs, deadlineMs };
}

export const writeOffer = ({ id, ...fields }: OfferMessage): string => JSON.stringify({ ...fields, offer: id });

export const writeReply = (id: string, reply: Reply): string =>
  JSON.stringify({ answer: id, ...(typeof reply === "number" ? { sinceMs: reply } : { is: reply }) });
