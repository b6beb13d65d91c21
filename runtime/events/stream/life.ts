import { limits } from "../../../generated/tables.js";
import type { EventsClient } from "../client.js";
import { type Loaded, loadCursor } from "../cursor/load.js";
import { CursorSaver } from "../cursor/saver.js";
import type { CursorRecord, CursorStore } from "../cursor/store.js";
import type { StreamEvent } from "../event-kinds.js";
import type { Grace } from "../grace.js";
import { Intake } from "../intake/intake.js";
import type { Sink } from "../intake/sink.js";
import { slotsOf } from "../slots.js";
import { defaultKey } from "./default-key.js";
import type { ResolvedOptions } from "./options.js";
import type { Reporter } from "./reporter.js";
import { Session } from "./session.js";
import { type Release, runTransports } from "./transports.js";

/** Milliseconds for what has been received, where nobody says otherwise. */
export const DEFAULT_GRACE_MS = 10_000;

/** What one life of a stream is made of. */
export interface LifeParts {
  readonly client: EventsClient;
  readonly options: ResolvedOptions;
  readonly reporter: Reporter;
  readonly sink: Sink<StreamEvent>;
  readonly store: CursorStore | undefined;
  /** Undefined: made of the App and the intents. */
  readonly key: string | undefined;
  readonly signal: AbortSignal;
  /** What handling may take once nothing more is read; set by whoever closes the stream. */
  readonly grace: Grace;
}

/** A stream from its first request until everything it took is handled or given up. */
export class StreamLife {
  readonly intake: Intake<StreamEvent>;
  readonly session: Session;
  /** Events taken and not handled when it ended. */
  unhandled = 0;
  readonly #parts: LifeParts;
  readonly #saver: CursorSaver | undefined;

  private constructor(parts: LifeParts, key: string, { restored, failure }: Partial<Loaded> = {}) {
    const { client, options, reporter, sink, store, signal } = parts;
    const { clock } = client;
    this.#parts = parts;
    const saver =
      store &&
      new CursorSaver({
        store,
        key,
        clock,
        intervalMs: options.saveIntervalMs,
        everyEvents: options.saveEveryEvents,
        record: () => this.session.record(),
        onError: (error) => reporter.tell({ type: "cursor-failed", error }),
      });
    this.#saver = saver;
    this.intake = new Intake<StreamEvent>({
      sink,
      clock,
      resumeId: resumeIdIn(restored, options.transport),
      maxUnhandled: options.maxUnhandled,
      onHandled: saver && (() => saver.moved()),
    });
    this.session = new Session({
      client,
      options,
      intake: this.intake,
      reporter,
      slots: slotsOf(client, limits.gatewayConnectionsPerApp),
      signal,
      restored,
      cursorIsLost: failure !== undefined,
      save: saver && (() => saver.flush()),
    });
  }

  /**
   * Finds out where a former process stopped, and leaves word that there is one now. Undefined when closed meanwhile.
   */
  static async begin(parts: LifeParts): Promise<StreamLife | undefined> {
    const key = parts.key ?? (parts.store === undefined ? "" : await defaultKey(parts));
    if (key === undefined) return undefined;
    const { client, reporter, store, signal } = parts;
    const loaded = store && (await loadCursor(store, key, { clock: client.clock, signal }));
    if (signal.aborted) return undefined;
    if (loaded?.failure !== undefined) reporter.tell({ type: "cursor-failed", ...loaded.failure });
    const life = new StreamLife(parts, key, loaded);
    // From here on a successor knows that there was a stream, whatever becomes of this one. A record that could not be
    // read just now says so too, and more: it stays until there is something newer.
    if (loaded?.restored === undefined && loaded?.failure === undefined) await life.#saver?.flush();
    return life;
  }

  /** @throws EventsEndedError when going on cannot help */
  async run(): Promise<void> {
    const { reporter, grace, signal } = this.#parts;
    let release: Release | undefined;
    try {
      release = await runTransports(this.session);
    } finally {
      // Also after an error: what has been received is handled, whatever became of the connection.
      reporter.live.phase = "closing";
      if (!signal.aborted) grace.limit(DEFAULT_GRACE_MS);
      this.unhandled = await this.intake.drain(grace);
      await release?.();
      this.intake.close();
      await this.#saver?.close();
    }
  }
}

function resumeIdIn(restored: CursorRecord | undefined, transport: ResolvedOptions["transport"]): string {
  if (restored?.transport === "gateway" && transport !== "mailbox") return restored.lastEventId ?? "";
  if (restored?.transport === "mailbox" && transport !== "gateway") return restored.since ?? "";
  return "";
}
