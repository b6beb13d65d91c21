import { isNoAnswer, NoAnswerError } from "../../base/errors.js";
/** Rejects waits still pending when their handler ends. */
const handlerEnded = (): NoAnswerError =>
  new NoAnswerError("The handler ended, and what it waited for with it", { reason: "aborted" });

interface Rejectable {
  readonly fail: (error: unknown, timedOut?: boolean) => void;
}

/** Hears that a handler has ended, or waits and does nothing until something comes. */
export type RestListener = (how: "ended" | "waiting") => void;

/** The waits of one handler, over all interactions of its conversation. */
export class HandlerWaits {
  /** Each with the number of answers received before it began. Most handlers never wait and have no map. */
  #pending: Map<Rejectable, number> | undefined;
  #answers = 0;
  #hasEnded = false;
  #onRest: RestListener[] | undefined;

  /** @throws NoAnswerError once the handler has ended */
  check(): void {
    if (this.#hasEnded) throw handlerEnded();
  }

  add(wait: Rejectable): void {
    this.#pending ??= new Map();
    this.#pending.set(wait, this.#answers);
    this.rest("waiting");
  }

  /** Calls a listener once, at the next rest. */
  onRest(listener: RestListener): void {
    (this.#onRest ??= []).push(listener);
  }

  rest(how: "ended" | "waiting"): void {
    for (const listener of this.#onRest?.splice(0) ?? []) listener(how);
  }

  end(wait: Rejectable, isAnswered: boolean): void {
    this.#pending?.delete(wait);
    if (isAnswered) this.#answers += 1;
  }

  /**
   * Rejects what is pending: the handler has ended. A wait that lost a race to another wait's answer is over; one that
   * lost to a timer of the handler counts as timed out.
   */
  endAll(): void {
    this.#hasEnded = true;
    for (const [wait, answers] of this.#pending ?? []) wait.fail(handlerEnded(), answers === this.#answers);
  }
}

/**
 * The promise that a handler gets for a wait. It may be awaited later, after the App has stopped, the handler has ended or
 * the time was up: an unhandled rejection would end the process in the meantime.
 */
export function withoutUnhandled<Answer>(wait: Promise<Answer>): Promise<Answer> {
  const promise: Promise<Answer> = wait.catch((error: unknown) => {
    if (isNoAnswer(error)) promise.catch(() => undefined);
    throw error;
  });
  return promise;
}
