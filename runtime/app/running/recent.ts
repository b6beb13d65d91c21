/** Remembers the last ids added, up to a number of them. */
export class RecentIds {
  readonly #capacity: number;
  readonly #ids = new Set<string>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** False when it is remembered already. */
  add(id: string): boolean {
    if (this.#ids.has(id)) return false;
    this.#ids.add(id);
    if (this.#ids.size > this.#capacity) {
      const { value } = this.#ids.values().next(); // a Set keeps the order of insertion: the oldest
      if (value !== undefined) this.#ids.delete(value);
    }
    return true;
  }
}
