import type { Clock } from "../../abi/index.js";
import { AppsError } from "../../base/errors.js";

/** What a handler gets beside its event. */
export interface DispatchContext {
  /**
   * Aborted when the handler takes longer than `handlerTimeoutMs`, unless it handles an interaction, and when a stop
   * runs out of grace time. Made when it is first read, because a signal costs more than handing over an event.
   */
  readonly signal: AbortSignal;
  /** The same for every delivery of the same event, and for no other event: a key to deduplicate by. */
  readonly identity: string;
  /** Number of this run of the handler for this event in this process, from 1: see `onFailure`. */
  readonly attempt: number;
  /** Milliseconds since the event arrived, time in the queue included. */
  readonly ageMs: number;
  /** Whether it was read by history after a gap, and not sent by the service: see `onGap`. */
  readonly backfilled: boolean;
  /**
   * A `clientRef` for the next message written in reaction to this event. The first call of every delivery of the
   * event gives the same text, the second another, and so on: a redelivered event cannot post twice. Another App that
   * hears of the same message gets the same text, and a channel stores it once: where two Apps write in reaction to one
   * event, use `clientRefs(context.identity, client.appId)`. An `App` does so by itself.
   */
  clientRef(): string;
}

/** Parts of a context that only few handlers use. */
interface Extras {
  attempt?: number;
  controller?: AbortController;
  abortReason?: Error;
  refs?: () => string;
}

/** Context of one run of one handler. Small and without private methods, because one is created for every event. */
export class RunContext<E> implements DispatchContext {
  readonly task: Task<E>;
  readonly #clock: Clock;
  #extras: Extras | undefined;

  constructor(task: Task<E>, clock: Clock, attempt = 1) {
    this.task = task;
    if (attempt > 1) this.#extras = { attempt };
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    const extras = (this.#extras ??= {});
    if (extras.controller === undefined) {
      extras.controller = new AbortController();
      if (extras.abortReason !== undefined) extras.controller.abort(extras.abortReason);
    }
    return extras.controller.signal;
  }

  get attempt(): number {
    return this.#extras?.attempt ?? 1;
  }

  get identity(): string {
    return this.task.identity;
  }

  get ageMs(): number {
    return this.#clock.monotonicMs() - this.task.receivedAtMs;
  }

  get backfilled(): boolean {
    return this.task.backfilled === true;
  }

  clientRef(): string {
    const extras = (this.#extras ??= {});
    extras.refs ??= clientRefs(this.task.identity);
    return extras.refs();
  }

  abort(reason: Error): void {
    const extras = (this.#extras ??= {});
    extras.abortReason = reason;
    extras.controller?.abort(reason);
  }
}

/** One event on its way to a handler. */
export interface Task<E> {
  readonly event: E;
  /** When it arrived, on the clock's monotonic time. */
  readonly receivedAtMs: number;
  /** The same for every delivery of the same event, and for no other event. */
  readonly identity: string;
  /** Whether it was read by history after a gap. */
  readonly backfilled?: boolean;
  /** Called once the event counts as handled. Not called for events that a stop abandoned. */
  settled(): void;
}

/** The two lanes of a dispatcher. */
export type LaneName = "events" | "interactions";

/**
 * The `clientRef`s of one event, in order of use: each is made of the identity of the event and a running number. A
 * redelivered event gets the same ones in the same order, so writing in reaction to it twice stores one message. Plain
 * ASCII; nothing in it is secret.
 *
 * @param identity same for every delivery of the event, different for every other event
 * @param scope tells independent users of one event apart, for example two handlers or two Apps. Default: none.
 * @see MSG-13 of the rules
 */
export function clientRefs(identity: string, scope?: string): () => string {
  const stem = ascii(scope === undefined ? identity : `${identity}~${scope}`);
  let ordinal = 0;
  return () => {
    ordinal += 1;
    return `${stem}.${ordinal}`;
  };
}

/** Percent-encodes everything but plain ASCII; a lone surrogate cannot be encoded and is replaced. */
const ascii = (text: string): string => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));

/** A handler took longer than `handlerTimeoutMs`. */
export class HandlerTimeout extends AppsError {
  readonly kind = "handler";

  override get name(): string {
    return "HandlerTimeout";
  }

  constructor(timeoutMs: number, name?: string) {
    super(
      `The handler${name === undefined ? "" : ` of ${name}`} took longer than handlerTimeoutMs (${timeoutMs} ms); it is no longer waited for.`,
    );
  }
}

/** What a handler threw or rejected with. */
export interface HandlerFailure {
  readonly error: unknown;
  /** Of a handler that took too long and was aborted: resolves once it has ended, or is taken for one that never will. */
  readonly ended?: Promise<void>;
}

/** A handler is taken for one that never ends when it goes on for so long after it was aborted. */
const patienceMs = (timeoutMs: number): number => Math.max(60_000, 10 * timeoutMs);

interface Run<E> {
  readonly context: RunContext<E>;
  readonly startedAtMs: number;
  readonly done: (failure: HandlerFailure | undefined) => void;
}

interface TimeoutOptions<E> {
  /** 0: no time limit. */
  readonly timeoutMs: number;
  readonly clock: Clock;
  /** Whether the handler of this event may go on after its time: only its place in the lane is freed. */
  readonly mayGoOn: (event: E) => boolean;
  /** What its handler is called, once it has taken too long. */
  readonly nameOf: ((event: E) => string | undefined) | undefined;
  /** Whether anything follows the end of an aborted handler: see {@link HandlerFailure.ended}. */
  readonly awaitsEnd: boolean;
  /** Called with errors of handlers that fail after their time. */
  readonly onLateError: (error: unknown, event: E) => void;
}

/**
 * Handlers at work, oldest first, watched by one timer for all of them.
 *
 * The signal of a handler that takes too long is aborted and its place is freed: a handler that never ends must not
 * hold back its channel and the cursor for good. A handler of an interaction may wait for a person or do a long job:
 * it goes on, and no longer counts as running.
 */
export class HandlerTimeouts<E> {
  readonly #options: TimeoutOptions<E>;
  readonly #runs = new Set<Run<E>>();
  /** Handlers that go on after their time. */
  readonly #goingOn = new Set<Run<E>>();
  /** Handlers that were aborted and have not ended, and what to call when they do. */
  readonly #overdue = new Map<Run<E>, (() => void) | undefined>();
  #cancelTimer: (() => void) | undefined;
  readonly #cancels = new Set<() => void>();
  #stopped = false;

  constructor(options: TimeoutOptions<E>) {
    this.#options = options;
  }

  /** Number of handlers that have exceeded their time and not ended. */
  get count(): number {
    return this.#overdue.size + this.#goingOn.size;
  }

  /**
   * Calls `done` when `work` ends or exceeds its time, whichever comes first, with the failure if there is one. Not
   * called after {@link abortAll}: what ends then was abandoned.
   */
  watch(context: RunContext<E>, work: PromiseLike<void>, done: Run<E>["done"]): void {
    const run = { context, startedAtMs: this.#options.clock.monotonicMs(), done };
    this.#runs.add(run);
    this.#arm();
    work.then(
      () => this.#ended(run, undefined),
      (error: unknown) => this.#ended(run, { error }),
    );
  }

  /** Aborts all running handlers without settling their events. Returns how many there were. */
  abortAll(reason: Error): number {
    this.#stopped = true;
    this.#cancelTimer?.();
    for (const cancel of this.#cancels) cancel();
    for (const { context } of [...this.#runs, ...this.#goingOn]) context.abort(reason);
    return this.#runs.size;
  }

  #ended(run: Run<E>, failure: HandlerFailure | undefined): void {
    if (this.#runs.delete(run)) {
      // A handler that ends after the stop was abandoned: to settle its event would move a cursor that is already
      // saved.
      if (!this.#stopped) return run.done(failure);
    } else if (!this.#goingOn.delete(run)) {
      this.#overdue.get(run)?.();
      this.#overdue.delete(run);
    }
    if (failure !== undefined) this.#options.onLateError(failure.error, run.context.task.event);
  }

  #arm(): void {
    const { timeoutMs, clock } = this.#options;
    if (timeoutMs === 0 || this.#cancelTimer !== undefined) return;
    const [oldest] = this.#runs;
    if (oldest === undefined) return;
    const dueInMs = oldest.startedAtMs + timeoutMs - clock.monotonicMs();
    this.#cancelTimer = clock.schedule(() => this.#sweep(), Math.max(0, dueInMs));
  }

  #sweep(): void {
    const { timeoutMs, clock, mayGoOn } = this.#options;
    this.#cancelTimer = undefined;
    const startedBefore = clock.monotonicMs() - timeoutMs;
    for (const run of this.#runs) {
      if (run.startedAtMs > startedBefore) break;
      this.#runs.delete(run);
      if (mayGoOn(run.context.task.event)) {
        this.#goingOn.add(run);
        run.done(undefined);
        continue;
      }
      this.#overdue.set(run, undefined);
      const error = new HandlerTimeout(timeoutMs, this.#options.nameOf?.(run.context.task.event));
      run.context.abort(error);
      run.done(this.#options.awaitsEnd ? { error, ended: this.#ending(run) } : { error });
    }
    this.#arm();
  }

  #ending(run: Run<E>): Promise<void> {
    const { timeoutMs, clock } = this.#options;
    return new Promise((resolve) => {
      const cancel = clock.schedule(resolve, patienceMs(timeoutMs));
      this.#cancels.add(cancel);
      this.#overdue.set(run, () => {
        cancel();
        this.#cancels.delete(cancel);
        resolve();
      });
    });
  }
}
