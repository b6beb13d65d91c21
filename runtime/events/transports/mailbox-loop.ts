import type { CursorRecord } from "../cursor/store.js";
import { type HeldMailbox, type MailboxParts, MailboxReader } from "./mailbox.js";
import { openMailbox, queuedFrom, returnMailbox } from "./mailbox-open.js";
import { isDraining } from "../position-state.js";
import { neverOpened, type TransportPort } from "./transport.js";

/** Parts of a {@link MailboxLoop}. */
export interface MailboxLoopParts extends MailboxParts {
  /** Record of a former process. */
  readonly restored: CursorRecord | undefined;
  readonly takeSlot: (signal: AbortSignal) => Promise<(() => void) | undefined>;
}

/** Opens and reads a mailbox, and opens another when it has expired. */
export class MailboxLoop {
  readonly #port: TransportPort;
  readonly #parts: MailboxLoopParts;
  #held: HeldMailbox | undefined;
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
      if (ended === "drained") {
        await returnMailbox(this.#port, held.mailboxId);
        held.release();
        continue;
      }
      held.release();
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
   * successor reads on, and finds what has come meanwhile. Without a store it is returned, as nobody could read on.
   */
  leave(): Promise<void> {
    if (this.#port.options.cursorStore === undefined) this.giveBack();
    this.#held?.release();
    this.#held = undefined;
    return this.#returning;
  }

  /** Starts to return the mailbox to the service, if there is one; {@link leave} waits for that. */
  giveBack(): void {
    const held = this.#held;
    if (held === undefined) return;
    this.#held = undefined;
    // Records that are saved from now on must not name the mailbox.
    this.#port.emit({ type: "mailbox_returned" });
    this.#returning = returnMailbox(this.#port, held.mailboxId).then(held.release);
  }

  #open(signal: AbortSignal): Promise<HeldMailbox | undefined> {
    const { takeSlot, reconnector } = this.#parts;
    return reconnector.untilOpen("mailbox", signal, async () => {
      const release = await takeSlot(signal);
      if (release === undefined) return undefined;
      const restored = this.#restored(release);
      if (restored !== undefined) return restored;
      const { live } = this.#port.reporter;
      live.phase = "connecting";
      const facts = { transport: "mailbox", attempt: live.attempt, lastEventId: undefined } as const;
      this.#port.reporter.report("connecting", facts);
      try {
        return await this.#openNew(signal, release);
      } catch (error) {
        release();
        throw error;
      }
    });
  }

  async #openNew(signal: AbortSignal, release: () => void): Promise<HeldMailbox | undefined> {
    const port = this.#port;
    const { reporter, client } = port;
    const startedMs = client.clock.monotonicMs();
    const opened = await openMailbox(port, signal);
    const { mailboxId, next, missing } = opened;
    const events = queuedFrom(opened, port);
    const openedMs = client.clock.monotonicMs();
    this.#held = { mailboxId, first: next, openedMs, eventsAtOpening: events.length, release };
    if (signal.aborted) {
      this.giveBack();
      return undefined;
    }
    if (this.#opened > 0) reporter.counters.reconnects += 1;
    this.#opened += 1;
    this.#parts.reconnector.heard();
    this.#onOnline = () => this.#reportConnected(missing);
    port.emit({ type: "mailbox_opened", mailboxId, events, next, startedMs });
    return this.#held;
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
    this.#onOnline = () => this.#reportConnected([]);
    this.#port.emit({ type: "mailbox_restored", mailboxId });
    return this.#held;
  }

  #reportConnected(missing: readonly string[]): void {
    const { reporter, options } = this.#port;
    reporter.live.phase = "open";
    reporter.live.transport = "mailbox";
    reporter.live.connectionId = undefined;
    reporter.report("connected", { transport: "mailbox" });
    if (options.intents.includes("interactions")) reporter.report("slow_interactions", { transport: "mailbox" });
    if (missing.length > 0) reporter.report("intents_missing", { transport: "mailbox", missing });
  }
}
