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

/** The handler's side of one interaction: its deadline and its door. */
export interface Session extends DeliveryContext {
  readonly door: Door;
  /** Takes the body's door; false when the interaction already went through one. */
  takeBodyDoor(): boolean;
  /** Aborts the signal, if anybody looked at it. */
  abort(): void;
}

export interface SessionOptions {
  readonly clock: Clock;
  /** Monotonic. */
  readonly deadlineAtMs: number;
  readonly privateByBody: boolean;
  readonly waitUntil: ((work: Promise<unknown>) => void) | undefined;
  /** The request has been answered before the handler runs: only REST is left. */
  readonly restOnly: boolean;
}

/** Opens a session. The abort controller is made only when the handler asks for the signal. */
export function openSession(options: SessionOptions): Session {
  const { clock, deadlineAtMs, privateByBody } = options;
  let door: Door = options.restOnly ? "rest" : "open";
  let controller: AbortController | undefined;
  let aborted = false;
  const take = (wanted: Door): boolean => {
    if (door !== "open") return false;
    door = wanted;
    return true;
  };
  return {
    get door() {
      return door;
    },
    get signal() {
      controller ??= new AbortController();
      if (aborted) controller.abort();
      return controller.signal;
    },
    privateByBody,
    remainingMs: () => Math.max(0, deadlineAtMs - clock.monotonicMs()),
    waitUntil(work) {
      const seen = work.catch(() => undefined);
      options.waitUntil?.(seen);
    },
    takeRestDoor: () => clock.monotonicMs() < deadlineAtMs && (door === "rest" || take("rest")),
    takeBodyDoor: () => take("body"),
    abort() {
      aborted = true;
      controller?.abort();
    },
  };
}
