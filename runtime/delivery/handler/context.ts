import type { Clock } from "../../abi/index.js";
import type { Session } from "../../interaction/session.js";
import type { AcceptedInteraction } from "./endpoint.js";

/** What a handler may know and do besides returning its confirmation. */
export interface DeliveryContext {
  /** Milliseconds left before the endpoint answers by itself, on the monotonic clock. Never negative. */
  remainingMs(): number;
  /** Aborted when the endpoint has answered by itself. */
  readonly signal: AbortSignal;
  /** Keeps the process alive for `work` where the runtime has such a thing; elsewhere it only marks its errors as seen. */
  waitUntil(work: PromiseLike<unknown>): void;
  /**
   * Takes the other door: call it right before confirming by REST. True: the body will confirm nothing, whatever the
   * handler returns. False: the endpoint has already answered, and a REST confirmation would come second.
   */
  switchToRest(): boolean;
  /** Whether this delivery is known not to be a replay, so that a private text may travel in the body. */
  readonly privateByBody: boolean;
}

/**
 * The handler's side of one delivery. A class, and its abort controller made only when somebody asks for the signal,
 * because there is one of these for every delivery.
 */
export class DeliveryCall implements DeliveryContext {
  readonly #session: Session;
  readonly #accepted: AcceptedInteraction;
  readonly #clock: Clock;
  #controller: AbortController | undefined;
  #aborted = false;

  constructor(session: Session, accepted: AcceptedInteraction, clock: Clock) {
    this.#clock = clock;
    this.#session = session;
    this.#accepted = accepted;
  }

  get privateByBody(): boolean {
    return this.#accepted.takesPrivate;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  remainingMs(): number {
    return Math.max(0, this.#accepted.deadlineMs - this.#clock.monotonicMs());
  }

  waitUntil(work: PromiseLike<unknown>): void {
    this.#accepted.waitUntil(work);
  }

  switchToRest(): boolean {
    return this.remainingMs() > 0 && this.#session.leave();
  }

  /** Aborts the signal, if anybody looked at it or ever will. */
  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }
}
