import type { Fault } from "../faults/shapes.js";
import type { Json } from "./records.js";

/**
 * Records of what is open, waiting or only shown: streams, mailboxes, deliveries, faults. But for the feeds a restart of
 * the service loses them.
 */

/** One event as an App's feed keeps it. */
export interface FeedEntry {
  /** Position in the feed of this App, from 1. */
  readonly sequence: number;
  readonly atMs: number;
  readonly family: string;
  readonly type: string;
  readonly json: string;
  /** Where it happened. Missing from an event that a fault made up. */
  readonly channelId?: string;
  /** Set for interactions, whose remaining time is written anew at every sending. */
  readonly interactionId?: string;
}

/** The events of one App, whose id it has, as far back as a stream may resume. */
export interface FeedRecord {
  readonly id: string;
  /** Sequence of the newest event. */
  readonly sequence: number;
  /** Entries that may still be resumed from, and some older ones not yet thrown away; appended to in place. */
  readonly entries: FeedEntry[];
  /** Since when the App has no stream. */
  readonly offlineSinceMs?: number | undefined;
  /** Sets of families that streams of the App have asked for. */
  readonly intents?: readonly string[];
}

export interface Subscriber {
  readonly appId: string;
  readonly credentialId: string;
  readonly families: readonly string[];
}

export interface ConnectionRecord extends Subscriber {
  readonly id: string;
  /** Nothing is written any more, though the line stays open. */
  readonly muted: boolean;
  /** The service has forgotten it: it holds no slot and gets no event, though the line stays open. */
  readonly halfOpen: boolean;
  /** The id of the last whole frame that had one: what a reader knows that read everything. */
  readonly lastId?: string | undefined;
  /** The chain of streams that it counts in, where ids count the events of a stream. */
  readonly chain?: string;
}

/** Where a mailbox stands. Only an open one holds a slot and can be read. */
export type MailboxState = "open" | "expired" | "lost" | "closed";

/** Events waiting to be fetched. Those that are gone stay for a while, so that their owner can be told. */
export interface MailboxRecord extends Subscriber {
  readonly id: string;
  readonly state: MailboxState;
  /** Appended to in place. */
  readonly entries: FeedEntry[];
  readonly sinceLastRead: number;
  readonly lastReadMs: number;
  /** Sequence up to which a cursor has accepted, and the newest one held. */
  readonly accepted: number;
  readonly newest: number;
  /** Times of the reads of the last minute. */
  readonly readsMs: readonly number[];
}

/** What the ids of one stream, and of the streams that resumed it, count. */
export interface ChainRecord {
  readonly id: string;
  readonly appId: string;
  /** Feed sequences carried, oldest first; the last one has the number `count`. */
  readonly carried: readonly number[];
  readonly count: number;
  /** Where the feed stood when the chain began. */
  readonly start: number;
}

export interface DeliveryRecord {
  readonly id: string;
  readonly appId: string;
  /** Where it was sent. */
  readonly url: string;
  /** Absent for a probe. */
  readonly interactionId?: string;
  /** What a probe must give back, and from which state the endpoint is proven. */
  readonly probe?: { readonly challenge: string; readonly from: "probing" | "suspended" };
  /** Headers and body, to be sent once more when it is answered. */
  readonly again?: { readonly headers: Readonly<Record<string, string>>; readonly body: string };
  /** It is that second sending: its answer counts for nothing. */
  readonly replay?: true;
}

/** Something shown to one person only. */
export interface Notice {
  readonly kind: "private" | "declined" | "form" | "choices";
  readonly personId: string;
  readonly appId: string;
  readonly interactionId: string;
  /** The text, of a private answer. */
  readonly content?: string;
  readonly components?: readonly Json[];
  readonly form?: Json;
  /** The suggestions, while typing. */
  readonly choices?: readonly Json[];
}

/** What one person, whose id it has, sees and nobody else ever does, oldest first. */
export interface SightRecord {
  readonly id: string;
  readonly notices: readonly Notice[];
}

/** Calls of one App, whose id it has, in the running second. */
export interface RateRecord {
  readonly id: string;
  readonly second: number;
  readonly calls: number;
}

/** A fault that was ordered; `over` once it is used up or called off. */
export interface FaultRecord {
  readonly id: string;
  readonly fault: Fault;
  readonly struck: number;
  readonly over: boolean;
}
