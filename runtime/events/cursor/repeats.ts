import { detached, RecentKeys } from "./recent.js";

/**
 * Recognises ids that come a second time.
 *
 * The service repeats events when a stream is resumed and at no other time, so ids are only looked up after
 * {@link expect} and until as many new ones in a row have come as are remembered; in between they are merely noted.
 * Looking up every id of a steady stream would cost as much as a third of reading the event.
 */
export class Repeats {
  readonly #capacity: number;
  readonly #noted: string[] = [];
  #at = 0;
  #recent: RecentKeys | undefined;
  #newInARow = 0;

  /** @param capacity how many of the latest ids are remembered, at least */
  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#recent = new RecentKeys(capacity);
  }

  /** Ids may come again from here on: a connection was opened. */
  expect(): void {
    this.#newInARow = 0;
    if (this.#recent !== undefined) return;
    this.#recent = new RecentKeys(this.#capacity);
    for (let index = 0; index < this.#noted.length; index += 1) {
      const id = this.#noted[(this.#at + index) % this.#noted.length];
      if (id !== undefined) this.#recent.add(id);
    }
  }

  /** True for an id that is new, false for one that came before and is remembered. */
  add(id: string): boolean {
    if (this.#recent !== undefined) {
      if (!this.#recent.add(id)) {
        this.#newInARow = 0;
        return false;
      }
      this.#newInARow += 1;
      if (this.#newInARow >= this.#capacity) this.#recent = undefined;
    }
    this.#noted[this.#at] = detached(id);
    this.#at = this.#at + 1 === this.#capacity ? 0 : this.#at + 1;
    return true;
  }

  /** Ids known so far mean nothing any more. */
  clear(): void {
    this.#noted.length = 0;
    this.#at = 0;
    this.#newInARow = 0;
    this.#recent = new RecentKeys(this.#capacity);
  }
}
