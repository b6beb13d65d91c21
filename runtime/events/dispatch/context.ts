import type { Clock } from "../../abi/index.js";
import { clientRefs } from "../client-ref.js";
import type { Task } from "./task.js";

/** What a handler gets beside its event. */
export interface HandlerContext {
  /**
   * Aborted when the handler takes longer than `handlerTimeoutMs` and when a stop runs out of grace time. Made when it
   * is first read, because a signal costs more than handing over an event.
   */
  readonly signal: AbortSignal;
  /** The same for every delivery of the same event: what to deduplicate by where doing something twice would matter. */
  readonly identity: string;
  /** Milliseconds since the event arrived, time in the queue included. */
  readonly ageMs: number;
  /**
   * A `clientRef` for the next message written in reaction to this event. The first call of every delivery of the
   * event gives the same text, the second another, and so on: a redelivered event cannot post twice.
   */
  clientRef(): string;
}

/** Context of one run of one handler. */
export class RunContext<E> implements HandlerContext {
  readonly task: Task<E>;
  readonly #clock: Clock;
  #controller: AbortController | undefined;
  #abortReason: unknown;
  #refs: (() => string) | undefined;

  constructor(task: Task<E>, clock: Clock) {
    this.task = task;
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#abortReason !== undefined) this.#controller.abort(this.#abortReason);
    }
    return this.#controller.signal;
  }

  get identity(): string {
    return this.task.identity;
  }

  get ageMs(): number {
    return this.#clock.monotonicMs() - this.task.receivedAtMs;
  }

  clientRef(): string {
    this.#refs ??= clientRefs(this.task.identity);
    return this.#refs();
  }

  abort(reason: Error): void {
    this.#abortReason = reason;
    this.#controller?.abort(reason);
  }
}
