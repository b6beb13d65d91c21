import { NoAnswerError } from "../../base/errors.js";

/** The signal of a handler: it aborts with that of its interaction, and when the App no longer waits for its handlers. */
export class HandlerSignal {
  readonly #ofInteraction: () => AbortSignal;
  readonly #read: Set<HandlerSignal>;
  #controller: AbortController | undefined;
  #hasEnded = false;

  /** @param read holds those that handlers under way have read */
  constructor(ofInteraction: () => AbortSignal, read: Set<HandlerSignal>) {
    this.#ofInteraction = ofInteraction;
    this.#read = read;
  }

  /** Made when a handler reads it: that costs more than a small handler. */
  get value(): AbortSignal {
    return (this.#controller ??= this.#make()).signal;
  }

  #make(): AbortController {
    const controller = new AbortController();
    const signal = this.#ofInteraction();
    const follow = (): void => controller.abort(signal.reason);
    if (signal.aborted) follow();
    else signal.addEventListener("abort", follow, { once: true });
    if (!this.#hasEnded) this.#read.add(this); // it would never be taken out again
    return controller;
  }

  abandon(): void {
    this.#controller?.abort(new NoAnswerError("The App stopped", { reason: "aborted" }));
  }

  /** The handler does not go on in this process: what it holds open is to be closed. */
  pause(): void {
    const why = "The App stopped while a stored conversation waited: it goes on in the next process.";
    this.#controller?.abort(new NoAnswerError(why, { reason: "paused" }));
  }

  /** The handler has ended. */
  release(): void {
    this.#hasEnded = true;
    this.#read.delete(this);
  }
}
