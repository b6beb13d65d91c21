const BLOCK = 512;

interface Block<T> {
  readonly items: T[];
  next: Block<T> | undefined;
}

/**
 * A queue whose cost per item does not depend on its length: `Array.shift` moves all remaining items, and a growing
 * array is copied each time it grows. Blocks are freed as they empty.
 */
export class Fifo<T> {
  #first: Block<T> = { items: [], next: undefined };
  #last = this.#first;
  #front = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(item: T): void {
    if (this.#last.items.length === BLOCK) this.#last = this.#last.next = { items: [], next: undefined };
    this.#last.items.push(item);
    this.#length += 1;
  }

  shift(): T | undefined {
    if (this.#length === 0) return undefined;
    const { items, next } = this.#first;
    const item = items[this.#front];
    this.#front += 1;
    this.#length -= 1;
    if (this.#front === items.length) {
      // Emptied: the next block, or the same one again when there is none.
      this.#front = 0;
      if (next === undefined) items.length = 0;
      else {
        this.#first.next = undefined;
        this.#first = next;
      }
    }
    return item;
  }

  /** Removes and returns everything. */
  drain(): T[] {
    const rest: T[] = [];
    for (let block: Block<T> | undefined = this.#first; block !== undefined; block = block.next) {
      for (let at = block === this.#first ? this.#front : 0; at < block.items.length; at += 1) {
        const item = block.items[at];
        if (item !== undefined) rest.push(item);
      }
    }
    this.#first = this.#last = { items: [], next: undefined };
    this.#front = 0;
    this.#length = 0;
    return rest;
  }
}
