/**
 * Remembers at least the last `capacity` keys it was shown and at most twice as many, in constant time per key:
 * when the young half is full it becomes the old half and the former old half is let go.
 */
export class RecentKeys {
  readonly #capacity: number;
  #young = new Set<string>();
  #old = new Set<string>();

  constructor(capacity: number) {
    if (!(capacity >= 1)) throw new RangeError(`capacity must be at least 1, got ${capacity}`);
    this.#capacity = capacity;
  }

  /** True the first time a key is shown, false while it is remembered. */
  add(key: string): boolean {
    if (this.#old.has(key)) return false;
    const young = this.#young;
    const before = young.size;
    young.add(detached(key));
    if (young.size === before) return false;
    if (young.size >= this.#capacity) {
      this.#old = young;
      this.#young = new Set();
    }
    return true;
  }

  has(key: string): boolean {
    return this.#young.has(key) || this.#old.has(key);
  }

  clear(): void {
    this.#young.clear();
    this.#old.clear();
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }
}

/** Shortest text that V8 keeps as a view into the text it was cut from, which would then live as long as the key. */
const VIEW_LENGTH = 13;

/** A copy with memory of its own, so that remembering an id does not keep a whole chunk of the stream. */
export function detached(key: string): string {
  return key.length < VIEW_LENGTH ? key : ` ${key}`.slice(1);
}
