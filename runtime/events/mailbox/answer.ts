import { ProtocolError } from "../../http/errors/index.js";

/** A mailbox's answer, as far as reading it depends on it. What its events are is decided one by one. */
export interface BoxAnswer {
  readonly events: readonly unknown[];
  /** Opaque; a number on the wire is kept as the text that goes back in the query. */
  readonly next: string;
}

/** @throws ProtocolError when an answer has no list of events or no position. */
export function readBoxAnswer(value: unknown, operation: string): BoxAnswer {
  const { events, next } = fieldsOf(value);
  // A number that is no longer exact names another position than the service meant.
  if (Array.isArray(events) && (typeof next === "string" || Number.isSafeInteger(next))) {
    return { events, next: String(next) };
  }
  throw new ProtocolError(`${operation}: expected a list of events and a position, in events and next`, { operation });
}

/** The id of a mailbox just opened. @throws ProtocolError when there is none. */
export function readMailboxId(value: unknown, operation: string): string {
  const { mailbox } = fieldsOf(value);
  if (typeof mailbox === "string" && mailbox !== "") return mailbox;
  throw new ProtocolError(`${operation}: expected the id of a mailbox, in mailbox`, { operation });
}

/** Those of the families asked for that the mailbox was opened without; none where it does not say. */
export function missingIntents(value: unknown, asked: readonly string[]): readonly string[] {
  const { intents } = fieldsOf(value);
  return Array.isArray(intents) ? asked.filter((family) => !intents.includes(family)) : [];
}

type Field = "events" | "next" | "mailbox" | "intents";

function fieldsOf(value: unknown): { readonly [Name in Field]?: unknown } {
  return typeof value === "object" && value !== null ? value : {};
}
