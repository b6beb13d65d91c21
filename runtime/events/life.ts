import { limits } from "../../generated/tables.js";
import { Connector } from "./connector.js";
import { CursorKeeper } from "./cursor/keeper.js";
import type { CursorRecord } from "./cursor/store.js";
import type { EventsClient, ResolvedOptions } from "./options.js";
import { Progress } from "./progress.js";
import { EventQueue, type Sink } from "./queue/event-queue.js";
import { Reconnector } from "./reconnector.js";
import { PauseMonitor, type EventsReporter } from "./reporter.js";
import { slotsOf } from "./slots.js";
import { type Grace, linkedTo } from "./time.js";

/** Milliseconds for what has been received, where nobody says otherwise. */
export const DEFAULT_GRACE_MS = 10_000;

/** Of the grace time, at most so many milliseconds are kept for saving the cursor and giving a mailbox back. */
const MAX_RESERVE_MS = 500;

/** What one life of a stream is made of. */
export interface LifeParts {
  readonly client: EventsClient;
  readonly options: ResolvedOptions;
  readonly reporter: EventsReporter;
  readonly sink: Sink;
  readonly signal: AbortSignal;
  /** What handling may take once nothing more is read; set by whoever closes the stream. */
  readonly grace: Grace;
  /** What that and saving the cursor and giving a mailbox back may take together. */
  readonly wrapUp: Grace;
}

/** Streams of this process so far: no two of them write the same name into a record. */
let streams = 0;

/** A stream from its first request until everything it took is handled or given up. */
export class StreamLife {
  readonly queue: EventQueue;
  readonly progress: Progress;
  readonly #parts: LifeParts;
  readonly #keeper: CursorKeeper | undefined;
  readonly #connector: Connector;
  /** Ends this life: closed from this side, or the cursor is another's. */
  readonly #stop: AbortController;
  #isOver = false;

  private constructor(parts: LifeParts, keeper: CursorKeeper | undefined, stop: AbortController) {
    const { client, options, reporter, sink } = parts;
    const { clock } = client;
    const { restored, wasThere = false } = keeper ?? {};
    this.#parts = parts;
    this.#keeper = keeper;
    this.#stop = stop;
    const ageMs = Math.max(0, clock.now() - (restored?.savedAtMs ?? -Infinity));
    const resumeId = resumeIdIn(restored, options.transport);
    const pauses = new PauseMonitor(reporter);
    const { maxUnhandled } = options;
    this.queue = new EventQueue({ sink, clock, resumeId, maxUnhandled, onHandled: keeper && (() => keeper.moved()) });
    this.progress = new Progress({
      config: {
        transport: restored?.transport ?? (options.transport === "mailbox" ? "mailbox" : "gateway"),
        restored,
        resumeId,
        offlineSinceMs: wasThere ? clock.monotonicMs() - ageMs : undefined,
        dedupeSize: options.dedupeSize,
        backfills: options.backfillPages !== undefined,
        writer: `${clock.now().toString(36)}${client.random().toString(36).slice(1)}-${(streams += 1)}`,
      },
      client,
      reporter,
      queue: this.queue,
      pauses,
      save: keeper && (() => keeper.flush()),
      backfillPages: options.backfillPages,
      signal: stop.signal,
    });
    this.#connector = new Connector({
      client,
      options,
      reporter,
      slots: options.slots ?? slotsOf(client, limits.gatewayConnectionsPerApp),
      progress: this.progress,
      queue: this.queue,
      pauses,
      signal: stop.signal,
      restored,
    });
  }

  /**
   * Finds out where a former process stopped, and writes a first record. Undefined when closed meanwhile.
   * @throws EventsEndedError when another consumer holds the cursor
   */
  static async begin(parts: LifeParts): Promise<StreamLife | undefined> {
    const { options, reporter, signal } = parts;
    const { cursorStore: store } = options;
    const key = options.cursorKey ?? (store === undefined ? "" : await defaultCursorKey(parts));
    if (key === undefined) return undefined;
    const stop = linkedTo(signal);
    const onTaken = () => stop.abort();
    const keeper = store && new CursorKeeper({ store, key, options, reporter, signal, onTaken });
    await keeper?.load();
    if (signal.aborted) {
      await keeper?.release();
      return undefined;
    }
    const life = new StreamLife(parts, keeper, stop);
    await keeper?.claim(life.progress.state.writer, () => life.#record());
    return life;
  }

  #record(): CursorRecord {
    return { ...this.progress.record(), ...(this.#isOver && { closed: true }) };
  }

  /** @throws EventsEndedError when going on cannot help */
  async run(): Promise<void> {
    const { reporter, grace, wrapUp, signal } = this.#parts;
    const keeper = this.#keeper;
    try {
      await this.#connector.run();
    } finally {
      // Also after an error: what has been received is handled, whatever became of the connection.
      reporter.live.phase = "closing";
      if (!signal.aborted) {
        grace.limit(DEFAULT_GRACE_MS);
        wrapUp.limit(DEFAULT_GRACE_MS);
      }
      // What is queued is the other consumer's, who goes on at the record that this one wrote last.
      if (keeper?.taken !== undefined) this.queue.close();
      const isSimple = keeper === undefined && this.progress.state.transport === "gateway";
      const reserveMs = isSimple ? 0 : Math.min(MAX_RESERVE_MS, grace.leftMs / 5);
      await this.queue.drain(grace, reserveMs);
      this.queue.close();
      this.#isOver = true;
      await wrapUp.cover(Promise.all([this.#connector.leave(), keeper?.close()]).then(() => keeper?.release()));
      this.#stop.abort();
    }
    if (keeper?.taken !== undefined) throw keeper.taken;
  }
}

/**
 * The key of a stream in its store: made of the App and the intents. An asynchronous token function has to be asked
 * before it is known whose credential it gives; while it fails, it is asked again as after any failed opening.
 * Undefined when closed meanwhile.
 */
async function defaultCursorKey({ client, options, reporter, signal }: LifeParts): Promise<string | undefined> {
  const intents = options.intents.toSorted().join(",");
  const known = () => `${client.appId} ${intents}`;
  try {
    return known();
  } catch {
    const offlineMs = () => undefined;
    const reconnector = new Reconnector({ client, options, reporter, offlineMs, onStaleView: () => undefined });
    reporter.live.phase = "connecting";
    return reconnector.untilOpen(options.transport === "mailbox" ? "mailbox" : "gateway", signal, async () => {
      await client.credentialChanged(undefined, { signal });
      return known();
    });
  }
}

function resumeIdIn(restored: CursorRecord | undefined, transport: ResolvedOptions["transport"]): string {
  if (restored?.transport === "gateway" && transport !== "mailbox") return restored.lastEventId ?? "";
  if (restored?.transport === "mailbox" && transport !== "gateway") return restored.since ?? "";
  return "";
}
