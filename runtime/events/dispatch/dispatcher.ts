import { ArgumentError, NoAnswerError } from "../../base/errors.js";
import { type Clock, systemClock } from "../../abi/index.js";
import { DiagnosticListeners } from "../../diagnostics/diagnostics.js";
import type { StoreDiagnostic } from "../../diagnostics/store.js";
import { Deadline } from "../../base/time.js";
import {
  type DispatchContext,
  type HandlerFailure,
  HandlerTimeouts,
  type LaneName,
  RunContext,
  type Task,
} from "./context.js";
import { Lane } from "./lane.js";
import { type OnFailure, Retries } from "./failure.js";

/** How handlers are run. */
export interface DispatcherOptions<E> {
  /** Called for each event. What it throws or rejects with goes to `onError`, then `onFailure` decides. */
  readonly handle: (event: E, context: DispatchContext) => void | Promise<void>;
  /** Most handlers of events at work at the same time. Default 16. */
  readonly concurrency?: number;
  /** Most events waiting; when full, the source is not read. Default 1,000. */
  readonly queueLimit?: number;
  /**
   * `none` (default): events are started in order and may overtake each other while at work. `channel`: one after the
   * other within a channel; events that name no channel, within their server.
   */
  readonly order?: "none" | "channel";
  /** Interactions have a lane of their own, which other events cannot fill. Defaults: as above, each. */
  readonly interactions?: { readonly concurrency?: number; readonly queueLimit?: number };
  /**
   * The signal of a handler that takes longer is aborted, and the handler is no longer waited for. A handler of an
   * interaction is not aborted and may go on; its event counts as handled, and its place is free. Default 60,000; 0:
   * never.
   */
  readonly handlerTimeoutMs?: number;
  /**
   * What happens when a handler fails or takes too long. `skip` (default): its event counts as handled, and a handler
   * that takes too long is no longer waited for. Otherwise the handler is run again, and its event counts as handled
   * once a run succeeds, or once its retries are used up and its dead letter, if there is a store for it, is written.
   * Meanwhile the event keeps its place in the lane, and under `order: "channel"` later events of the channel wait. A
   * handler that was aborted by `handlerTimeoutMs` is run again only once it has ended, or has gone on for ten times
   * that time and at least a minute.
   */
  readonly onFailure?: OnFailure;
  /** Chance, from 0 (included) to 1. Default: `Math.random`. */
  readonly random?: () => number;
  /** Called with errors of handlers, timeouts included, and of the two functions below. Default: `console.error`. */
  readonly onError?: (error: unknown, event: E) => void;
  /** Lane of an event. Default, and when it throws: `events`. */
  readonly laneOf?: (event: E) => LaneName;
  /** Events with the same key keep their order under `order: "channel"`. When it throws, the event is not ordered. */
  readonly orderKeyOf?: (event: E) => string | undefined;
  /** What the handler of an event is called in the error when it takes too long. Must not throw. */
  readonly nameOf?: (event: E) => string | undefined;
  readonly clock?: Clock;
  /** Called when the store of dead letters is slow, fails or does not answer. */
  readonly onDiagnostic?: (diagnostic: StoreDiagnostic) => void;
}

/** Load of a dispatcher at one moment. */
export interface DispatcherSnapshot {
  /** Events waiting, interactions included. */
  readonly queued: number;
  /** Handlers at work, interactions included. */
  readonly running: number;
  readonly interactions: { readonly queued: number; readonly running: number };
  /** Handlers beyond `handlerTimeoutMs` that have not ended yet. */
  readonly overdue: number;
}

/** Result of {@link Dispatcher.stop}. */
export interface StopResult {
  /** Events that were waiting or at work when the grace time ended. They count as not handled. */
  readonly abandoned: number;
}

/** Runs handlers within limits. Made by `createDispatcher`. */
export interface Dispatcher<E> {
  /** Takes an event, to run now or later. False: its lane is full, or the dispatcher is stopping. */
  offer(task: Task<E>): boolean;
  /** Whether events of this lane can be taken. */
  hasRoom(lane: LaneName): boolean;
  laneOf(event: E): LaneName;
  /** Calls back whenever there may be room again. Returns how to stop that. */
  onRoom(callback: () => void): () => void;
  /**
   * Takes nothing more, waits for what is waiting and at work, and after `graceMs` (default 10,000) aborts and abandons
   * the rest. Safe to call more than once: the time that is up first counts.
   */
  stop(options?: { readonly graceMs?: number }): Promise<StopResult>;
  readonly snapshot: DispatcherSnapshot;
}

/**
 * Does not check names and kinds of options; `checked.ts` does.
 *
 * @throws ArgumentError when a limit is not a whole number of at least 1.
 */
export function createDispatcher<E>(options: DispatcherOptions<E>): Dispatcher<E> {
  return new LaneDispatcher(options);
}

class LaneDispatcher<E> implements Dispatcher<E> {
  readonly #options: DispatcherOptions<E>;
  readonly #clock: Clock;
  readonly #lanes: Readonly<Record<LaneName, Lane<Task<E>>>>;
  readonly #timeouts: HandlerTimeouts<E>;
  readonly #retries: Retries<E> | undefined;
  readonly #roomListeners = new Set<() => void>();
  readonly #laneOf: (event: E) => LaneName;
  readonly #grace: Deadline;
  #stopping = false;
  #stopped: Promise<StopResult> | undefined;
  #onIdle: (() => void) | undefined;

  constructor(options: DispatcherOptions<E>) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#grace = new Deadline(this.#clock);
    const { laneOf } = options;
    this.#laneOf = laneOf === undefined ? () => "events" : (event) => this.#ask(laneOf, event) ?? "events";
    const { concurrency = 16, queueLimit = 1000, interactions = {}, handlerTimeoutMs = 60_000 } = options;
    this.#lanes = {
      events: this.#lane(concurrency, queueLimit),
      interactions: this.#lane(interactions.concurrency ?? concurrency, interactions.queueLimit ?? queueLimit),
    };
    const report = (error: unknown, event: E) => this.#report(error, event);
    this.#timeouts = new HandlerTimeouts({
      timeoutMs: handlerTimeoutMs,
      clock: this.#clock,
      awaitsEnd: options.onFailure !== undefined && options.onFailure !== "skip",
      nameOf: options.nameOf,
      mayGoOn: (event) => this.#laneOf(event) === "interactions",
      onLateError: report,
    });
    const { onFailure = "skip", random = Math.random, onDiagnostic } = options;
    const run = (task: Task<E>, attempt: number, release: () => void) => this.#again(task, attempt, release);
    const sink = new DiagnosticListeners<StoreDiagnostic>();
    if (onDiagnostic !== undefined) sink.listen(onDiagnostic);
    if (onFailure !== "skip") this.#retries = new Retries(onFailure, { clock: this.#clock, random, run, report, sink });
  }

  #lane(concurrency: number, queueLimit: number): Lane<Task<E>> {
    const { order = "none", orderKeyOf } = this.#options;
    const keyOf = order === "channel" && orderKeyOf !== undefined ? orderKeyOf : undefined;
    return new Lane<Task<E>>({
      concurrency: atLeastOne("concurrency", concurrency),
      queueLimit: atLeastOne("queueLimit", queueLimit),
      keyOf: keyOf === undefined ? () => undefined : (task) => this.#ask(keyOf, task.event),
      start: (task) => this.#start(task),
      onRoom: () => this.#notifyRoom(),
      onIdle: () => {
        if (this.#onIdle !== undefined && this.#idle) this.#onIdle();
      },
    });
  }

  get snapshot(): DispatcherSnapshot {
    const { events, interactions } = this.#lanes;
    return {
      queued: events.depth + interactions.depth,
      running: events.running + interactions.running,
      interactions: { queued: interactions.depth, running: interactions.running },
      overdue: this.#timeouts.count,
    };
  }

  laneOf(event: E): LaneName {
    return this.#laneOf(event);
  }

  hasRoom(lane: LaneName): boolean {
    return !this.#stopping && this.#lanes[lane].hasRoom;
  }

  offer(task: Task<E>): boolean {
    return !this.#stopping && this.#lanes[this.#laneOf(task.event)].offer(task);
  }

  onRoom(callback: () => void): () => void {
    this.#roomListeners.add(callback);
    return () => void this.#roomListeners.delete(callback);
  }

  stop({ graceMs = 10_000 }: { readonly graceMs?: number } = {}): Promise<StopResult> {
    this.#stopping = true;
    this.#grace.limit(graceMs);
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<StopResult> {
    if (!this.#idle) {
      const idle = new Promise<void>((resolve) => {
        this.#onIdle = resolve;
      });
      await this.#grace.cover(idle);
    }
    const waiting = this.#lanes.events.abandon() + this.#lanes.interactions.abandon();
    const retrying = this.#retries?.stop() ?? 0;
    const reason = new NoAnswerError("The dispatcher stopped", { reason: "aborted" });
    return { abandoned: waiting + retrying + this.#timeouts.abortAll(reason) };
  }

  get #idle(): boolean {
    return this.#lanes.events.idle && this.#lanes.interactions.idle;
  }

  /** Calls a function of the App. An error in it is reported and must not hold up events. */
  #ask<Told>(tell: (event: E) => Told, event: E): Told | undefined {
    try {
      return tell(event);
    } catch (error) {
      this.#report(error, event);
      return undefined;
    }
  }

  #notifyRoom(): void {
    for (const listener of this.#roomListeners) listener();
  }

  #start(task: Task<E>): Promise<void> | undefined {
    const context = new RunContext(task, this.#clock);
    try {
      const work = this.#options.handle(task.event, context);
      if (isPending(work)) return this.#untilEnded(context, work);
      task.settled();
    } catch (error) {
      if (this.#retries !== undefined) return this.#untilRetried(context, error);
      this.#report(error, task.event);
      task.settled();
    }
    return undefined;
  }

  // Apart from `#start`: variables that a function shares with a closure cost memory at each call of it.
  #untilEnded(context: RunContext<E>, work: PromiseLike<void>): Promise<void> {
    return new Promise((release) => this.#watch(context, work, release));
  }

  #untilRetried(context: RunContext<E>, error: unknown): Promise<void> {
    return new Promise((release) => this.#ended(context, { error }, release));
  }

  /** Runs a handler that failed before. */
  #again(task: Task<E>, attempt: number, release: () => void): void {
    const context = new RunContext(task, this.#clock, attempt);
    try {
      const work = this.#options.handle(task.event, context);
      if (isPending(work)) this.#watch(context, work, release);
      else this.#ended(context, undefined, release);
    } catch (error) {
      this.#ended(context, { error }, release);
    }
  }

  #watch(context: RunContext<E>, work: PromiseLike<void>, release: () => void): void {
    this.#timeouts.watch(context, work, (failure) => this.#ended(context, failure, release));
  }

  #ended({ task, attempt }: RunContext<E>, failure: HandlerFailure | undefined, release: () => void): void {
    if (failure !== undefined && this.#retries !== undefined) {
      return this.#retries.failed(task, { ...failure, attempt }, release);
    }
    if (failure !== undefined) this.#report(failure.error, task.event);
    task.settled();
    release();
  }

  #report(error: unknown, event: E): void {
    const { onError = logError } = this.#options;
    try {
      const told: unknown = onError(error, event);
      if (isPending(told)) told.then(undefined, logError);
    } catch (failure) {
      logError(failure);
    }
  }
}

/** Whether a result has to be waited for: handlers without types may return anything. */
const isPending = (work: unknown): work is PromiseLike<void> =>
  typeof (work as { readonly then?: unknown } | null | undefined)?.then === "function"; // read by shape

function logError(error: unknown): void {
  console.error("An event handler failed:", error);
}

function atLeastOne(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 1) return value;
  throw new ArgumentError(`${name} must be a whole number of at least 1, got ${value}`);
}
