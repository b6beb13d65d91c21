import type { Clock } from "../../abi/index.js";

/** What a handler may know and do besides returning its confirmation. */
export interface DeliveryContext {
  /** Milliseconds left before the endpoint answers by itself, on the monotonic clock. Never negative. */
  remainingMs(): number;
  /** Aborted when the endpoint has answered by itself. */
  readonly signal: AbortSignal;
  /** Keeps the process alive for `work` where the runtime has such a thing; elsewhere it only marks its errors as seen. */
  waitUntil(work: Promise<unknown>): void;
  /**
   * Takes the other door: call it right before confirming by REST. True: the body will confirm nothing, whatever the
   * handler returns. False: the endpoint has already answered, and a REST confirmation would come second.
   */
  takeRestDoor(): boolean;
  /** Whether this delivery is known not to be a replay, so that a private text may travel in the body. */
  readonly privateByBody: boolean;
}

/** Which door an interaction went through. It leaves `open` once. */
export type Door = "open" | "body" | "rest";

/** What a session is opened with. */
export interface SessionOptions {
  readonly clock: Clock;
  /** Monotonic. */
  readonly deadlineAtMs: number;
  readonly privateByBody: boolean;
  readonly waitUntil: ((work: Promise<unknown>) => void) | undefined;
  /** The request has been answered before the handler runs: only REST is left. */
  readonly restOnly: boolean;
}

/**
 * The handler's side of one interaction: its deadline and its door. A class, and its abort controller made only when
 * somebody asks for the signal, because there is one of these for every delivery.
 */
export class Session implements DeliveryContext {
  readonly #options: SessionOptions;
  readonly privateByBody: boolean;
  #door: Door;
  #controller: AbortController | undefined;
  #aborted = false;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.privateByBody = options.privateByBody;
    this.#door = options.restOnly ? "rest" : "open";
  }

  get door(): Door {
    return this.#door;
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  remainingMs(): number {
    return Math.max(0, this.#options.deadlineAtMs - this.#options.clock.monotonicMs());
  }

  waitUntil(work: Promise<unknown>): void {
    const seen = work.catch(() => undefined);
    this.#options.waitUntil?.(seen);
  }

  takeRestDoor(): boolean {
    return this.remainingMs() > 0 && (this.#door === "rest" || this.#take("rest"));
  }

  /** Takes the body's door; false when the interaction already went through one. */
  takeBodyDoor(): boolean {
    return this.#take("body");
  }

  /** Aborts the signal, if anybody looked at it or ever will. */
  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }

  #take(wanted: Door): boolean {
    if (this.#door !== "open") return false;
    this.#door = wanted;
    return true;
  }
}
