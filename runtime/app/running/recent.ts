/**
 * Remembers at least the last ids added, up to a number of them, in two generations: when the younger one is full, the
 * older one is let go whole. Taking single ids out of a set would cost more than all the rest.
 */
export class RecentIds {
  readonly #capacity: number;
  #younger = new Set<string>();
  #older = new Set<string>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** False when it is remembered already. */
  add(id: string): boolean {
    if (this.#younger.has(id) || this.#older.has(id)) return false;
    this.#younger.add(id);
    if (this.#younger.size >= this.#capacity) {
      this.#older = this.#younger;
      this.#younger = new Set();
    }
    return true;
  }
}
