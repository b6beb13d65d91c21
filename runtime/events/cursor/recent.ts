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
    if (this.#young.has(key) || this.#old.has(key)) return false;
    if (this.#young.size >= this.#capacity) {
      this.#old = this.#young;
      this.#young = new Set();
    }
    this.#young.add(detached(key));
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
function detached(key: string): string {
  return key.length < VIEW_LENGTH ? key : ` ${key}`.slice(1);
}
