import type { Interaction, MessageId } from "../../../generated/types.js";
import type { InteractionState } from "../../interaction/machine.js";
import type { Answered } from "../../interaction/session.js";
import { compileMatcher } from "../routing/matcher.js";
import type { StoredError } from "./stored-errors.js";
import { restoredMatcher } from "./waits.js";

/** Keys of conversations in a store begin so; the id of the interaction that began one follows. */
export const KEY_PREFIX = "conversation:";

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

/** A conversation as it is stored. */
export interface ConversationRecord {
  /** The one that began it. */
  readonly interaction: Interaction;
  /** Outcomes by the number of the wait. */
  readonly heard: readonly WaitOutcome[];
  /** Calls by the id of the interaction. */
  readonly said: Readonly<Record<string, StoredCalls>>;
  /** Pending waits by their number. */
  readonly waits: Readonly<Record<string, StoredWait>>;
}

/** What is stored under the key of a conversation is not one: another program wrote it, or it is cut off. */
export class InvalidRecord extends TypeError {}

/** @throws InvalidRecord when a value from the store is no conversation */
export function readRecord(key: string, value: unknown): ConversationRecord {
  try {
    const record = value as ConversationRecord; // checked below
    const { interaction, heard, said, waits } = record;
    if (typeof interaction.id !== "string" || !Array.isArray(heard)) throw new TypeError("its beginning is missing");
    for (const { state, calls } of Object.values(said)) {
      if (typeof state.phase.at !== "string" || !Array.isArray(calls)) throw new TypeError("what was said is missing");
    }
    for (const { matcher, endsAtMs } of Object.values(waits)) {
      if (endsAtMs !== null && typeof endsAtMs !== "number") throw new TypeError("the end of a wait is missing");
      compileMatcher(restoredMatcher(matcher));
    }
    return record;
  } catch (cause) {
    throw new InvalidRecord(`What the store holds under "${key}" is no conversation; it is left there`, { cause });
  }
}

/** Keys as a store lists them. @throws TypeError when it gave something else */
export function readKeys(listed: unknown): readonly string[] {
  if (Array.isArray(listed) && listed.every((key) => typeof key === "string")) return listed;
  throw new TypeError("keys() of the store of conversations gave no list of texts");
}
