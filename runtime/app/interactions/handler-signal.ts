import { NoAnswerError } from "../../base/errors.js";
import { LateAbort } from "../../base/late-abort.js";

/** The signal of a handler: it aborts with that of its interaction, and when the App no longer waits for its handlers. */
export class HandlerSignal extends LateAbort {
  readonly #ofInteraction: () => AbortSignal;
  readonly #underWay: Set<HandlerSignal>;
  #isFollowing = false;

  /** @param underWay holds those of handlers under way */
  constructor(ofInteraction: () => AbortSignal, underWay: Set<HandlerSignal>) {
    super();
    this.#ofInteraction = ofInteraction;
    this.#underWay = underWay.add(this);
  }

  get value(): AbortSignal {
    if (!this.#isFollowing) this.#follow();
    return this.signal;
  }

  #follow(): void {
    this.#isFollowing = true;
    const signal = this.#ofInteraction();
    const follow = (): void => this.abort(signal.reason);
    if (signal.aborted) follow();
    else signal.addEventListener("abort", follow, { once: true });
  }

  abandon(): void {
    this.abort(new NoAnswerError("The App stopped", { reason: "aborted" }));
  }

  /** The handler does not go on in this process: what it holds open is to be closed. */
  pause(): void {
    const why = "The App stopped while a stored conversation waited: it goes on in the next process.";
    this.abort(new NoAnswerError(why, { reason: "paused" }));
  }

  /** The handler has ended. */
  release(): void {
    this.#underWay.delete(this);
  }
}
