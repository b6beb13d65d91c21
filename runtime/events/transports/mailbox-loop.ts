import type { CursorRecord } from "../cursor/record.js";
import { type HeldMailbox, type MailboxParts, MailboxReader } from "./mailbox.js";
import { openMailbox, queuedFrom, returnMailbox } from "./mailbox-open.js";
import { isDraining } from "../position-state.js";
import type { QueuedEvent } from "../queue/queued-event.js";
import { closeReasonOf, neverOpened, type TransportPort } from "./transport.js";

/** Parts of a {@link MailboxLoop}. */
export interface MailboxLoopParts extends MailboxParts {
  /** Record of a former process. */
  readonly restored: CursorRecord | undefined;
  readonly takeSlot: (signal: AbortSignal) => Promise<(() => void) | undefined>;
  /** Takes a connection slot if one is free. */
  readonly tryTakeSlot: () => (() => void) | undefined;
}

/** Milliseconds that opening a mailbox beside another may take: that one must not expire meanwhile. */
const BESIDE_MS = 10_000;

/** A mailbox that this process has opened, and what its opening brought. */
interface Opened {
  readonly held: HeldMailbox;
  readonly events: readonly QueuedEvent[];
  /** Requested families that it was opened without. */
  readonly missing: readonly string[];
  readonly startedMs: number;
}

/** Opens and reads a mailbox, and opens another when it has expired. */
export class MailboxLoop {
  readonly #port: TransportPort;
  readonly #parts: MailboxLoopParts;
  #held: HeldMailbox | undefined;
  /** A mailbox that follows the one of a process with other intents. */
  #successor: Opened | undefined;
  #returning: Promise<void> = Promise.resolve();
  #opened = 0;
  /** Called once the mailbox that was opened or restored is online. */
  #onOnline: (() => void) | undefined;

  constructor(port: TransportPort, parts: MailboxLoopParts) {
    this.#port = port;
    this.#parts = parts;
    parts.progress.onOnline = () => {
      this.#onOnline?.();
      this.#onOnline = undefined;
    };
  }

  /**
   * Runs until closed from this side. The mailbox then still exists: see {@link leave} and {@link giveBack}.
   * @throws EventsEndedError when going on cannot help
   */
  async run(signal: AbortSignal): Promise<void> {
    for (;;) {
      const held = await this.#open(signal);
      if (held === undefined) return;
      const reader = new MailboxReader(this.#port, { ...this.#parts, held, signal });
      const { ended, usefulMs } = await reader.run();
      if (ended === "closed") return;
      this.#held = undefined;
      if (ended === "expired") held.release();
      else this.#return(held);
      if (ended === "drained" || this.#successor !== undefined) continue;
      const reason = { cause: "expired" } as const;
      this.#port.reporter.report("disconnected", { transport: "mailbox", reason });
      if (signal.aborted) return;
      // A `retry:` of the stream does not apply to a mailbox.
      const outcome = { ...neverOpened, usefulMs, retryMs: 0 };
      if (!(await this.#parts.reconnector.wait(reason, outcome, signal))) return;
    }
  }

  /**
   * Leaves the mailbox after the run. With a cursor store it stays open at the service, named by the record: a
   * successor reads on, and finds what has come meanwhile. Without a store it is returned, as no successor could read on.
   */
  leave(): Promise<void> {
    // The record names the one that is still read.
    this.#giveSuccessorBack();
    if (this.#port.options.cursorStore === undefined) this.giveBack();
    this.#held?.release();
    this.#held = undefined;
    return this.#returning;
  }

  /** Starts to return the mailbox to the service, if there is one; {@link leave} waits for that. */
  giveBack(): void {
    this.#giveSuccessorBack();
    const held = this.#held;
    if (held === undefined) return;
    this.#held = undefined;
    // Records that are saved from now on must not name the mailbox.
    this.#port.emit({ type: "mailbox_returned" });
    this.#return(held);
  }

  #giveSuccessorBack(): void {
    if (this.#successor !== undefined) this.#return(this.#successor.held);
    this.#successor = undefined;
  }

  #return({ mailboxId, release }: HeldMailbox): void {
    const before = this.#returning;
    this.#returning = returnMailbox(this.#port, mailboxId)
      .then(release)
      .then(() => before);
  }

  #open(signal: AbortSignal): Promise<HeldMailbox | undefined> {
    const { takeSlot, reconnector } = this.#parts;
    const successor = this.#successor;
    this.#successor = undefined;
    if (successor !== undefined) return Promise.resolve(this.#begin(successor, true));
    return reconnector.untilOpen("mailbox", signal, async () => {
      const release = await takeSlot(signal);
      if (release === undefined) return undefined;
      const restored = this.#restored(release);
      if (restored?.isForeign === true) await this.#openSuccessor(signal);
      if (restored !== undefined) return restored;
      const port = this.#port;
      const { live } = port.reporter;
      live.phase = "connecting";
      const facts = { transport: "mailbox", attempt: live.attempt, lastEventId: undefined } as const;
      port.reporter.report("connecting", facts);
      try {
        const opened = await this.#openNew(signal, release, port.options.connectTimeoutMs);
        if (!signal.aborted) return this.#begin(opened, false);
        this.#return(opened.held);
        return undefined;
      } catch (error) {
        release();
        throw error;
      }
    });
  }

  async #openNew(signal: AbortSignal, release: () => void, timeoutMs: number): Promise<Opened> {
    const port = this.#port;
    const { clock } = port.client;
    const startedMs = clock.monotonicMs();
    const { mailboxId, next, missing, ...answer } = await openMailbox(port, signal, timeoutMs);
    const events = queuedFrom({ ...answer, next }, port);
    const openedMs = clock.monotonicMs();
    const held = { mailboxId, first: next, openedMs, eventsAtOpening: events.length, release };
    this.#parts.reconnector.heard();
    return { held, events, missing, startedMs };
  }

  /** Begins to read a mailbox that this process has opened. */
  #begin({ held, events, missing, startedMs }: Opened, isSuccessor: boolean): HeldMailbox {
    const { mailboxId, first: next } = held;
    this.#held = held;
    if (this.#opened > 0) this.#port.reporter.counters.reconnects += 1;
    this.#opened += 1;
    this.#onOnline = () => this.#reportConnected(missing);
    this.#port.emit({ type: "mailbox_opened", mailboxId, events, next, startedMs, isSuccessor });
    return held;
  }

  /**
   * Opens the mailbox that follows the one of a process with other intents, before that is read: then no event is lost
   * between them. Without a free connection it is opened later, and a gap is reported.
   */
  async #openSuccessor(signal: AbortSignal): Promise<void> {
    const release = this.#parts.tryTakeSlot();
    if (release === undefined) return;
    const timeoutMs = Math.min(BESIDE_MS, this.#port.options.connectTimeoutMs);
    try {
      this.#successor = await this.#openNew(signal, release, timeoutMs);
      this.#port.emit({ type: "successor_opened" });
    } catch (error) {
      release();
      if (closeReasonOf(error) === undefined && !signal.aborted) throw error;
    }
  }

  /** The mailbox that a former process left: if it is still alive, nothing is lost. */
  #restored(release: () => void): HeldMailbox | undefined {
    const { restored, progress } = this.#parts;
    if (this.#opened > 0 || restored?.mailboxId === undefined || restored.since === undefined) return undefined;
    this.#opened += 1;
    const { mailboxId, since } = restored;
    const openedMs = this.#port.client.clock.monotonicMs() - progress.offlineMs;
    const isForeign = isDraining(progress.state);
    this.#held = { mailboxId, first: since, openedMs, eventsAtOpening: 1, isForeign, release };
    this.#onOnline = () => this.#reportConnected([], restored.intents);
    this.#port.emit({ type: "mailbox_restored", mailboxId });
    return this.#held;
  }

  #reportConnected(missing: readonly string[], families: readonly string[] = this.#port.options.intents): void {
    const { reporter, options } = this.#port;
    reporter.live.phase = "open";
    reporter.live.transport = "mailbox";
    reporter.live.connectionId = undefined;
    reporter.report("connected", { transport: "mailbox" });
    if (options.intents.includes("interactions") && families.includes("interactions"))
      reporter.report("slow_interactions", { transport: "mailbox" });
    if (missing.length > 0) reporter.report("intents_missing", { transport: "mailbox", missing });
  }
}
