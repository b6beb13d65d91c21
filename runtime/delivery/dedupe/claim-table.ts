/** Slots per place: more of them make probe sequences shorter, fewer take less memory. */
const SLOTS_PER_PLACE = 4 / 3;

/** Hash state after the beginning of a key. */
export type Prefix = Int32Array;

/** Ends of claims are stored in milliseconds since an instant, which is moved on before they overflow 32 bits. */
const REBASE_AFTER_MS = 2 ** 31;

/**
 * Claims as 64-bit fingerprints, each with the time at which it ends, in the order of insertion. Typed arrays instead of a
 * map of strings, for speed and size: a claim is no object for the garbage collector, and takes about 17 bytes instead of
 * 200. The arrays grow by doubling.
 *
 * Two parts: a ring buffer of claims, oldest first, and a hash table with linear probing that leads to places in it.
 */
export class ClaimTable {
  #places = 1_024; // capacity of the ring; a power of two
  #heads = new Int32Array(this.#places);
  #tails = new Int32Array(this.#places);
  /** Whole milliseconds since `#sinceMs`. */
  #ends = new Uint32Array(this.#places);
  #sinceMs: number | undefined;
  /**
   * Place of a claim plus one; zero is a free slot. The higher bits are bits of its fingerprint: a search for another key
   * skips the slot without reading its place, which costs most once the arrays outgrow the cache.
   */
  #slots = new Int32Array(Math.ceil(this.#places * SLOTS_PER_PLACE));
  #oldest = 0;
  #size = 0;
  /** Random, so that a client cannot prepare keys that collide. */
  readonly #seeds = crypto.getRandomValues(new Int32Array(2));
  /** Fingerprint of the current key. */
  #head = 0;
  #tail = 0;

  get size(): number {
    return this.#size;
  }

  /** When the oldest claim ends; `Infinity` without claims. */
  get oldestEndMs(): number {
    return this.#size === 0 ? Infinity : this.#endMs(this.#oldest);
  }

  /** Hashes a common prefix once: `claim(rest, …, prefix)` is the same as `claim(prefix + rest, …)`. */
  prefix(text: string): Prefix {
    this.#read(text, this.#seeds);
    return Int32Array.of(this.#head, this.#tail);
  }

  /** Claims a key until `endMs`. False, without any change, while it is claimed already. */
  claim(key: string, nowMs: number, endMs: number, prefix: Prefix = this.#seeds): boolean {
    this.#keepSince(nowMs);
    this.#read(key, prefix);
    this.#mix();
    const slot = this.#find();
    const place = this.#placeIn(slot);
    if (place < 0) this.#add(slot, endMs);
    else if (this.#endMs(place) > nowMs) return false;
    else this.#setEnd(place, endMs); // it has ended, but is kept behind an older one that has not
    return true;
  }

  /** Drops the oldest claim, ended or not. */
  dropOldest(): void {
    if (this.#size === 0) return;
    this.#head = at(this.#heads, this.#oldest);
    this.#tail = at(this.#tails, this.#oldest);
    this.#free(this.#find());
    this.#oldest = (this.#oldest + 1) & (this.#places - 1);
    this.#size -= 1;
  }

  /** Appends the current key as the youngest claim. */
  #add(slot: number, endMs: number): void {
    const place = (this.#oldest + this.#size) & (this.#places - 1);
    this.#heads[place] = this.#head;
    this.#tails[place] = this.#tail;
    this.#setEnd(place, endMs);
    this.#fill(slot, place);
    this.#size += 1;
    if (this.#size === this.#places) this.#grow();
  }

  /** The slot of the current key, or the free one where it belongs. */
  #find(): number {
    const slots = this.#slots;
    const count = slots.length;
    const places = 2 * this.#places - 1;
    for (let slot = (this.#head >>> 0) % count; ; slot = slot + 1 === count ? 0 : slot + 1) {
      const held = at(slots, slot);
      if (held === 0) return slot;
      if (((held ^ this.#tail) & ~places) !== 0) continue;
      const place = (held & places) - 1;
      if (at(this.#heads, place) === this.#head && at(this.#tails, place) === this.#tail) return slot;
    }
  }

  /** The place that a slot leads to; -1 for a free slot. */
  #placeIn(slot: number): number {
    return (at(this.#slots, slot) & (2 * this.#places - 1)) - 1;
  }

  /** Makes a slot lead to the place of the current key. */
  #fill(slot: number, place: number): void {
    this.#slots[slot] = (this.#tail & ~(2 * this.#places - 1)) | (place + 1);
  }

  /** Frees a slot, and moves back the entries that were displaced past it. */
  #free(slot: number): void {
    const count = this.#slots.length;
    const apart = (from: number, to: number) => (to >= from ? to - from : to - from + count);
    let gap = slot;
    for (let next = (gap + 1) % count; at(this.#slots, next) !== 0; next = (next + 1) % count) {
      const home = (at(this.#heads, this.#placeIn(next)) >>> 0) % count;
      if (apart(home, next) < apart(gap, next)) continue;
      this.#slots[gap] = at(this.#slots, next);
      gap = next;
    }
    this.#slots[gap] = 0;
  }

  #grow(): void {
    const [heads, tails, ends] = [this.#heads, this.#tails, this.#ends];
    const places = this.#places;
    this.#places = 2 * places;
    this.#heads = new Int32Array(this.#places);
    this.#tails = new Int32Array(this.#places);
    this.#ends = new Uint32Array(this.#places);
    this.#slots = new Int32Array(Math.ceil(this.#places * SLOTS_PER_PLACE));
    for (let index = 0; index < this.#size; index += 1) {
      const from = (this.#oldest + index) & (places - 1);
      this.#head = this.#heads[index] = at(heads, from);
      this.#tail = this.#tails[index] = at(tails, from);
      this.#ends[index] = at(ends, from);
      this.#fill(this.#find(), index);
    }
    this.#oldest = 0;
  }

  #endMs(place: number): number {
    return at(this.#ends, place) + (this.#sinceMs ?? 0);
  }

  #setEnd(place: number, endMs: number): void {
    this.#ends[place] = Math.min(Math.max(0, Math.ceil(endMs - (this.#sinceMs ?? 0))), 2 ** 32 - 1);
  }

  #keepSince(nowMs: number): void {
    this.#sinceMs ??= Math.floor(nowMs);
    const byMs = Math.floor(nowMs) - this.#sinceMs;
    if (byMs < REBASE_AFTER_MS) return;
    this.#sinceMs += byMs;
    this.#ends = this.#ends.map((end) => Math.max(0, end - byMs));
  }

  /** Continues the two 32-bit hashes of the current key over more characters. */
  #read(text: string, prefix: Prefix): void {
    let head = at(prefix, 0);
    let tail = at(prefix, 1);
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index);
      head = Math.imul(head ^ code, 2_654_435_761);
      tail = Math.imul(tail ^ code, 1_597_334_677);
    }
    this.#head = head;
    this.#tail = tail;
  }

  /** Mixes the two hashes after the last character. */
  #mix(): void {
    const [head, tail] = [this.#head, this.#tail];
    this.#head = Math.imul(head ^ (head >>> 16), 2_246_822_507) ^ Math.imul(tail ^ (tail >>> 13), 3_266_489_909);
    this.#tail =
      Math.imul(tail ^ (tail >>> 16), 2_246_822_507) ^ Math.imul(this.#head ^ (this.#head >>> 13), 3_266_489_909);
  }
}

/** The number at an index, which is always within bounds here. */
function at(numbers: Int32Array | Uint32Array, index: number): number {
  return numbers[index] ?? 0;
}
