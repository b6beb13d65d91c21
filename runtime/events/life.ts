import { limits } from "../../generated/tables.js";
import { Connector } from "./connector.js";
import { CursorKeeper } from "./cursor/keeper.js";
import type { CursorRecord } from "./cursor/record.js";
import type { EventsClient, ResolvedOptions } from "./options.js";
import { Progress } from "./progress.js";
import { EventQueue, type Sink } from "./queue/event-queue.js";
import { Reconnector } from "./reconnector.js";
import { PauseMonitor, type EventsReporter } from "./reporter.js";
import { slotsOf } from "./slots.js";
import { type Deadline, linkedTo } from "../base/time.js";
/** Default grace time, in milliseconds. */
export const DEFAULT_GRACE_MS = 10_000;

/** Most milliseconds of the grace time that are kept for saving the cursor and returning a mailbox. */
const MAX_RESERVE_MS = 500;

/** Parts of a {@link StreamLife}. */
export interface LifeParts {
  readonly client: EventsClient;
  readonly options: ResolvedOptions;
  readonly reporter: EventsReporter;
  readonly sink: Sink;
  readonly signal: AbortSignal;
  /** Deadline for received events to be handled, once the stream is closed. */
  readonly grace: Deadline;
  /** Deadline for that, for saving the cursor and for returning a mailbox together. */
  readonly wrapUp: Deadline;
}

/** Number of streams of this process so far: makes writer names unique. */
let streams = 0;

/** One run of a stream, from loading the cursor until every received event is handled or given up. */
export class StreamLife {
  readonly queue: EventQueue;
  readonly progress: Progress;
  readonly #parts: LifeParts;
  readonly #keeper: CursorKeeper | undefined;
  readonly #connector: Connector;
  /** Aborted when the stream is closed, or another consumer has taken the cursor. */
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
        ...(restored?.othersSinceMs !== undefined && {
          addedSinceMs: clock.monotonicMs() - Math.max(0, clock.now() - restored.othersSinceMs),
        }),
        offlineSinceMs: wasThere ? clock.monotonicMs() - ageMs : undefined,
        dedupeSize: options.dedupeSize,
        intents: options.intents,
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
   * Loads the record of a former process, and saves a first one. Undefined when closed meanwhile.
   * @throws EventsEndedError when another consumer holds the cursor
   */
  static async begin(parts: LifeParts): Promise<StreamLife | undefined> {
    const { options, reporter, signal, wrapUp } = parts;
    const { cursorStore: store } = options;
    const appId = store === undefined ? "" : await knownAppId(parts);
    if (appId === undefined) return undefined;
    const key = options.cursorKey === undefined ? appId : `${appId}.${options.cursorKey}`;
    const stop = linkedTo(signal);
    const onTaken = () => stop.abort();
    const keeper = store && new CursorKeeper({ store, key, options, reporter, signal, onTaken });
    await keeper?.load();
    if (signal.aborted) {
      await wrapUp.cover(keeper?.release() ?? Promise.resolve());
      return undefined;
    }
    const life = new StreamLife(parts, keeper, stop);
    // A store that hangs must not outlast the time that `close` gives.
    if (keeper !== undefined) await wrapUp.cover(keeper.claim(life.progress.state.writer, () => life.#record()));
    return life;
  }

  #record(): CursorRecord {
    if (!this.#isOver) return this.progress.record();
    return { ...this.progress.record(), closed: true, ...(!this.progress.state.wasOpen && { unopened: true }) };
  }

  /** @throws EventsEndedError when a retry cannot help */
  async run(): Promise<void> {
    const { reporter, grace, wrapUp, signal } = this.#parts;
    const keeper = this.#keeper;
    try {
      await this.#connector.run();
    } finally {
      // After an error, too, received events are handled.
      reporter.live.phase = "closing";
      this.progress.reportRepeats();
      if (!signal.aborted) {
        grace.limit(DEFAULT_GRACE_MS);
        wrapUp.limit(DEFAULT_GRACE_MS);
      }
      // Queued events belong to the other consumer, who goes on at the last record of this one.
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
 * The App's id, with which the key of a record begins: Apps may share a store. The key has no intents, which may change
 * from one start to the next: the record has them. The id is part of the credential, so an asynchronous token function
 * is called first, and called again when it fails, as after a failed connection. Undefined when closed meanwhile.
 */
async function knownAppId({ client, options, reporter, signal }: LifeParts): Promise<string | undefined> {
  const known = () => client.appId;
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
