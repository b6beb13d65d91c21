import { checkOptions } from "../base/options.js";
import { ArgumentError } from "../base/errors.js";
import type { EventsDiagnostic } from "../diagnostics/events.js";
import type { DiagnosticListener } from "../diagnostics/index.js";
import { hasMethods } from "../base/values.js";
import {
  checkIntents,
  type EventsClient,
  eventsOptions,
  type EventsOptions,
  type ResolvedOptions,
  resolveOptions,
} from "./options.js";
import { EventsEndedError } from "./ended-error.js";
import type { Dispatcher } from "./dispatch/dispatcher.js";
import type { StreamEvent } from "./event-kinds.js";
import { DEFAULT_GRACE_MS, StreamLife } from "./life.js";
import { AckSink, iterate, PullSink } from "./queue/pull-sink.js";
import type { AckableEvent, ReceivedEvent } from "./queue/queued-event.js";
import { DispatcherSink, type Sink } from "./queue/event-queue.js";
import { type EventsState, EventsReporter } from "./reporter.js";
import { Deadline } from "../base/time.js";

/** Options of {@link EventStream.close}. */
export interface CloseOptions {
  /** Milliseconds that events already received may take to be handled. Default 10,000. */
  readonly graceMs?: number;
}

/** Result of {@link EventStream.close}. */
export interface CloseResult {
  /** Number of events received and not handled. A restart inside the resume window brings them again. */
  readonly unhandled: number;
}

/**
 * Events of an App, one after the other, from either transport. Nothing is opened before a consumer asks for events.
 * There is one consumer: an iterator, batches, or a dispatcher.
 *
 * Delivery is at least once: an event counts as handled when the next one is asked for, or when its handler has ended.
 * Ends without error when closed, and with an {@link EventsEndedError} when a retry cannot help.
 */
export class EventStream implements AsyncIterable<StreamEvent> {
  readonly #client: EventsClient;
  readonly #options: ResolvedOptions;
  readonly #reporter: EventsReporter;
  readonly #closing = new AbortController();
  readonly #grace: Deadline;
  readonly #wrapUp: Deadline;
  #life: StreamLife | undefined;
  #sink: Sink | undefined;
  #finished: Promise<void> | undefined;

  /** See `openEvents`. */
  constructor(client: EventsClient, options: EventsOptions) {
    this.#client = client;
    this.#options = resolveOptions(options, client);
    this.#reporter = new EventsReporter(client.clock);
    this.#grace = new Deadline(client.clock);
    this.#wrapUp = new Deadline(client.clock);
    if (options.onDiagnostic !== undefined) this.#reporter.listen(options.onDiagnostic);
    const { signal } = options;
    if (signal?.aborted === true) this.#closing.abort();
    signal?.addEventListener("abort", () => void this.close(), { once: true, signal: this.#closing.signal });
  }

  /** Adds a listener beside the option of the same name. Returns a function that removes it. */
  onDiagnostic(listener: DiagnosticListener<EventsDiagnostic>): () => void {
    return this.#reporter.listen(listener);
  }

  /** Snapshot of the stream. */
  get state(): EventsState {
    const { live, counters, clock } = this.#reporter;
    const { progress, queue } = this.#life ?? {};
    const nowMs = clock.monotonicMs();
    const counts = progress?.state.counts ?? { received: 0, duplicates: 0, unknown: 0 };
    const orNone = (id: string | undefined) => (id === "" ? undefined : id);
    return {
      phase: live.phase,
      transport: live.transport,
      connectionId: live.connectionId,
      version: live.version,
      lastEventId: orNone(progress?.state.receivedId),
      handledEventId: orNone(queue?.acks.handledId),
      queued: queue?.waiting ?? 0,
      unhandled: queue?.acks.open ?? 0,
      lagMs: queue?.lagMs ?? 0,
      paused: live.pausedSinceMs !== undefined,
      pausedMs: live.pausedSinceMs === undefined ? 0 : nowMs - live.pausedSinceMs,
      gapRisk: live.gapRisk,
      resumeLikelyLost: live.resumeLikelyLost,
      offlineMs: progress?.offlineMs ?? 0,
      attempts: live.attempt,
      counters: { ...counters, ...counts },
    };
  }

  /** Events one by one. Leaving the loop closes the stream; the event in hand then counts as not handled. */
  [Symbol.asyncIterator](): AsyncIterator<StreamEvent, undefined> {
    return this.#iterate((sink) => sink.poll()?.event);
  }

  /**
   * Events one by one, with their arrival. With `ack: "manual"` each counts as handled once its `ack()` is called, in
   * any order, and comes again after its `nack()`; up to `maxUnhandled` may be open.
   * @throws ArgumentError for other options
   */
  entries(): AsyncIterable<ReceivedEvent>;
  entries(options: { readonly ack: "manual" }): AsyncIterable<AckableEvent>;
  entries(options?: { readonly ack: "manual" }): AsyncIterable<ReceivedEvent> {
    // Of any type without TypeScript. Taken for nothing, `{}` would acknowledge what its caller means to acknowledge.
    const { ack }: { readonly ack?: unknown } = Object(options) as object;
    if (options !== undefined && ack !== "manual") {
      throw new ArgumentError('entries() takes nothing, or { ack: "manual" }');
    }
    const one = () => this.#iterate<ReceivedEvent>((sink) => sink.poll());
    const ackable = () => {
      const sink = new AckSink(this.#options.queueLimit, this.#client.clock);
      return this.#iterate<ReceivedEvent>(() => sink.pollAckable(), sink);
    };
    return { [Symbol.asyncIterator]: options === undefined ? one : ackable };
  }

  /** Everything that has come since the last batch, at least one event. The cheapest way to take many. */
  batches(): AsyncIterable<readonly ReceivedEvent[]> {
    const poll = (sink: PullSink) => {
      const batch: readonly ReceivedEvent[] = sink.pollAll();
      return batch.length === 0 ? undefined : batch;
    };
    return { [Symbol.asyncIterator]: () => this.#iterate<readonly ReceivedEvent[]>(poll) };
  }

  /**
   * Hands every event to the dispatcher until the stream is closed. Stop the dispatcher yourself afterwards.
   * @throws EventsEndedError when a retry cannot help
   */
  run(dispatcher: Dispatcher<StreamEvent>): Promise<void> {
    const { offer }: { readonly offer?: unknown } = Object(dispatcher) as object; // foreign code: read by shape
    if (typeof offer !== "function") {
      return Promise.reject(new ArgumentError("run() takes a dispatcher, made by createDispatcher()"));
    }
    return this.#start(new DispatcherSink(dispatcher));
  }

  /**
   * Stops reading, waits until received events are handled, saves the cursor, and returns the mailbox if there is no
   * store: all within `graceMs`, whatever store and service do. May be called more than once: the earliest deadline
   * counts.
   */
  close({ graceMs = DEFAULT_GRACE_MS }: CloseOptions = {}): Promise<CloseResult> {
    return this.#close(graceMs, graceMs);
  }

  async #close(graceMs: number, wrapUpMs: number): Promise<CloseResult> {
    this.#grace.limit(graceMs);
    this.#wrapUp.limit(wrapUpMs);
    // Without a grace time its listeners may be gone before the rest has ended.
    this.#life?.progress.reportRepeats();
    this.#closing.abort();
    // The consumer gets the error; `close` does not reject.
    await this.#wrapUp.cover(this.#finished?.catch(() => undefined) ?? Promise.resolve());
    return { unhandled: this.#life?.queue.acks.open ?? 0 };
  }

  #iterate<T>(
    poll: (sink: PullSink) => T | undefined,
    sink = new PullSink(this.#options.queueLimit),
  ): AsyncIterator<T, undefined> {
    // Needed for a stream that never began; all others end their sink themselves.
    void this.#start(sink).catch((error: Error) => sink.end(error));
    return iterate({ sink, poll, leave: () => this.#close(0, DEFAULT_GRACE_MS) });
  }

  #start(sink: Sink): Promise<void> {
    if (this.#sink !== undefined) {
      return Promise.reject(new ArgumentError("A stream of events has one consumer; open another for a second one"));
    }
    this.#sink = sink;
    this.#finished = this.#live(sink);
    return this.#finished;
  }

  async #live(sink: Sink): Promise<void> {
    let error: Error | undefined;
    try {
      this.#life = await StreamLife.begin({
        client: this.#client,
        options: this.#options,
        reporter: this.#reporter,
        sink,
        signal: this.#closing.signal,
        grace: this.#grace,
        wrapUp: this.#wrapUp,
      });
      await this.#life?.run();
    } catch (thrown) {
      error = thrown instanceof Error ? thrown : noError(thrown);
    }
    // Removes the listener from the caller's signal, also when the stream ended by itself.
    this.#closing.abort();
    this.#reporter.live.phase = "ended";
    this.#reporter.report("ended", { error });
    sink.end(error);
    if (error !== undefined) throw error;
  }
}

/** The error that a stream ends with when code of the App throws a value that is not an error. */
const noError = (cause: unknown): EventsEndedError =>
  new EventsEndedError({
    reason: "thrown",
    remedy: "fix-code",
    meaning: "Something on this side threw what is no Error.",
    cause,
  });

/**
 * The events of an App, typed, from the push stream or the mailbox.
 *
 * A broken connection is resumed where it stopped, duplicates are left out, and events that may be lost are always
 * reported as a `gap`. Reading stops when the consumer stops.
 *
 * ```ts
 * for await (const event of openEvents(client, { intents: ["messages"] })) {
 *   if (event.type === "message_create") console.log(event.message.content);
 * }
 * ```
 *
 * Nothing is sent before the stream is consumed. Rejects the consumer with an `EventsEndedError` when trying
 * again cannot help; its `remedy` says what can.
 * @throws ArgumentError for options that do not exist or make no sense
 */
export function openEvents(client: EventsClient, options: EventsOptions): EventStream {
  if (!hasMethods(client, "openStream")) throw new ArgumentError("openEvents() takes a client, and options");
  checkOptions(options, eventsOptions, { of: "openEvents()" });
  checkIntents(options);
  const { intents }: Partial<EventsOptions> = options; // callers without types may leave it out
  if (intents === undefined || intents.length === 0)
    throw new ArgumentError("intents must name at least one family of events");
  return new EventStream(client, options);
}
