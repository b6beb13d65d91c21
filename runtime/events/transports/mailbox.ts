import { limits } from "../../../generated/tables.js";
import { readMailboxOperation } from "../../../generated/routes.js";
import { isAppsError } from "../../http/errors/index.js";
import { checkCredential } from "../ended-error.js";
import { isAlive } from "../mailbox-pages.js";
import type { Progress } from "../progress.js";
import type { EventQueue } from "../queue/event-queue.js";
import type { Reconnector } from "../reconnector.js";
import { FOREVER_MS, waitFor } from "../time.js";
import { type MailboxAnswer, queuedFrom, readMailboxAnswer } from "./mailbox-open.js";
import { closeReasonOf, type TransportPort } from "./transport.js";

/** Milliseconds without a successful read after which a mailbox is lost, whatever its reads are answered with. */
const LOST_MS = 2 * limits.mailboxIdleMs;

/** What keeping and reading a mailbox needs besides its port. */
export interface MailboxParts {
  readonly progress: Progress;
  readonly queue: EventQueue;
  readonly reconnector: Reconnector;
}

/** One mailbox and the connection it takes. */
export interface HeldMailbox {
  readonly mailboxId: string;
  /** Position before which nothing will be asked for. */
  readonly first: string;
  /** When it was last heard of, monotonic: its life counts from there. */
  readonly openedMs: number;
  readonly eventsAtOpening: number;
  /** Gives the connection back, here. */
  readonly release: () => void;
}

/** How a mailbox went. */
export interface MailboxOutcome {
  readonly ended: "closed" | "expired";
  /** From its opening to the start of the last read that worked. */
  readonly usefulMs: number;
}

/** Reads one mailbox for as long as it lives. */
export class MailboxReader {
  readonly #port: TransportPort;
  readonly #parts: MailboxParts;
  readonly #held: HeldMailbox;
  readonly #signal: AbortSignal;
  /** When this reader began: what a former process knew of the mailbox may be old, and the mailbox alive. */
  readonly #beganMs: number;
  #startedMs: number;
  /** Start of the last read that worked. */
  #aliveMs: number;
  #waitMs = 0;
  #events: number;
  /** Reads in a row that failed. */
  #failures = 0;

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
   * Until it is closed from this side, or the service has let it go. Failures that may pass are waited out.
   * @throws EventsEndedError when the credential turns out to be dead
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
          // One that is being left is to be read until it is empty, as fast as allowed.
          interactions: interactions || isAlive(progress.state.handover),
          full: isFull(),
        });
        if (!(await this.#untilDue())) break;
        if (await this.#readOnce()) continue;
        if (this.#signal.aborted) break;
        emit({ type: "mailbox_gone" });
        ended = "expired";
        break;
      }
    } finally {
      pauses.end();
    }
    return { ended, usefulMs: this.#aliveMs - this.#held.openedMs };
  }

  /** False: it is gone, and all it held. */
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
      // Not repeated by the client: every read counts against the pace, and this loop repeats it in time.
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
   * Waits until the next read after one that failed: nothing was accepted, and reading the same again does no harm.
   * False when none can help. Throws what is not about the wire.
   */
  async #readAgain(error: unknown): Promise<boolean> {
    const { client, reporter, emit } = this.#port;
    const reason = closeReasonOf(error);
    if (reason === undefined || !isAppsError(error)) throw error;
    const { status, code, retryAfterMs } = error;
    const failingMs = client.clock.monotonicMs() - Math.max(this.#aliveMs, this.#beganMs);
    // 409, whatever the code.
    if (status === 409 || failingMs > LOST_MS) return false;
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
    // Only the first of several in a row is told: they follow fast.
    if (this.#failures === 1) reporter.report("retrying", { attempt: 1, inMs, why: reason.cause });
    await waitFor(client.clock, inMs, this.#signal);
    return true;
  }

  #take(answer: MailboxAnswer, since: string, gatheredSinceMs: number): void {
    const port = this.#port;
    const { progress, queue } = this.#parts;
    const { assumptions, mailboxOverflowLimit } = port.options;
    port.onHeard();
    const events = queuedFrom(answer, port);
    const before = progress.state.counts.received;
    // When waiting in the mailbox is not counted by the service, the worst case is that an event waited all along.
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
  }

  /** Milliseconds in which a read still finds the mailbox alive, with a margin for the way there. */
  get #lifeLeftMs(): number {
    const margin = limits.mailboxIdleMs - longestMs;
    return Math.max(0, this.#aliveMs + limits.mailboxIdleMs - margin / 3 - this.#port.client.clock.monotonicMs());
  }

  #worked(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    const { live } = this.#port.reporter;
    live.phase = "open";
    live.attempt = 0;
  }

  /** Waits for the next read: its time, or earlier once a full queue has room again. */
  async #untilDue(): Promise<boolean> {
    const { client, options, pauses, isFull, room, released } = this.#port;
    const { clock } = client;
    const dueInMs = (afterMs: number) => Math.max(0, this.#startedMs + afterMs - clock.monotonicMs());
    if (!isFull()) {
      // Room may have come while the last read was under way.
      pauses.end();
      return waitFor(clock, dueInMs(this.#waitMs), this.#signal);
    }
    let waited = await waitFor(clock, dueInMs(longestMs), this.#signal, released());
    // Let go: nothing is read until there is room, and the mailbox may expire over it.
    const letGo = options.assumptions.mailboxOverflow === "declare-gap";
    if (waited && isFull()) {
      pauses.start("mailbox");
      waited = await waitFor(clock, letGo ? FOREVER_MS : dueInMs(longestMs), this.#signal, room());
    }
    if (!isFull()) pauses.end();
    return waited && waitFor(clock, dueInMs(shortestMs), this.#signal);
  }
}

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
