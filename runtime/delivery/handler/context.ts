import type { DeliveryRef } from "../../diagnostics/delivery.js";
import type { Clock } from "../../abi/index.js";
import { LateAbort } from "../../base/late-abort.js";
import type { Session } from "../../interaction/session.js";
import type { VerifiedInteraction } from "../verified.js";
import type { DeliveryReporter } from "./report.js";

/** An interaction that is verified, claimed and not expired. */
export interface AcceptedInteraction {
  readonly verified: VerifiedInteraction;
  /** The type on the wire, known or not. */
  readonly wireType: string;
  readonly ref: Required<DeliveryRef>;
  /** Monotonic milliseconds: when the request arrived, and when it must be answered. */
  readonly arrivedAtMs: number;
  readonly deadlineMs: number;
  /** Whether a private text may go into the body, because this delivery is certainly no replay. */
  readonly takesPrivate: boolean;
  /** Whether the request is answered without its outcome (`ack-then-rest`), so that only REST can confirm. */
  readonly acknowledged: boolean;
  /** Whether the host freezes after the response, and nothing keeps it awake: what is to be sent has to be sent before. */
  readonly freezes: boolean;
  /** Keeps the process alive for work that outlasts the answer, where the runtime supports that. */
  readonly waitUntil: (work: PromiseLike<unknown>) => void;
  readonly reporter: DeliveryReporter;
}

/** What a handler gets besides the delivery. */
export interface DeliveryContext {
  /** Milliseconds left before the endpoint answers in place of the handler. Never negative. */
  remainingMs(): number;
  /** Aborted when the endpoint has answered in place of the handler. */
  readonly signal: AbortSignal;
  /** Keeps the process alive for `work` where the runtime supports that. Rejections of `work` are ignored. */
  waitUntil(work: PromiseLike<unknown>): void;
  /**
   * Call this right before confirming by REST. True: the body confirms nothing, whatever the handler returns. False: the
   * endpoint has answered already, and a confirmation by REST would come second.
   */
  switchToRest(): boolean;
  /** Whether a private text may go into the body, because this delivery is certainly no replay. */
  readonly privateByBody: boolean;
}

/** The context of one delivery. For speed a class. */
export class DeliveryCall extends LateAbort implements DeliveryContext {
  readonly #session: Session;
  readonly #accepted: AcceptedInteraction;
  readonly #clock: Clock;

  constructor(session: Session, accepted: AcceptedInteraction, clock: Clock) {
    super();
    this.#clock = clock;
    this.#session = session;
    this.#accepted = accepted;
  }

  get privateByBody(): boolean {
    return this.#accepted.takesPrivate;
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
}
