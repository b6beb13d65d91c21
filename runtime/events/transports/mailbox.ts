import { limits } from "../../../generated/tables.js";
import { readMailboxOperation } from "../../../generated/routes.js";
import { isAppsError, isProtocolError } from "../../base/errors.js";
import { checkCredential } from "../ended-error.js";
import { isAlive } from "../mailbox-pages.js";
import type { Progress } from "../progress.js";
import type { EventQueue } from "../queue/event-queue.js";
import type { Reconnector } from "../reconnector.js";
import { FOREVER_MS, sleep } from "../../base/time.js";
import { type MailboxAnswer, queuedFrom, readMailboxAnswer } from "./mailbox-open.js";
import { closeReasonOf, type TransportPort } from "./transport.js";

/**
 * Most milliseconds for which the mailbox of a process with other intents is read. The one that follows it is not read
 * meanwhile, and must not expire.
 */
const DRAIN_MS = (limits.mailboxIdleMs * 2) / 3;

/** Milliseconds without a successful read after which a mailbox is given up, whatever the service answers. */
const LOST_MS = 2 * limits.mailboxIdleMs;

/** Parts of a {@link MailboxReader} besides its port. */
export interface MailboxParts {
  readonly progress: Progress;
  readonly queue: EventQueue;
  readonly reconnector: Reconnector;
}

/** A mailbox and its connection slot. */
export interface HeldMailbox {
  readonly mailboxId: string;
  /** Position to read from until events are handled. */
  readonly first: string;
  /** When the mailbox was opened or last known to be alive, monotonic. */
  readonly openedMs: number;
  readonly eventsAtOpening: number;
  /** Whether a process with other intents opened it: it is read until it is empty, and replaced. */
  readonly isForeign?: boolean;
  /** Gives the connection slot back. */
  readonly release: () => void;
}

/** How reading a mailbox ended. */
export interface MailboxOutcome {
  readonly ended: "closed" | "expired" | "drained" | "given-up";
  /** From its opening to the start of the last read that worked. */
  readonly usefulMs: number;
}

/** Reads one mailbox until it expires or is left. */
export class MailboxReader {
  readonly #port: TransportPort;
  readonly #parts: MailboxParts;
  readonly #held: HeldMailbox;
  readonly #signal: AbortSignal;
  /** When this reader began. A restored mailbox may be alive although the record of it is old. */
  readonly #beganMs: number;
  #startedMs: number;
  /** Start of the last read that worked. */
  #aliveMs: number;
  #waitMs = 0;
  #events: number;
  /** Reads in a row that failed. */
  #failures = 0;
  /** Reads in a row whose answer was above the limit, with nothing left to handle that would have made it smaller. */
  #tooLarge = 0;
  #isDrained = false;

  constructor(port: TransportPort, parts: MailboxParts & { readonly held: HeldMailbox; readonly signal: AbortSignal }) {
    this.#port = port;
    this.#parts = parts;
    this.#held = parts.held;
    this.#signal = parts.signal;
    this.#beganMs = port.client.clock.monotonicMs();
    this.#startedMs = this.#aliveMs = this.#held.openedMs;
    this.#events = this.#held.eventsAtOpening;
  }

  /**
   * Reads until closed from this side, or until the mailbox has expired. Failures that may pass are retried.
   * @throws EventsEndedError when the credential is dead
   */
  async run(): Promise<MailboxOutcome> {
    const { options, isFull, emit, pauses } = this.#port;
    const { progress } = this.#parts;
    const interactions = options.intents.includes("interactions");
    let ended: MailboxOutcome["ended"] = "closed";
    try {
      for (;;) {
        this.#waitMs = nextReadMs({
          events: this.#events,
          lastWaitMs: this.#waitMs,
          // While a stream waits to take over, the mailbox is read as fast as allowed, until it is empty.
          interactions: interactions || isAlive(progress.state.handover),
          full: isFull(),
        });
        if (!(await this.#untilDue())) break;
        if ((await this.#readOnce()) && !this.#isLate) {
          if (!this.#isDrained) continue;
          emit({ type: "mailbox_drained" });
          ended = "drained";
          break;
        }
        if (this.#signal.aborted) break;
        const tooLarge = this.#tooLarge >= options.frameAttempts;
        emit({ type: "mailbox_gone", tooLarge });
        ended = tooLarge || this.#isLate ? "given-up" : "expired";
        break;
      }
    } finally {
      pauses.end();
    }
    return { ended, usefulMs: this.#aliveMs - this.#held.openedMs };
  }

  /** False when the mailbox is gone, with all events in it. */
  async #readOnce(): Promise<boolean> {
    const { client, options } = this.#port;
    const { queue, reconnector } = this.#parts;
    const gatheredSinceMs = this.#startedMs;
    this.#startedMs = client.clock.monotonicMs();
    const since = queue.acks.handledId || this.#held.first;
    let answer;
    try {
      const operation = readMailboxOperation;
      const timeoutMs = Math.min(options.connectTimeoutMs, longestMs);
      // The client does not retry: every read counts against the read limit, and this loop repeats it in time.
      const call = { signal: this.#signal, timeoutMs, deadlineMs: timeoutMs, retry: false } as const;
      const value = await client.call<unknown>(operation, { mailboxId: this.#held.mailboxId, since }, call);
      answer = readMailboxAnswer(value, operation.id);
    } catch (error) {
      return this.#signal.aborted || this.#readAgain(error);
    }
    this.#aliveMs = this.#startedMs;
    if (this.#aliveMs - this.#held.openedMs >= options.stableAfterMs) reconnector.stable();
    this.#worked();
    this.#take(answer, since, gatheredSinceMs);
    return true;
  }

  /**
   * Waits until a failed read may be repeated, which does no harm since no event was accepted. False when the mailbox
   * is gone. Throws errors that do not concern the connection.
   */
  async #readAgain(error: unknown): Promise<boolean> {
    const { client, reporter, emit } = this.#port;
    const reason = closeReasonOf(error);
    if (reason === undefined || !isAppsError(error)) throw error;
    const { status, code, retryAfterMs } = error;
    const failingMs = client.clock.monotonicMs() - Math.max(this.#aliveMs, this.#beganMs);
    // A 409 with any code.
    if (status === 409 || failingMs > LOST_MS) return false;
    // Once what came before is handled, the next answer begins later and is smaller: only then is it given up.
    if (!isTooLarge(error)) this.#tooLarge = 0;
    else if (this.#parts.queue.acks.open === 0) this.#tooLarge += 1;
    if (this.#tooLarge >= this.#port.options.frameAttempts) return false;
    emit({ type: "mailbox_failing" });
    let inMs = shortestMs;
    if (status === 401 || code === "MISSING_CREDENTIAL") await checkCredential(client, this.#signal);
    if (status === 429) {
      reporter.counters.rateLimited += 1;
      inMs = limitedReadMs(retryAfterMs, this.#lifeLeftMs, client.random());
    }
    this.#failures += 1;
    reporter.live.phase = "retrying";
    reporter.live.attempt = this.#failures;
    // Only the first of several failures in a row is reported, since they follow fast.
    if (this.#failures === 1) reporter.report("retrying", { attempt: 1, inMs, why: reason.cause });
    await sleep(client.clock, inMs, this.#signal);
    return true;
  }

  #take(answer: MailboxAnswer, since: string, gatheredSinceMs: number): void {
    const port = this.#port;
    const { progress, queue } = this.#parts;
    const { assumptions, mailboxOverflowLimit } = port.options;
    port.onHeard();
    const events = queuedFrom(answer, port);
    const before = progress.state.counts.received;
    // If the service does not count the time in the mailbox, an event may have waited since the read before.
    const isStrict = assumptions.mailboxExpiryClock === "at-arrival";
    port.emit({
      type: "mailbox_read",
      since,
      events,
      next: answer.next,
      room: port.isFull() ? Math.max(0, mailboxOverflowLimit - queue.overflow) : events.length,
      startedMs: this.#startedMs,
      receivedMs: isStrict ? gatheredSinceMs : port.client.clock.monotonicMs(),
    });
    this.#events = progress.state.counts.received - before;
    const { known } = progress.state.pages;
    this.#isDrained = this.#held.isForeign === true && events.length === 0 && known.length === 0;
  }

  /** Whether the mailbox of a process with other intents could not be read empty in time. */
  get #isLate(): boolean {
    if (this.#held.isForeign !== true || this.#isDrained) return false;
    return this.#port.client.clock.monotonicMs() - this.#beganMs >= DRAIN_MS;
  }

  /** Milliseconds until the mailbox may expire, less a margin for the request. */
  get #lifeLeftMs(): number {
    const { mailboxIdleMs } = limits;
    const margin = mailboxIdleMs - longestMs;
    // A record older than a mailbox lives says nothing about the mailbox: if it is alive, it was read since.
    const sinceMs = this.#beganMs - this.#aliveMs < mailboxIdleMs ? this.#aliveMs : this.#beganMs;
    return Math.max(0, sinceMs + mailboxIdleMs - margin / 3 - this.#port.client.clock.monotonicMs());
  }

  #worked(): void {
    this.#tooLarge = 0;
    if (this.#failures === 0) return;
    this.#failures = 0;
    const { live } = this.#port.reporter;
    live.phase = "open";
    live.attempt = 0;
  }

  /** Waits until the next read is due; after a full queue, until there is room. False when aborted. */
  async #untilDue(): Promise<boolean> {
    const { client, options, pauses, isFull, room, released } = this.#port;
    const { clock } = client;
    const dueInMs = (afterMs: number) => Math.max(0, this.#startedMs + afterMs - clock.monotonicMs());
    if (!isFull()) {
      // There may be room again since the last read began.
      pauses.end();
      return sleep(clock, dueInMs(this.#waitMs), this.#signal);
    }
    let waited = await sleep(clock, dueInMs(longestMs), this.#signal, released());
    // With `declare-gap` nothing is read until there is room, and the mailbox may expire meanwhile.
    const letGo = options.assumptions.mailboxOverflow === "declare-gap";
    if (waited && isFull()) {
      pauses.start("mailbox");
      waited = await sleep(clock, letGo ? FOREVER_MS : dueInMs(longestMs), this.#signal, room());
    }
    if (!isFull()) pauses.end();
    return waited && sleep(clock, dueInMs(shortestMs), this.#signal);
  }
}

/** Whether an answer was above the client's limit: it is no smaller when it is fetched again. */
const isTooLarge = (error: unknown): boolean => isProtocolError(error) && error.reason === "too-large";

/** Input of {@link nextReadMs}. */
export interface PaceInput {
  /** Number of new events of the last read. */
  readonly events: number;
  /** The wait before the last read. */
  readonly lastWaitMs: number;
  /** Whether to read as fast as allowed, because interactions expire within seconds. */
  readonly interactions: boolean;
  /** Whether the queue is full: then reads only keep the mailbox alive. */
  readonly full: boolean;
}

/**
 * Least milliseconds between the starts of two reads. One read a minute fewer than allowed, since a minute may have a
 * read at both ends, and the service counts requests when they arrive.
 */
export const shortestMs = Math.ceil(60_000 / (limits.mailboxReadsPerMinute - 1));

/** Most milliseconds between the starts of two reads. Leaves a third of the mailbox's life for a slow answer. */
export const longestMs = Math.floor((limits.mailboxIdleMs * 2) / 3);

/** Most milliseconds between two reads of a quiet mailbox without interactions. */
const QUIET_MS = 5000;

/** Factor by which each empty read lengthens the next wait. */
const SLOWER = 1.5;

/**
 * Milliseconds from the start of the last read to the start of the next one. Pure.
 *
 * As short as allowed while events come, so that the mailbox is read before it overflows; longer while none do.
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
