import { checkOptions, withDefaults } from "../../base/options.js";
import { ArgumentError, NoAnswerError } from "../../base/errors.js";
import type { Clock } from "../../abi/index.js";
import { DiagnosticListeners } from "../../diagnostics/diagnostics.js";
import type { StoreDiagnostic } from "../../diagnostics/store.js";
import { Deadline } from "../../base/time.js";
import { type HandlerFailure, HandlerTimeouts, type LaneName, RunContext, type Task } from "./context.js";
import { Lane } from "./lane.js";
import { Retries } from "./failure.js";
import { type DispatcherOptions, dispatcherOptions, type SettledOptions } from "./options.js";

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

/** @throws ArgumentError for options that do not exist or cannot be. */
export function createDispatcher<E>(given: DispatcherOptions<E>): Dispatcher<E> {
  checkOptions(given, dispatcherOptions, { of: "createDispatcher()" });
  const { handle }: Partial<DispatcherOptions<E>> = given; // callers without types may leave it out
  if (!handle) throw new ArgumentError("createDispatcher() needs handle, a function of an event");
  return new LaneDispatcher(withDefaults(dispatcherOptions, given) as SettledOptions<E>); // of these events
}

class LaneDispatcher<E> implements Dispatcher<E> {
  readonly #options: SettledOptions<E>;
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

  constructor(options: SettledOptions<E>) {
    this.#options = options;
    this.#clock = options.clock;
    this.#grace = new Deadline(this.#clock);
    const { laneOf } = options;
    this.#laneOf = laneOf === undefined ? () => "events" : (event) => this.#ask(laneOf, event) ?? "events";
    const { concurrency, queueLimit, interactions = {}, handlerTimeoutMs } = options;
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
    const { onFailure = "skip", random, onDiagnostic } = options;
    const run = (task: Task<E>, attempt: number, release: () => void) => this.#again(task, attempt, release);
    const sink = new DiagnosticListeners<StoreDiagnostic>();
    if (onDiagnostic !== undefined) sink.listen(onDiagnostic);
    if (onFailure !== "skip") this.#retries = new Retries(onFailure, { clock: this.#clock, random, run, report, sink });
  }

  #lane(concurrency: number, queueLimit: number): Lane<Task<E>> {
    const { order, orderKeyOf } = this.#options;
    const keyOf = order === "channel" && orderKeyOf !== undefined ? orderKeyOf : undefined;
    return new Lane<Task<E>>({
      concurrency,
      queueLimit,
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
