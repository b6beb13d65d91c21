import { linkedTo } from "../linked.js";
import { Reconnector } from "../stream/reconnector.js";
import type { Session } from "../stream/session.js";
import { takeSlot } from "../stream/take-slot.js";
import { type ConnectionReport, type OpenConnection, readConnection, runConnection } from "./connection.js";

/** Streams in a row that ended without a byte before that counts as silence. */
const EMPTY_STREAMS = 2;

/** A stream that is open already, and the function that gives its connection back. */
export interface HeldConnection {
  readonly connection: OpenConnection;
  readonly release: () => void;
}

/** Keeps the stream open: connects, reads, waits, again. */
export class Gateway {
  readonly #session: Session;
  readonly #signal: AbortSignal;
  readonly #reconnector: Reconnector;
  #emptyStreams = 0;
  #connections = 0;

  constructor(session: Session, signal: AbortSignal) {
    this.#session = session;
    this.#signal = signal;
    this.#reconnector = new Reconnector(session, signal);
  }

  /**
   * Runs until it is closed from this side, or, with `untilSilent`, until the stream opens and carries nothing. Begins
   * with `held` when there is one.
   * @throws EventsEndedError when going on cannot help
   */
  async run(options: { readonly untilSilent: boolean; readonly held?: HeldConnection }): Promise<"closed" | "silent"> {
    const { reporter } = this.#session;
    let { held } = options;
    for (;;) {
      const report = held === undefined ? await this.#connectOnce() : await this.#goOnWith(held);
      held = undefined;
      if (report?.ending === undefined) return "closed";
      const { ending } = report;
      reporter.live.connectionId = undefined;
      reporter.tell({ type: "disconnected", transport: "gateway", ending });
      this.#emptyStreams = report.empty ? this.#emptyStreams + 1 : 0;
      if (options.untilSilent && (ending.cause === "silent" || this.#emptyStreams >= EMPTY_STREAMS)) return "silent";
      if (!(await this.#reconnector.wait(ending, report))) return "closed";
    }
  }

  async #connectOnce(): Promise<ConnectionReport | undefined> {
    const release = await takeSlot(this.#session, this.#signal);
    if (release === undefined) return undefined;
    // One per connection: what a transport leaves on it ends with the connection and not with the stream.
    const link = linkedTo(this.#signal);
    try {
      if (this.#connections > 0) this.#session.reporter.counters.reconnects += 1;
      this.#connections += 1;
      return await runConnection(this.#session, link.signal);
    } finally {
      link.abort();
      release();
    }
  }

  async #goOnWith({ connection, release }: HeldConnection): Promise<ConnectionReport> {
    try {
      this.#connections += 1;
      this.#session.overlap?.handOver(this.#session.clock.monotonicMs());
      return await readConnection(this.#session, connection, this.#signal);
    } finally {
      this.#session.overlap = undefined;
      release();
    }
  }
}
