import { LateAbort } from "../../base/late-abort.js";
import type { TransportName } from "../../diagnostics/events.js";
import type { DispatchContext, StreamEvent, Task } from "../../events/index.js";
import type { LogDelivery } from "../engine/contract.js";
import type { Admitted } from "./triage.js";

/** What a handler gets beside an event from the log. */
export interface FleetHandlerContext extends DispatchContext {
  /** How the event came to the member that read it. */
  readonly source: TransportName;
  /**
   * Says that the interaction in this event is confirmed: it goes to no other member from here on, also when this one
   * dies before its handler has ended. An App says it by itself.
   */
  confirmed(): void;
}

/** An event in the hand of this worker: the dispatcher's task, and the delivery behind it. */
export class InHand implements Task<StreamEvent> {
  readonly event: StreamEvent;
  readonly identity: string;
  readonly receivedAtMs: number;
  readonly source: TransportName;
  readonly backfilled: boolean;
  readonly delivery: LogDelivery;
  /** It is acknowledged already, before its handler has ended. */
  isConfirmed = false;
  /** May be another's by now: its end is not reported to the engine. */
  isForfeited = false;
  /** It may have killed the worker that had it before. */
  readonly isSuspect: boolean;
  /** Its start is recorded. */
  hasBegun = false;
  readonly #onSettled: (task: InHand) => void;
  readonly #forfeited = new LateAbort();

  /** `onSettled`: the handler has ended: acknowledge, unless it may be another's by now. */
  constructor(
    delivery: LogDelivery,
    envelope: Omit<Admitted, "heldMs"> & Pick<Task<StreamEvent>, "receivedAtMs">,
    onSettled: (task: InHand) => void,
  ) {
    this.delivery = delivery;
    this.event = envelope.event;
    this.identity = envelope.identity;
    this.source = envelope.source;
    this.backfilled = envelope.backfilled;
    this.isSuspect = envelope.isSuspect;
    this.receivedAtMs = envelope.receivedAtMs;
    this.#onSettled = onSettled;
  }

  settled(): void {
    this.#onSettled(this);
  }

  /** Acknowledges now. Right even where the event may be another's by now: the service took one confirmation alone. */
  confirmed(): void {
    if (this.isConfirmed) return;
    this.isConfirmed = true;
    void this.delivery.ack().catch(() => (this.isConfirmed = false)); // then once more when the handler has ended
  }

  /** The handler's signal is aborted, and its result no longer counts. */
  forfeit(reason: Error): void {
    this.isForfeited = true;
    this.#forfeited.abort(reason);
  }

  /** Fires when the event is forfeited. */
  get signal(): AbortSignal {
    return this.#forfeited.signal;
  }
}

/** The dispatcher's context, with a signal that also fires when the event is forfeited. */
export class InHandContext implements FleetHandlerContext {
  readonly #inner: DispatchContext;
  readonly #task: InHand;
  #signal: AbortSignal | undefined;

  constructor(inner: DispatchContext, task: InHand) {
    this.#inner = inner;
    this.#task = task;
  }

  get signal(): AbortSignal {
    this.#signal ??= AbortSignal.any([this.#inner.signal, this.#task.signal]);
    return this.#signal;
  }

  get identity(): string {
    return this.#inner.identity;
  }

  get attempt(): number {
    return this.#inner.attempt;
  }

  get ageMs(): number {
    return this.#inner.ageMs;
  }

  get backfilled(): boolean {
    return this.#inner.backfilled;
  }

  get source(): TransportName {
    return this.#task.source;
  }

  clientRef(): string {
    return this.#inner.clientRef();
  }

  confirmed(): void {
    this.#task.confirmed();
  }
}
