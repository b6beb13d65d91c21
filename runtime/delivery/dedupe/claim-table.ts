/** Slots for each place; with more of them runs are shorter, with fewer a claim takes less room. */
const SLOTS_PER_PLACE = 4 / 3;

/** What has been read of a key so far. */
export type Prefix = Int32Array;

/** Ends of claims are kept as milliseconds since an instant that is moved on before they do not fit any more. */
const REBASE_AFTER_MS = 2 ** 31;

/**
 * Claims as 64-bit fingerprints with the time at which each ends, in the order in which they were made. Flat arrays
 * of numbers instead of a map of strings: a claim leaves the garbage collector nothing to copy or to walk, whatever
 * the traffic, and takes about 17 bytes instead of 200. They grow by doubling.
 *
 * Two parts: a ring of claims, oldest first, and a hash table with linear probing that finds the place of one in it.
 */
export class ClaimTable {
  #places = 1_024; // of the ring; a power of two
  #heads = new Int32Array(this.#places);
  #tails = new Int32Array(this.#places);
  /** Whole milliseconds since `#sinceMs`. */
  #ends = new Uint32Array(this.#places);
  #sinceMs: number | undefined;
  /**
   * The place of a claim, plus one; zero is a free slot. The bits above are those of its fingerprint: whoever looks for
   * another passes it without looking it up, which is most of what a claim costs once the arrays outgrow the cache.
   */
  #slots = new Int32Array(Math.ceil(this.#places * SLOTS_PER_PLACE));
  #oldest = 0;
  #size = 0;
  /** So that nobody can prepare keys that fall on one another. */
  readonly #seeds = crypto.getRandomValues(new Int32Array(2));
  /** Fingerprint of the key that was asked for last. */
  #head = 0;
  #tail = 0;

  get size(): number {
    return this.#size;
  }

  /** When the oldest claim ends; `Infinity` when there is none. */
  get oldestEndMs(): number {
    return this.#size === 0 ? Infinity : this.#endMs(this.#oldest);
  }

  /** What many keys begin with, read once: `claim(rest, …, prefix)` claims what `claim(prefix + rest, …)` does. */
  prefix(text: string): Prefix {
    this.#read(text, this.#seeds);
    return Int32Array.of(this.#head, this.#tail);
  }

  /** Claims a key until `endMs`. False, and nothing changes, when a claim of it lasts beyond `nowMs`. */
  claim(key: string, nowMs: number, endMs: number, prefix: Prefix = this.#seeds): boolean {
    this.#keepSince(nowMs);
    this.#read(key, prefix);
    this.#stir();
    const slot = this.#find();
    const place = this.#placeIn(slot);
    if (place < 0) this.#add(slot, endMs);
    else if (this.#endMs(place) > nowMs) return false;
    else this.#setEnd(place, endMs); // an ended one behind one that lasts: it keeps its place
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
    this.#setEnd(place, endMs);
    this.#fill(slot, place);
    this.#size += 1;
    if (this.#size === this.#places) this.#grow();
  }

  /** The slot of the fingerprint, or the free one where it belongs. */
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

  /** The place that a slot leads to; -1 for a free one. */
  #placeIn(slot: number): number {
    return (at(this.#slots, slot) & (2 * this.#places - 1)) - 1;
  }

  /** Lets a slot lead to the place of the fingerprint. */
  #fill(slot: number, place: number): void {
    this.#slots[slot] = (this.#tail & ~(2 * this.#places - 1)) | (place + 1);
  }

  /** Frees a slot, and closes the gap: whatever was pushed past it by others moves back. */
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

  /** Two 32-bit halves, each a product over the characters, for as long as there are more of them. */
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

  /** Stirs each half with the other: the key is read. */
  #stir(): void {
    const [head, tail] = [this.#head, this.#tail];
    this.#head = Math.imul(head ^ (head >>> 16), 2_246_822_507) ^ Math.imul(tail ^ (tail >>> 13), 3_266_489_909);
    this.#tail =
      Math.imul(tail ^ (tail >>> 16), 2_246_822_507) ^ Math.imul(this.#head ^ (this.#head >>> 13), 3_266_489_909);
  }
}

/** What stands at an index that is always within bounds here. */
function at(numbers: Int32Array | Uint32Array, index: number): number {
  return numbers[index] ?? 0;
}
