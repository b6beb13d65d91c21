import type { ConversationRecord } from "./conversation.js";
import { compileMatcher } from "./routing/matcher.js";
import { readBack } from "./waits.js";

/** Something else is kept in the place of a conversation: by another program, or not to its end. */
export class NoConversation extends TypeError {}

/** What a store gave under the key of a conversation. @throws NoConversation when it is none. */
export function readConversation(key: string, value: unknown): ConversationRecord {
  try {
    const record = value as ConversationRecord; // what it holds is looked at here
    const { interaction, heard, said, waits } = record;
    if (typeof interaction.id !== "string" || !Array.isArray(heard)) throw new TypeError("its beginning is missing");
    for (const { state, calls } of Object.values(said)) {
      if (typeof state.phase.at !== "string" || !Array.isArray(calls)) throw new TypeError("what was said is missing");
    }
    for (const { matcher, endsAtMs } of Object.values(waits)) {
      if (typeof endsAtMs !== "number") throw new TypeError("the end of a wait is missing");
      compileMatcher(readBack(matcher));
    }
    return record;
  } catch (cause) {
    throw new NoConversation(`What the store holds under "${key}" is no conversation; it is left there`, { cause });
  }
}

/** The keys that a store names. @throws TypeError when it names none. */
export function keysOf(found: unknown): readonly string[] {
  if (Array.isArray(found) && found.every((key) => typeof key === "string")) return found;
  throw new TypeError("keys() of the store of conversations gave no list of texts");
}
