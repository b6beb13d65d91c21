/** One place in the order of arrival, as a link of a chain. */
export interface Place {
  /** What may be resumed from once this place and all before it are handled; empty when this place moves nothing. */
  resumeId: string;
  handled: boolean;
  /** The place that arrived next. Belongs to {@link HandledPrefix}. */
  next: Place | undefined;
}

/**
 * Knows how far the handled events reach without a hole: handlers finish in any order, yet resuming after a crash
 * must not skip the slow one. A chain and not an array, so that what is handled can be freed at once.
 */
export class HandledPrefix<P extends Place> {
  #oldest: P | undefined;
  #newest: P | undefined;
  #open = 0;
  #handledId: string;
  #receivedId: string;

  constructor(resumeId = "") {
    this.#handledId = resumeId;
    this.#receivedId = resumeId;
  }

  /** Last id whose event, and every event before it, is handled; empty when there is none. */
  get handledId(): string {
    return this.#handledId;
  }

  /** Last id that arrived, handled or not; empty when there is none. */
  get receivedId(): string {
    return this.#receivedId;
  }

  /** How many places the prefix does not reach yet: the first one not handled and everything behind it. */
  get open(): number {
    return this.#open;
  }

  /** The first place that is not handled. */
  get oldest(): P | undefined {
    return this.#oldest;
  }

  add(place: P): void {
    if (this.#newest === undefined) this.#oldest = place;
    else this.#newest.next = place;
    this.#newest = place;
    this.#open += 1;
    if (place.resumeId !== "") this.#receivedId = place.resumeId;
  }

  /** An id that arrived with nothing to handle: it counts as soon as everything before it is handled. */
  pass(resumeId: string): void {
    this.#receivedId = resumeId;
    if (this.#newest === undefined) this.#handledId = resumeId;
    else this.#newest.resumeId = resumeId;
  }

  settle(place: P): void {
    place.handled = true;
    if (this.#oldest !== place) return;
    let first: P | undefined = place;
    while (first?.handled === true) {
      if (first.resumeId !== "") this.#handledId = first.resumeId;
      this.#open -= 1;
      // Only places of type P are ever linked, by `add` alone.
      const next = first.next as P | undefined;
      // Unlinked, or one handled place in old memory would keep every later one from being freed young.
      first.next = undefined;
      first = next;
    }
    this.#oldest = first;
    if (first === undefined) this.#newest = undefined;
  }

  /** Ids known so far mean nothing any more. Places not handled yet stay, and still hold back those after them. */
  startOver(): void {
    this.#handledId = "";
    this.#receivedId = "";
    for (let place: Place | undefined = this.#oldest; place !== undefined; place = place.next) place.resumeId = "";
  }
}
