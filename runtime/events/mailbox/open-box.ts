import { closeMailbox, openMailboxOperation } from "../../../generated/routes.js";
import type { MailboxId } from "../../../generated/types.js";
import type { Session } from "../stream/session.js";
import { type BoxAnswer, missingIntents, readBoxAnswer, readMailboxId } from "./answer.js";

/** One mailbox and the connection it takes. */
export interface OpenBox {
  readonly mailboxId: string;
  /** Position before which nothing will be asked for. */
  readonly first: string;
  /** When it was last heard of, monotonic: its life counts from there. */
  readonly openedMs: number;
  /** Gives the connection back, here. */
  readonly release: () => void;
}

/** What opening a mailbox gave. */
export interface Opened extends BoxAnswer {
  readonly mailboxId: string;
  /** Families that were asked for, and that it was opened without. */
  readonly missing: readonly string[];
}

/** Opens a mailbox. Not repeated by the client: an attempt without an answer may have taken a connection. */
export async function openMailboxOnce(session: Session, signal: AbortSignal): Promise<Opened> {
  const { client, options } = session;
  const { connectTimeoutMs: timeoutMs, intents } = options;
  const operation = openMailboxOperation;
  const call = { signal, timeoutMs, deadlineMs: timeoutMs, retry: false } as const;
  const answer = await client.call<unknown>(operation, { intents }, call);
  const mailboxId = readMailboxId(answer, operation.id);
  return { ...readBoxAnswer(answer, operation.id), mailboxId, missing: missingIntents(answer, intents) };
}

/** How long closing may take, in milliseconds; the service closes a mailbox by itself soon after. */
const CLOSE_MS = 5000;

/**
 * Gives a mailbox back to the service. What it answers is of no interest: one that has expired is closed already, and
 * one that cannot be reached will be.
 */
export async function closeBox(session: Session, { mailboxId, release }: OpenBox): Promise<void> {
  try {
    // The id came from the service as a mailbox id, or from a record of one.
    await closeMailbox(session.client, { mailboxId: mailboxId as MailboxId }, { deadlineMs: CLOSE_MS });
  } catch {
    // See above.
  } finally {
    release();
  }
}
