/** A queue whose cost per item does not depend on its length; `Array.shift` moves what is left. */
export class Fifo<T> {
  #items: T[] = [];
  #front = 0;

  get length(): number {
    return this.#items.length - this.#front;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  peek(): T | undefined {
    return this.#items[this.#front];
  }

  shift(): T | undefined {
    if (this.#front === this.#items.length) return undefined;
    const item = this.#items[this.#front];
    this.#front += 1;
    if (this.#front === this.#items.length) {
      this.#items = [];
      this.#front = 0;
    } else if (this.#front > 1024 && this.#front * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#front);
      this.#front = 0;
    }
    return item;
  }

  /** Removes and returns everything. */
  drain(): T[] {
    const rest = this.#items.slice(this.#front);
    this.#items = [];
    this.#front = 0;
    return rest;
  }
}
