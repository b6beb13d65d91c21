import { limits } from "../../../generated/tables.js";

/** What the time of the next read depends on. */
export interface PaceInput {
  /** Events that the last read brought. */
  readonly events: number;
  /** The wait before the last read. */
  readonly lastWaitMs: number;
  /** Interactions are wanted: they expire within seconds. */
  readonly interactions: boolean;
  /** The own queue is full: read only so that the mailbox lives on. */
  readonly full: boolean;
}

/**
 * Between the starts of two reads. One read a minute fewer than allowed, since both ends of a minute may hold one and
 * the service measures when requests arrive, not when they leave.
 */
export const shortestMs = Math.ceil(60_000 / (limits.mailboxReadsPerMinute - 1));

/** Between the starts of two reads, whatever happens: leaves a third of the mailbox's life for a slow answer. */
export const longestMs = Math.floor((limits.mailboxIdleMs * 2) / 3);

/** Without interactions to wait for, a quiet mailbox is read this seldom. */
const QUIET_MS = 5000;

/** How many times slower each read that brings nothing makes the next one. */
const SLOWER = 1.5;

/**
 * Milliseconds from the start of the last read to the start of the next one. Pure.
 *
 * As soon as allowed while events come: under load the mailbox is then read before it can overflow. Slower while none
 * do.
 */
export function nextReadMs(input: PaceInput): number {
  if (input.full) return longestMs;
  if (input.events > 0 || input.interactions) return shortestMs;
  return Math.min(QUIET_MS, Math.max(shortestMs, input.lastWaitMs * SLOWER));
}

/**
 * Milliseconds to wait after a read was refused with a 429. Never less than was asked for, nor than the pace, and still
 * inside the mailbox's life; when not all are possible, the life comes first, since a mailbox that expires is lost for
 * certain.
 */
export function limitedReadMs(askedMs: number | undefined, lifeLeftMs: number, random: number): number {
  const waitMs = askedMs === undefined ? shortestMs * 2 * (1 + random) : askedMs * (1 + random / 10);
  return Math.max(0, Math.min(Math.max(waitMs, shortestMs), lifeLeftMs));
}
