import { limits } from "../../../generated/tables.js";
import { readMailboxOperation } from "../../../generated/routes.js";
import type { Ending } from "../reconnect/ending.js";
import type { Session } from "../stream/session.js";
import { checkCredential } from "../stream/credential-check.js";
import { endingOf } from "../stream/ending-of.js";
import { waitFor } from "../wait.js";
import { type BoxAnswer, readBoxAnswer } from "./answer.js";
import { acceptBatch, identitiesOf } from "./batch.js";
import type { OpenBox } from "./open-box.js";
import { limitedReadMs, longestMs, nextReadMs, shortestMs } from "./pace.js";
import { readOutcome, type ReadOutcome } from "./read-outcome.js";
import { Reread } from "./reread.js";

/** Milliseconds without a successful read after which a mailbox is lost, whatever its reads are answered with. */
const LOST_MS = 2 * limits.mailboxIdleMs;

/** Reads one mailbox for as long as it lives. */
export class BoxReader {
  readonly #session: Session;
  readonly #box: OpenBox;
  #signal: AbortSignal;
  readonly #reread = new Reread();
  readonly #interactions: boolean;
  #startedMs: number;
  #aliveMs: number;
  #waitMs: number;
  #events: number;
  /** Reads in a row that failed. */
  #failures = 0;

  constructor(session: Session, box: OpenBox, signal: AbortSignal, eventsAtOpening: number) {
    this.#session = session;
    this.#box = box;
    this.#signal = signal;
    this.#interactions = session.options.intents.includes("interactions");
    this.#startedMs = box.openedMs;
    this.#aliveMs = box.openedMs;
    this.#waitMs = 0;
    this.#events = eventsAtOpening;
  }

  /** Start of the last read that worked, monotonic: what came after it may be gone with the mailbox. */
  get aliveMs(): number {
    return this.#aliveMs;
  }

  /** Until it is closed from this side, or the service has let it go. */
  async run(): Promise<"closed" | "expired"> {
    try {
      for (;;) {
        this.#waitMs = nextReadMs({
          events: this.#events,
          lastWaitMs: this.#waitMs,
          interactions: this.#interactions,
          full: this.#session.intake.full,
        });
        if (!(await this.#untilDue())) return "closed";
        const outcome = await this.#readOnce();
        if (outcome === "closed" || outcome === "expired") return outcome;
      }
    } finally {
      this.#session.pauses.end();
    }
  }

  /** Once more, as soon as the pace allows, although it was closed from this side. */
  async readLast(signal: AbortSignal): Promise<void> {
    this.#signal = signal;
    const { clock } = this.#session;
    await waitFor(clock, Math.max(0, this.#startedMs + shortestMs - clock.monotonicMs()), signal);
    await this.#readOnce();
  }

  /** One read, at once. Failures that may pass are waited out. */
  async #readOnce(): Promise<"read" | "closed" | "expired"> {
    const { clock, client } = this.#session;
    const gatheredSinceMs = this.#startedMs;
    this.#startedMs = clock.monotonicMs();
    const outcome = await this.#read();
    if (this.#signal.aborted && outcome.kind !== "batch") return "closed";
    if (outcome.kind !== "batch" && clock.monotonicMs() - this.#aliveMs > LOST_MS) return "expired";
    switch (outcome.kind) {
      case "batch":
        this.#aliveMs = this.#startedMs;
        this.#worked();
        this.#take(outcome.batch, gatheredSinceMs);
        return "read";
      case "expired":
        return "expired";
      case "unauthorized":
        await checkCredential(client, this.#signal);
        return this.#again("refused", shortestMs);
      case "limited":
        this.#session.reporter.counters.rateLimited += 1;
        return this.#again("refused", limitedReadMs(outcome.retryAfterMs, this.#lifeLeftMs, client.random()));
      case "failed":
        return this.#again(endingOf(outcome.error)?.cause ?? "unreachable", shortestMs);
    }
  }

  /** Milliseconds in which a read still finds the mailbox alive, with a margin for the way there. */
  get #lifeLeftMs(): number {
    const margin = limits.mailboxIdleMs - longestMs;
    return Math.max(0, this.#aliveMs + limits.mailboxIdleMs - margin / 3 - this.#session.clock.monotonicMs());
  }

  #worked(): void {
    if (this.#failures === 0) return;
    this.#failures = 0;
    const { live } = this.#session.reporter;
    live.phase = "open";
    live.attempt = 0;
  }

  /** Waits until the next read after one that failed. Only the first of several in a row is told: they follow fast. */
  async #again(why: Ending["cause"], inMs: number): Promise<"read" | "closed"> {
    const { reporter, clock } = this.#session;
    this.#failures += 1;
    reporter.live.phase = "retrying";
    reporter.live.attempt = this.#failures;
    if (this.#failures === 1) reporter.tell({ type: "retrying", attempt: 1, inMs, why });
    return (await waitFor(clock, inMs, this.#signal)) ? "read" : "closed";
  }

  /** The position up to which everything that came from this mailbox is handled. */
  get #since(): string {
    const { handledId } = this.#session.intake.prefix;
    return handledId === "" ? this.#box.first : handledId;
  }

  async #read(): Promise<ReadOutcome> {
    const { client, options } = this.#session;
    const since = this.#since;
    this.#reread.advanceTo(since);
    try {
      const operation = readMailboxOperation;
      const timeoutMs = Math.min(options.connectTimeoutMs, longestMs);
      // Not repeated by the client: every read counts against the pace, and this loop repeats it in time.
      const call = { signal: this.#signal, timeoutMs, deadlineMs: timeoutMs, retry: false } as const;
      const answer = await client.call<unknown>(operation, { mailboxId: this.#box.mailboxId, since }, call);
      return { kind: "batch", batch: readBoxAnswer(answer, operation.id) };
    } catch (error) {
      return this.#signal.aborted ? { kind: "expired" } : readOutcome(error);
    }
  }

  /** Waits for the next read: its time, or earlier once a full queue has room again. */
  async #untilDue(): Promise<boolean> {
    const { clock, intake, options, pauses } = this.#session;
    const dueInMs = (afterMs: number) => Math.max(0, this.#startedMs + afterMs - clock.monotonicMs());
    if (!intake.full) {
      // Room may have come while the last read was under way.
      pauses.end();
      return waitFor(clock, dueInMs(this.#waitMs), this.#signal);
    }
    pauses.start("mailbox");
    const letGo = options.assumptions.mailboxOverflow === "declare-gap";
    const room = intake.room();
    // Let go: nothing is read until there is room, and the mailbox may expire over it.
    let waited = await waitFor(clock, letGo ? 2 ** 31 - 1 : dueInMs(longestMs), this.#signal, room);
    if (!intake.full) pauses.end();
    if (waited) waited = await waitFor(clock, dueInMs(shortestMs), this.#signal);
    return waited;
  }

  #take({ events, next }: BoxAnswer, gatheredSinceMs: number): void {
    const { intake, options, reporter, clock } = this.#session;
    const since = this.#since;
    const identities = identitiesOf(events);
    const fresh = this.#reread.compare(identities, next);
    reporter.counters.duplicates += fresh.known;
    if (fresh.lost > 0) this.#session.gap("overflow", undefined);
    const room = intake.full ? Math.max(0, options.mailboxOverflowLimit - intake.overflow) : events.length;
    const taken = Math.min(room, events.length - fresh.known);
    this.#reread.took(identities, fresh, taken, next);
    this.#events = events.length - fresh.known;
    const strict = options.assumptions.mailboxExpiryClock === "at-arrival";
    acceptBatch(this.#session, events.slice(fresh.known, fresh.known + taken), {
      since,
      offset: fresh.known,
      next: fresh.known + taken === events.length ? next : undefined,
      // When waiting in the mailbox is not counted by the service, the worst case is that an event waited all along.
      receivedAtMs: strict ? gatheredSinceMs : clock.monotonicMs(),
    });
  }
}
