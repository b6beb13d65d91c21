/**
 * Claims as 64-bit fingerprints with the time at which each ends, in the order in which they were made. Flat arrays
 * of numbers instead of a map of strings: a claim leaves the garbage collector nothing to copy or to walk, whatever
 * the traffic, and takes 30 bytes instead of 200.
 *
 * Two parts: a ring of claims, oldest first, and a hash table with linear probing that finds the place of one in it.
 */
export class ClaimTable {
  #places = 1_024; // of the ring; a power of two, as is the number of slots
  #heads = new Int32Array(this.#places);
  #tails = new Int32Array(this.#places);
  #endsMs = new Float64Array(this.#places);
  /** The place of a claim, plus one; zero is a free slot. Twice as many as places, so that runs stay short. */
  #slots = new Int32Array(2 * this.#places);
  #oldest = 0;
  #size = 0;
  /** So that nobody can prepare keys that fall on one another. */
  readonly #seed = Math.floor(Math.random() * 2 ** 32);
  /** Fingerprint of the key that was asked for last. */
  #head = 0;
  #tail = 0;

  get size(): number {
    return this.#size;
  }

  /** When the oldest claim ends; `Infinity` when there is none. */
  get oldestEndMs(): number {
    return this.#size === 0 ? Infinity : at(this.#endsMs, this.#oldest);
  }

  /** Claims `key` until `endMs`. False, and nothing changes, when a claim of it lasts beyond `nowMs`. */
  claim(key: string, nowMs: number, endMs: number): boolean {
    this.#print(key);
    const slot = this.#find();
    const held = at(this.#slots, slot);
    if (held === 0) this.#add(slot, endMs);
    else if (at(this.#endsMs, held - 1) > nowMs) return false;
    else this.#endsMs[held - 1] = endMs; // an ended one behind one that lasts: it keeps its place
    return true;
  }

  /** Forgets the oldest claim, ended or not. */
  dropOldest(): void {
    if (this.#size === 0) return;
    this.#head = at(this.#heads, this.#oldest);
    this.#tail = at(this.#tails, this.#oldest);
    this.#free(this.#find());
    this.#oldest = (this.#oldest + 1) & (this.#places - 1);
    this.#size -= 1;
  }

  /** Makes the fingerprint the youngest claim. */
  #add(slot: number, endMs: number): void {
    const place = (this.#oldest + this.#size) & (this.#places - 1);
    this.#heads[place] = this.#head;
    this.#tails[place] = this.#tail;
    this.#endsMs[place] = endMs;
    this.#slots[slot] = place + 1;
    this.#size += 1;
    if (this.#size === this.#places) this.#grow();
  }

  /** The slot of the fingerprint, or the free one where it belongs. */
  #find(): number {
    const last = this.#slots.length - 1;
    for (let slot = this.#head & last; ; slot = (slot + 1) & last) {
      const held = at(this.#slots, slot);
      if (held === 0) return slot;
      if (at(this.#heads, held - 1) === this.#head && at(this.#tails, held - 1) === this.#tail) return slot;
    }
  }

  /** Frees a slot, and closes the gap: whatever was pushed past it by others moves back. */
  #free(slot: number): void {
    const last = this.#slots.length - 1;
    let gap = slot;
    for (let next = (gap + 1) & last; at(this.#slots, next) !== 0; next = (next + 1) & last) {
      const held = at(this.#slots, next);
      const pushedBy = (next - at(this.#heads, held - 1)) & last;
      if (pushedBy < ((next - gap) & last)) continue;
      this.#slots[gap] = held;
      gap = next;
    }
    this.#slots[gap] = 0;
  }

  #grow(): void {
    const [heads, tails, endsMs] = [this.#heads, this.#tails, this.#endsMs];
    const places = this.#places;
    this.#places = 2 * places;
    this.#heads = new Int32Array(this.#places);
    this.#tails = new Int32Array(this.#places);
    this.#endsMs = new Float64Array(this.#places);
    this.#slots = new Int32Array(2 * this.#places);
    for (let index = 0; index < this.#size; index += 1) {
      const from = (this.#oldest + index) & (places - 1);
      this.#head = this.#heads[index] = at(heads, from);
      this.#tail = this.#tails[index] = at(tails, from);
      this.#endsMs[index] = at(endsMs, from);
      this.#slots[this.#find()] = index + 1;
    }
    this.#oldest = 0;
  }

  /** Two 32-bit halves, each a product over the characters, stirred at the end with the other. */
  #print(key: string): void {
    let head = this.#seed ^ 0xdeadbeef;
    let tail = this.#seed ^ 0x41c6ce57;
    for (let index = 0; index < key.length; index += 1) {
      const code = key.charCodeAt(index);
      head = Math.imul(head ^ code, 2_654_435_761);
      tail = Math.imul(tail ^ code, 1_597_334_677);
    }
    head = Math.imul(head ^ (head >>> 16), 2_246_822_507) ^ Math.imul(tail ^ (tail >>> 13), 3_266_489_909);
    tail = Math.imul(tail ^ (tail >>> 16), 2_246_822_507) ^ Math.imul(head ^ (head >>> 13), 3_266_489_909);
    this.#head = head;
    this.#tail = tail;
  }
}

/** What stands at an index that is always within bounds here. */
function at(numbers: Int32Array | Float64Array, index: number): number {
  return numbers[index] ?? 0;
}
