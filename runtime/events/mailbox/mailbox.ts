import { checkCredential } from "../stream/credential-check.js";
import { endingOf } from "../stream/ending-of.js";
import { neverOpened, Reconnector } from "../stream/reconnector.js";
import type { Session } from "../stream/session.js";
import { takeSlot } from "../stream/take-slot.js";
import { acceptBatch } from "./batch.js";
import { closeBox, type OpenBox, type Opened, openMailboxOnce } from "./open-box.js";
import { BoxReader } from "./reader.js";

/** Keeps a mailbox open: opens, reads, and when the service has let it go, opens another. */
export class Mailbox {
  readonly #session: Session;
  readonly #signal: AbortSignal;
  readonly #reconnector: Reconnector;
  #box: OpenBox | undefined;
  #reader: BoxReader | undefined;
  #eventsAtOpening = 0;
  #opened = 0;

  constructor(session: Session, signal: AbortSignal) {
    this.#session = session;
    this.#signal = signal;
    this.#reconnector = new Reconnector(session, signal);
  }

  /**
   * Runs until it is closed from this side. The mailbox then still exists: see {@link release}.
   * @throws EventsEndedError when going on cannot help
   */
  async run(): Promise<"closed"> {
    for (;;) {
      if (!(await this.#open())) return "closed";
      const box = this.#box;
      if (box === undefined) return "closed";
      const reader = new BoxReader(this.#session, box, this.#signal, this.#eventsAtOpening);
      this.#reader = reader;
      if ((await reader.run()) === "closed") return "closed";
      await this.#expired(box, reader.aliveMs);
    }
  }

  /** Reads once more what it holds, before leaving for the stream. */
  async readLast(signal: AbortSignal): Promise<void> {
    await this.#reader?.readLast(signal);
  }

  /** Gives the mailbox back, when there is one. */
  async release(): Promise<void> {
    const box = this.#box;
    this.#box = undefined;
    this.#session.mailboxId = undefined;
    if (box !== undefined) await closeBox(this.#session, box);
  }

  /** All it held is gone. Whether the credential died with it is only known by asking, before another is opened. */
  async #expired({ release }: OpenBox, aliveMs: number): Promise<void> {
    const session = this.#session;
    release();
    this.#box = undefined;
    session.mailboxId = undefined;
    session.offline(aliveMs);
    session.gap("mailbox-expired", undefined);
    session.gapIsTold = true;
    session.reporter.live.attempt = 0;
    await checkCredential(session.client, this.#signal);
  }

  async #open(): Promise<boolean> {
    const session = this.#session;
    const { reporter, clock } = session;
    for (;;) {
      const release = await takeSlot(session, this.#signal);
      if (release === undefined) return false;
      if (this.#goOnWithRestored(release)) return true;
      reporter.live.phase = "connecting";
      const { attempt } = reporter.live;
      reporter.tell({ type: "connecting", transport: "mailbox", attempt, lastEventId: undefined });
      try {
        const opened = await openMailboxOnce(session, this.#signal);
        this.#took(opened, {
          mailboxId: opened.mailboxId,
          first: opened.next,
          openedMs: clock.monotonicMs(),
          release,
        });
        return true;
      } catch (error) {
        release();
        if (this.#signal.aborted) return false;
        const ending = endingOf(error);
        if (ending === undefined) throw error;
        reporter.tell({ type: "disconnected", transport: "mailbox", ending });
        if (!(await this.#reconnector.wait(ending, neverOpened))) return false;
      }
    }
  }

  /** A former process left a mailbox behind: when it is still alive, nothing is lost. */
  #goOnWithRestored(release: () => void): boolean {
    const session = this.#session;
    const { restored, clock } = session;
    if (this.#opened > 0 || restored?.mailboxId === undefined || restored.since === undefined) return false;
    this.#opened += 1;
    const openedMs = clock.monotonicMs() - session.offlineMs;
    this.#box = { mailboxId: restored.mailboxId, first: restored.since, openedMs, release };
    this.#eventsAtOpening = 1;
    this.#connected(restored.mailboxId);
    return true;
  }

  #took(opened: Opened, box: OpenBox): void {
    const session = this.#session;
    if (this.#opened > 0) session.reporter.counters.reconnects += 1;
    this.#opened += 1;
    this.#reconnector.held();
    this.#box = box;
    this.#eventsAtOpening = opened.events.length;
    if (session.wasConnected && !session.gapIsTold) {
      session.gap(session.transport === "mailbox" ? "mailbox-expired" : "transport-change", session.resumeId);
    }
    session.startOver(opened.mailboxId);
    this.#connected(opened.mailboxId);
    const { missing } = opened;
    if (missing.length > 0) session.reporter.tell({ type: "intents-missing", transport: "mailbox", missing });
    // What came with the opening can be had only now: until it is handled, the record names no position to go on from.
    session.holdUntilSaved();
    const receivedAtMs = session.clock.monotonicMs();
    acceptBatch(session, opened.events, { since: "open", offset: 0, next: opened.next, receivedAtMs });
  }

  #connected(mailboxId: string): void {
    const session = this.#session;
    const { reporter } = session;
    session.transport = "mailbox";
    session.mailboxId = mailboxId;
    reporter.live.phase = "open";
    reporter.live.transport = "mailbox";
    reporter.live.connectionId = undefined;
    session.online();
    reporter.tell({ type: "connected", transport: "mailbox" });
    if (session.options.intents.includes("interactions")) {
      reporter.tell({ type: "slow-interactions", transport: "mailbox" });
    }
  }
}
