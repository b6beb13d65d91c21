import type { EventsClient } from "../client.js";
import type { CursorStore } from "../cursor/store.js";
import type { Dispatcher } from "../dispatch/dispatcher.js";
import type { StreamEvent } from "../event-kinds.js";
import { Grace } from "../grace.js";
import type { Entry } from "../intake/entry.js";
import { PullSink } from "../intake/pull-sink.js";
import { DispatcherSink, type Sink } from "../intake/sink.js";
import { iterate } from "./iterate.js";
import { DEFAULT_GRACE_MS, StreamLife } from "./life.js";
import type { EventsNotice } from "./notices.js";
import { type EventsOptions, resolveOptions, type ResolvedOptions } from "./options.js";
import { Reporter } from "./reporter.js";
import type { EventsState } from "./state.js";

/** An event with what is known about its arrival. */
export interface ReceivedEvent {
  readonly event: StreamEvent;
  /** The same for every delivery of the same event, and for no other event. */
  readonly identity: string;
  /** When it arrived, on the monotonic time of the client's clock. */
  readonly receivedAtMs: number;
}

/** Options of {@link EventStream.close}. */
export interface CloseOptions {
  /** Milliseconds that events already received may take to be handled. Default 10,000. */
  readonly graceMs?: number;
}

/** How a close went. */
export interface CloseResult {
  /** Events received and not handled. A restart inside the window brings them again. */
  readonly unhandled: number;
}

/**
 * Events of an App, one after the other, from whichever transport. Nothing is opened before somebody asks for events,
 * and only one asks: by iterating, by batches, or by a dispatcher.
 *
 * Delivery is at least once: an event counts as handled when the next one is asked for, or when its handler has ended.
 * Ends without error when closed, and with an {@link EventsEndedError} when going on cannot help.
 */
export class EventStream implements AsyncIterable<StreamEvent> {
  readonly #client: EventsClient;
  readonly #options: ResolvedOptions;
  readonly #store: CursorStore | undefined;
  readonly #key: string | undefined;
  readonly #reporter: Reporter;
  readonly #closing = new AbortController();
  readonly #grace: Grace;
  #life: StreamLife | undefined;
  #sink: Sink<StreamEvent> | undefined;
  #finished: Promise<void> | undefined;

  /** See `openEvents`. */
  constructor(client: EventsClient, options: EventsOptions) {
    this.#client = client;
    this.#options = resolveOptions(options, client);
    this.#store = options.cursorStore;
    this.#key = options.cursorKey;
    this.#reporter = new Reporter(client.clock);
    this.#grace = new Grace(client.clock);
    if (options.onState !== undefined) this.#reporter.listen(options.onState);
    const { signal } = options;
    if (signal?.aborted === true) this.#closing.abort();
    signal?.addEventListener("abort", () => void this.close(), { once: true, signal: this.#closing.signal });
  }

  /** Hears what happens to the stream itself. Returns how to stop listening. */
  onNotice(listener: (notice: EventsNotice) => void): () => void {
    return this.#reporter.listen(listener);
  }

  /** The stream at this moment. */
  get state(): EventsState {
    const { live, counters } = this.#reporter;
    const intake = this.#life?.intake;
    const prefix = intake?.prefix;
    const orNone = (id: string | undefined) => (id === "" ? undefined : id);
    return {
      phase: live.phase,
      transport: live.transport,
      connectionId: live.connectionId,
      version: live.version,
      lastEventId: orNone(prefix?.receivedId),
      handledEventId: orNone(prefix?.handledId),
      queued: intake?.waiting ?? 0,
      unhandled: prefix?.open ?? 0,
      lagMs: intake?.lagMs ?? 0,
      paused: live.pausedSinceMs !== undefined,
      pausedMs: live.pausedSinceMs === undefined ? 0 : this.#client.clock.monotonicMs() - live.pausedSinceMs,
      gapRisk: live.gapRisk,
      resumeLikelyLost: live.resumeLikelyLost,
      offlineMs: this.#life?.session.offlineMs ?? 0,
      attempts: live.attempt,
      counters: { ...counters, received: intake?.received ?? 0 },
    };
  }

  /** Events one by one. Leaving the loop closes the stream; the event in hand then counts as not handled. */
  [Symbol.asyncIterator](): AsyncIterator<StreamEvent, undefined> {
    return this.#iterate((sink) => sink.poll()?.event);
  }

  /** Events one by one, with what is known about their arrival. */
  entries(): AsyncIterable<ReceivedEvent> {
    return { [Symbol.asyncIterator]: () => this.#iterate<ReceivedEvent>((sink) => sink.poll()) };
  }

  /** Everything that has come since the last batch, at least one event. The cheapest way to take many. */
  batches(): AsyncIterable<readonly ReceivedEvent[]> {
    const poll = (sink: PullSink<StreamEvent>) => {
      const batch: readonly Entry<StreamEvent>[] = sink.pollAll();
      return batch.length === 0 ? undefined : batch;
    };
    return { [Symbol.asyncIterator]: () => this.#iterate<readonly ReceivedEvent[]>(poll) };
  }

  /**
   * Hands every event to the dispatcher until the stream is closed. The dispatcher stays the caller's: stop it
   * afterwards.
   * @throws EventsEndedError when going on cannot help
   */
  run(dispatcher: Dispatcher<StreamEvent>): Promise<void> {
    return this.#start(new DispatcherSink(dispatcher));
  }

  /**
   * Stops reading, waits for what has been received to be handled, saves the cursor, and gives back what the service
   * holds for it. Safe to call more than once: the time that is up first counts.
   */
  async close({ graceMs = DEFAULT_GRACE_MS }: CloseOptions = {}): Promise<CloseResult> {
    this.#grace.limit(graceMs);
    this.#closing.abort();
    // Whoever consumes the events hears of an error; closing is not the place.
    await this.#finished?.catch(() => undefined);
    return { unhandled: this.#life?.unhandled ?? 0 };
  }

  #iterate<T>(poll: (sink: PullSink<StreamEvent>) => T | undefined): AsyncIterator<T, undefined> {
    const sink = new PullSink<StreamEvent>(this.#options.queueLimit);
    // The sink hears of the end with or without an error; this covers a stream that never began.
    void this.#start(sink).catch((error: Error) => sink.end(error));
    return iterate({ sink, poll, leave: () => this.close({ graceMs: 0 }) });
  }

  #start(sink: Sink<StreamEvent>): Promise<void> {
    if (this.#sink !== undefined) {
      return Promise.reject(new TypeError("A stream of events has one consumer; open another for a second one."));
    }
    this.#sink = sink;
    this.#finished = this.#live(sink);
    return this.#finished;
  }

  async #live(sink: Sink<StreamEvent>): Promise<void> {
    let error: Error | undefined;
    try {
      this.#life = await StreamLife.begin({
        client: this.#client,
        options: this.#options,
        reporter: this.#reporter,
        sink,
        store: this.#store,
        key: this.#key,
        signal: this.#closing.signal,
        grace: this.#grace,
      });
      await this.#life?.run();
    } catch (thrown) {
      error = thrown instanceof Error ? thrown : new Error("The stream of events failed.", { cause: thrown });
    }
    // Ended by itself, too, it lets go of the caller's signal.
    this.#closing.abort();
    this.#reporter.live.phase = "ended";
    this.#reporter.tell({ type: "ended", error });
    sink.end(error);
    if (error !== undefined) throw error;
  }
}
