import type { TransportName } from "../diagnostics/events.js";
import { isRecord } from "../base/values.js";
import { tryParse } from "../http/answer.js";
import { hash } from "./engine/adapter.js";
import { laneOf, orderKeyOf, type StreamEvent } from "../events/index.js";

/** An event on its way through the log. */
export interface Envelope {
  readonly event: StreamEvent;
  readonly identity: string;
  /** Milliseconds between its arrival at the member that reads the stream and its way into the log. */
  readonly heldMs: number;
  readonly source: TransportName;
  /** Whether it was read by history after a gap. */
  readonly backfilled: boolean;
}

/** Version of what is written into the log. A member leaves newer ones to newer members. */
export const ENVELOPE_VERSION = 1;

export type Decoded =
  | { readonly type: "event"; readonly envelope: Envelope }
  | { readonly type: "newer"; readonly version: number }
  | { readonly type: "unreadable"; readonly why: string };

/** The text of an entry. @throws RangeError when the event is nested too deep to be written out */
export function encodeEnvelope({ event, identity, heldMs, source, backfilled }: Envelope): string {
  const mark = backfilled ? { b: true } : {};
  return JSON.stringify({ v: ENVELOPE_VERSION, i: identity, h: Math.round(heldMs), s: source, ...mark, e: event });
}

/** What an entry says; never throws. */
export function decodeEnvelope(text: string): Decoded {
  const value = tryParse(text);
  if (value === undefined) return { type: "unreadable", why: "it is not JSON" };
  if (!isRecord(value) || typeof value["v"] !== "number") return { type: "unreadable", why: "it has no version" };
  if (value["v"] > ENVELOPE_VERSION) return { type: "newer", version: value["v"] };
  if (!("i" in value && "h" in value && "e" in value)) return { type: "unreadable", why: "a field is missing" };
  const { i: identity, h: heldMs, e: event } = value;
  if (typeof identity !== "string" || typeof heldMs !== "number" || typeof event !== "object" || event === null) {
    return { type: "unreadable", why: "a field is of another type" };
  }
  const source = value["s"] === "mailbox" ? "mailbox" : "gateway";
  const backfilled = value["b"] === true;
  // Written by encodeEnvelope of a member with the same version, from an event that its stream had decoded.
  return { type: "event", envelope: { identity, heldMs, source, backfilled, event: event as StreamEvent } };
}

/** Where an event goes: `interactions`, or the partition of its channel, else of itself. */
export function placeOf(event: StreamEvent, identity: string, partitions: number): number | "interactions" {
  if (laneOf(event) === "interactions") return "interactions";
  return hash(orderKeyOf(event) ?? identity) % partitions;
}
