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

/** What only few handlers ask for. */
interface Extras {
  controller?: AbortController;
  abortReason?: Error;
  refs?: () => string;
}

/** Context of one run of one handler. Small, because there is one for every event. */
export class RunContext<E> implements HandlerContext {
  readonly task: Task<E>;
  readonly #clock: Clock;
  #extras: Extras | undefined;

  constructor(task: Task<E>, clock: Clock) {
    this.task = task;
    this.#clock = clock;
  }

  get signal(): AbortSignal {
    const extras = this.#getExtras();
    if (extras.controller === undefined) {
      extras.controller = new AbortController();
      if (extras.abortReason !== undefined) extras.controller.abort(extras.abortReason);
    }
    return extras.controller.signal;
  }

  get identity(): string {
    return this.task.identity;
  }

  get ageMs(): number {
    return this.#clock.monotonicMs() - this.task.receivedAtMs;
  }

  clientRef(): string {
    const extras = this.#getExtras();
    extras.refs ??= clientRefs(this.task.identity);
    return extras.refs();
  }

  abort(reason: Error): void {
    const extras = this.#getExtras();
    extras.abortReason = reason;
    extras.controller?.abort(reason);
  }

  #getExtras(): Extras {
    return (this.#extras ??= {});
  }
}
