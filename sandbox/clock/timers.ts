/** Something to run at an instant. */
export interface Timer {
  readonly dueMs: number;
  readonly callback: () => void;
}

interface Entry extends Timer {
  /** Order of scheduling: decides between timers of one instant. */
  readonly order: number;
  cancelled: boolean;
}

/**
 * Timers by due time, then by the order of scheduling. A heap, so that ten thousand of them cost little more each than
 * ten; a cancelled one stays in it until its turn comes.
 */
export class Timers {
  readonly #heap: Entry[] = [];
  #order = 0;
  #size = 0;

  /** How many wait to run. */
  get size(): number {
    return this.#size;
  }

  /** Adds one; the returned function cancels it. */
  add(dueMs: number, callback: () => void): () => void {
    const entry: Entry = { dueMs, callback, order: (this.#order += 1), cancelled: false };
    this.#heap.push(entry);
    this.#rise(this.#heap.length - 1);
    this.#size += 1;
    return () => {
      if (entry.cancelled) return;
      entry.cancelled = true;
      this.#size -= 1;
    };
  }

  /** Takes out the next timer that is due by `untilMs`. */
  takeUntil(untilMs: number): Timer | undefined {
    for (let first = this.#heap[0]; first !== undefined && first.dueMs <= untilMs; first = this.#heap[0]) {
      this.#removeFirst();
      if (first.cancelled) continue;
      first.cancelled = true; // cancelling it from here on changes nothing
      this.#size -= 1;
      return first;
    }
    return undefined;
  }

  #removeFirst(): void {
    const last = this.#heap.pop();
    if (last === undefined || this.#heap.length === 0) return;
    this.#heap[0] = last;
    this.#sink(0);
  }

  #rise(from: number): void {
    for (let at = from; at > 0;) {
      const parent = (at - 1) >>> 1;
      if (!this.#swapIfEarlier(at, parent)) return;
      at = parent;
    }
  }

  #sink(from: number): void {
    for (let at = from; ;) {
      const left = 2 * at + 1;
      const child = this.#isEarlier(left + 1, left) ? left + 1 : left;
      if (!this.#swapIfEarlier(child, at)) return;
      at = child;
    }
  }

  #swapIfEarlier(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (one === undefined || other === undefined || !this.#isEarlier(a, b)) return false;
    this.#heap[a] = other;
    this.#heap[b] = one;
    return true;
  }

  #isEarlier(a: number, b: number): boolean {
    const [one, other] = [this.#heap[a], this.#heap[b]];
    if (one === undefined || other === undefined) return false;
    return one.dueMs < other.dueMs || (one.dueMs === other.dueMs && one.order < other.order);
  }
}
