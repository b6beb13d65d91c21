import { log, type Tx } from "../machine/tx.js";
import { invalidInput, SandboxRefusal, tooFast } from "../refusal.js";
import { limits } from "../spec.js";
import type { FeedEntry, MailboxRecord, MailboxState, Subscriber } from "../world/live.js";
import type { Json } from "../world/records.js";
import { feedOf, requireSlot } from "./feeds.js";

export const mailboxExpired = (): SandboxRefusal =>
  new SandboxRefusal(409, "MAILBOX_EXPIRED", "The mailbox is gone, and what it held is lost.");

export interface MailboxPage {
  readonly events: readonly FeedEntry[];
  readonly next: string;
}

const minuteMs = 60_000;

/** How many mailboxes that are gone are still recognized. */
const rememberedMailboxes = 1000;

/** Opens a mailbox that starts after what has happened so far. */
export function openMailbox(tx: Tx, subscriber: Subscriber): MailboxRecord {
  const { world, nowMs } = tx;
  const { appId } = subscriber;
  requireSlot(tx, appId);
  const { sequence } = feedOf(world, appId);
  const mailbox = world.mailboxes.put({
    ...subscriber,
    id: `mb-${world.uuid("mailbox")}`,
    state: "open",
    entries: [],
    sinceLastRead: 0,
    lastReadMs: nowMs,
    accepted: sequence,
    newest: sequence,
    readsMs: [],
  });
  watchIdle(tx, mailbox);
  log(tx, "mailbox", `App ${appId} opened a mailbox`, { appId, mailboxId: mailbox.id });
  return mailbox;
}

const idleLeftMs = ({ nowMs }: Tx, mailbox: MailboxRecord): number => mailbox.lastReadMs + limits.mailboxIdleMs - nowMs;

function watchIdle(tx: Tx, mailbox: MailboxRecord): void {
  tx.effects.push({ type: "timer", timer: `mailbox:${mailbox.id}`, afterMs: idleLeftMs(tx, mailbox) });
}

/** Closes a mailbox that nobody has read for too long; waits on for one that was read meanwhile. */
export function expireMailbox(tx: Tx, id: string): void {
  const mailbox = tx.world.mailboxes.get(id);
  if (mailbox?.state !== "open") return;
  if (idleLeftMs(tx, mailbox) <= 0) closeMailbox(tx, id, "expired");
  else watchIdle(tx, mailbox);
}

/** Takes an event in. One too many since the last read, and all are gone. */
export function append(tx: Tx, mailbox: MailboxRecord, entry: FeedEntry): void {
  mailbox.entries.push(entry);
  const sinceLastRead = mailbox.sinceLastRead + 1;
  tx.world.mailboxes.put({ ...mailbox, newest: entry.sequence, sinceLastRead });
  tx.effects.push({ type: "mailbox", mailboxId: mailbox.id });
  if (sinceLastRead > limits.mailboxEvents) closeMailbox(tx, mailbox.id, "lost");
}

/** Whether a read from that position would give anything. */
export const hasNews = ({ state, newest }: MailboxRecord, since: string): boolean =>
  state !== "open" || newest > Number(since);

/** Ends a mailbox, forgets what it held and frees its slot. */
export function closeMailbox(tx: Tx, id: string, state: Exclude<MailboxState, "open">): void {
  const { mailboxes } = tx.world;
  const mailbox = mailboxes.get(id);
  if (mailbox?.state !== "open") return;
  const { appId } = mailbox;
  mailboxes.delete(id); // and back in, behind those that were gone before
  mailboxes.put({ ...mailbox, state, entries: [], readsMs: [] });
  const gone = mailboxes.list().filter((one) => one.state !== "open");
  if (gone[0] !== undefined && gone.length > rememberedMailboxes) mailboxes.delete(gone[0].id);
  tx.effects.push({ type: "mailbox", mailboxId: id }, { type: "timer", timer: `mailbox:${id}`, afterMs: undefined });
  log(tx, "mailbox", `mailbox of App ${appId}: ${state}`, { appId, mailboxId: id, state });
}

export function wasOf({ world }: Tx, appId: string, id: string): boolean {
  const mailbox = world.mailboxes.get(id);
  return mailbox !== undefined && mailbox.appId === appId && mailbox.state !== "open";
}

/** What a mailbox holds from the start: nothing, or, where such events appear in mailboxes, its opening. */
export function openingEvents({ settings }: Tx, mailbox: MailboxRecord): readonly Json[] {
  const { mailboxControlEvents, apiVersion } = settings.assumptions;
  if (mailboxControlEvents === "absent") return [];
  return [{ type: "connection_open", connectionId: mailbox.id, version: apiVersion }];
}

/**
 * Gives what came after `since`, and forgets what came before: handing in a cursor accepts all up to it. The same
 * cursor again gives the same events again, and newer ones.
 */
export function readMailbox(tx: Tx, { id }: MailboxRecord, since: string): MailboxPage {
  const { world, nowMs, settings } = tx;
  const before = world.mailboxes.get(id);
  if (before !== undefined && idleLeftMs(tx, before) <= 0) closeMailbox(tx, id, "expired");
  const mailbox = world.mailboxes.get(id);
  if (mailbox?.state !== "open") throw mailboxExpired();
  const readsMs = mailbox.readsMs.filter((atMs) => atMs > nowMs - minuteMs);
  const oldestMs = readsMs[0];
  if (oldestMs !== undefined && readsMs.length >= limits.mailboxReadsPerMinute) {
    throw tooFast("This mailbox is read too often.", Math.ceil((oldestMs + minuteMs - nowMs) / 1000));
  }
  const position = /^[0-9]{1,15}$/.test(since) ? Number(since) : -1;
  if (position < mailbox.accepted || position > mailbox.newest)
    throw invalidInput("since only moves forward, and only as far as next said.");
  const events = mailbox.entries.filter((entry) => entry.sequence > position);
  world.mailboxes.put({
    ...mailbox,
    readsMs: [...readsMs, nowMs],
    lastReadMs: nowMs,
    sinceLastRead: 0,
    accepted: position,
    // Where what was read is gone at once, it is; otherwise a later cursor accepts it.
    entries: settings.assumptions.mailboxReread === "empty" ? [] : [...events],
  });
  return { events, next: String(mailbox.newest) };
}
