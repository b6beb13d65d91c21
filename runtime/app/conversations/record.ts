import type { Interaction, MessageId } from "../../../generated/types.js";
import type { InteractionState } from "../../interaction/machine.js";
import type { Answered } from "../../interaction/session.js";
import { compileMatcher, type IdMatcher } from "../definitions/matcher.js";
import type { StoredError } from "./stored-errors.js";

/** A matcher of ids as data. */
export type StoredMatcher =
  string | { readonly prefix: string } | { readonly expression: string; readonly flags: string };

/** A pending wait as data. */
export interface StoredWait {
  readonly type: "component" | "form";
  readonly matcher: StoredMatcher;
  /** The one id that is accepted, of a form that `ask()` opened. */
  readonly exactId?: string | undefined;
  /** The interaction that is confirmed by opening that form. */
  readonly openedFrom?: string | undefined;
  readonly channelId: string;
  /** Absent: anyone. */
  readonly userId?: string | undefined;
  /** Milliseconds since the epoch; absent in records of an earlier build. */
  readonly beganAtMs?: number;
  /** Milliseconds since the epoch; null: never, which JSON makes of `Infinity`. */
  readonly endsAtMs: number | null;
}

/** Milliseconds until a wait times out. */
export const leftMsOf = ({ endsAtMs }: Pick<StoredWait, "endsAtMs">, nowMs: number): number =>
  (endsAtMs ?? Infinity) - nowMs;

/** How a wait ended; null while it is pending. */
export type WaitOutcome = { readonly interaction: Interaction } | { readonly failed: "timeout" | "unopened" } | null;

/** The calls made on one interaction, in their order, and where it stands. */
export interface StoredCalls {
  /** Null: without a result yet. */
  readonly calls: readonly (Answered | { readonly failed: StoredError } | null)[];
  readonly state: InteractionState;
  readonly messageId?: MessageId | undefined;
}

/** A conversation as it is stored, under the id of the interaction that began it. */
export interface ConversationRecord {
  /** How often it was taken up after a restart; absent in records of an earlier build. Of two writers the later run stays. */
  readonly run?: number;
  /** Names the writer; absent in records of an earlier build. */
  readonly writer?: string;
  /** The one that began it. */
  readonly interaction: Interaction;
  /** Outcomes by the number of the wait. */
  readonly heard: readonly WaitOutcome[];
  /** Calls by the id of the interaction. */
  readonly said: Readonly<Record<string, StoredCalls>>;
  /** Pending waits by their number. */
  readonly waits: Readonly<Record<string, StoredWait>>;
}

/** Reads a conversation from the store. @throws TypeError when the record is not a conversation */
export function readRecord(value: unknown): ConversationRecord {
  const record = value as ConversationRecord; // checked below
  const { interaction, heard, said, waits, run = 0 } = record;
  if (typeof interaction.id !== "string" || !Array.isArray(heard)) throw new TypeError("its beginning is missing");
  if (typeof run !== "number") throw new TypeError("its run is not a number");
  for (const { state, calls } of Object.values(said)) {
    if (typeof state.phase.at !== "string" || !Array.isArray(calls)) throw new TypeError("what was said is missing");
  }
  for (const { matcher, endsAtMs } of Object.values(waits)) {
    if (endsAtMs !== null && typeof endsAtMs !== "number") throw new TypeError("the end of a wait is missing");
    compileMatcher(restoredMatcher(matcher));
  }
  return record;
}

export function storedMatcher(matcher: IdMatcher): StoredMatcher {
  return matcher instanceof RegExp ? { expression: matcher.source, flags: matcher.flags } : matcher;
}

export function restoredMatcher(matcher: StoredMatcher): IdMatcher {
  const isExpression = typeof matcher === "object" && "expression" in matcher;
  return isExpression ? new RegExp(matcher.expression, matcher.flags) : matcher;
}
