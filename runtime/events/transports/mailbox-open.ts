import { closeMailbox, openMailboxOperation } from "../../../generated/routes.js";
import type { MailboxId } from "../../../generated/types.js";
import { decodeGatewayEvent } from "../../../generated/validators.js";
import { ProtocolError } from "../../base/errors.js";
import type { StreamEvent } from "../event-kinds.js";
import { QueuedEvent } from "../queue/queued-event.js";
import { controlOf } from "./frames.js";
import type { TransportPort } from "./transport.js";

/** A mailbox that was opened. */
export interface OpenedMailbox extends MailboxAnswer {
  readonly mailboxId: string;
  /** Requested families that the mailbox was opened without. */
  readonly missing: readonly string[];
}

/** Opens a mailbox. The client does not retry: an attempt without an answer may have taken a connection. */
export async function openMailbox(
  { client, options: { intents } }: TransportPort,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<OpenedMailbox> {
  // Checked below and not by the client: a mailbox that names no families can be used all the same.
  const { answer: _needed, ...operation } = openMailboxOperation;
  const call = { signal, timeoutMs, deadlineMs: timeoutMs, retry: false } as const;
  const answer = await client.call<unknown>(operation, { intents }, call);
  const mailboxId = readMailboxId(answer, operation.id);
  return { ...readMailboxAnswer(answer, operation.id), mailboxId, missing: missingIntents(answer, intents) };
}

/** Milliseconds that returning may take; an unread mailbox expires by itself soon after. */
const CLOSE_MS = 5000;

/**
 * Returns a mailbox to the service. Failures are ignored: a mailbox that has expired is closed already, and one that
 * cannot be reached will expire.
 */
export async function returnMailbox({ client }: TransportPort, mailboxId: string): Promise<void> {
  try {
    // The id came from the service, or from a record that has it from the service.
    await closeMailbox(client, { mailboxId: mailboxId as MailboxId }, { deadlineMs: CLOSE_MS });
  } catch {
    // See above.
  }
}

/** The events of an answer, without the control events among them, which are reported. */
export function queuedFrom({ events }: MailboxAnswer, { reporter }: TransportPort): QueuedEvent[] {
  return events.flatMap((wire) => {
    const event = decodeGatewayEvent(wire);
    const control = controlOf(event);
    // `controlOf` recognises every control event, so all others are for handlers.
    if (control === undefined) return [new QueuedEvent(event as StreamEvent, undefined, "")];
    reporter.report("control", { event: control.payload });
    return [];
  });
}

/** The checked parts of a mailbox's answer. Events are decoded one by one. */
export interface MailboxAnswer {
  readonly events: readonly unknown[];
  /** Opaque position; a number on the wire is kept as text, as it is sent back in the query. */
  readonly next: string;
}

/** @throws ProtocolError when an answer has no list of events or no position. */
export function readMailboxAnswer(value: unknown, operation: string): MailboxAnswer {
  const { events, next } = fieldsOf(value);
  // A number beyond the safe integers may have lost digits, and would name another position.
  if (Array.isArray(events) && (typeof next === "string" || Number.isSafeInteger(next))) {
    return { events, next: String(next) };
  }
  throw new ProtocolError(`${operation}: expected a list of events and a position, in events and next`, { operation });
}

/** The id of a mailbox that was opened. @throws ProtocolError when there is none. */
export function readMailboxId(value: unknown, operation: string): string {
  const { mailbox } = fieldsOf(value);
  if (typeof mailbox === "string" && mailbox !== "") return mailbox;
  throw new ProtocolError(`${operation}: expected the id of a mailbox, in mailbox`, { operation });
}

/** Requested families that the mailbox was opened without; none if the answer does not list its families. */
function missingIntents(value: unknown, asked: readonly string[]): readonly string[] {
  const { intents } = fieldsOf(value);
  return Array.isArray(intents) ? asked.filter((family) => !intents.includes(family)) : [];
}

type Field = "events" | "next" | "mailbox" | "intents";

function fieldsOf(value: unknown): { readonly [Name in Field]?: unknown } {
  return typeof value === "object" && value !== null ? value : {};
}
