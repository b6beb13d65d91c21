/** What a read brought, compared with what is known already. */
export interface Fresh {
  /** How many events at the start of the answer are known and to be left out. */
  readonly known: number;
  /** Events that had been seen but not taken, and are gone. */
  readonly lost: number;
}

interface Segment {
  readonly next: string;
  readonly count: number;
}

/**
 * Tells new events from repeated ones when one position is read more than once, which happens while handlers have not
 * finished with what an earlier read brought. Whether the service then repeats its events is not documented: both are
 * recognised by comparing identities. In doubt an event counts as new, since one too many does less harm than one lost.
 */
export class Reread {
  /** Identities of what followed the position, in order: first those taken, then those seen and left there. */
  #taken: string[] = [];
  #left: string[] = [];
  #segments: Segment[] = [];
  #lastNext: string | undefined;

  /** Events after the position that were taken. */
  get pending(): number {
    return this.#taken.length;
  }

  /** Everything up to `position` is handled and will not be asked for again. */
  advanceTo(position: string): void {
    const at = this.#segments.findLastIndex((segment) => segment.next === position);
    if (at === -1) return;
    const handled = this.#segments.splice(0, at + 1).reduce((sum, { count }) => sum + count, 0);
    this.#taken = this.#taken.slice(handled);
  }

  /** Compares an answer with what is known. Call {@link took} afterwards. */
  compare(identities: readonly string[], next: string): Fresh {
    const seen = [...this.#taken, ...this.#left];
    const repeats =
      seen.length > 0 &&
      identities.length >= seen.length &&
      seen.every((identity, index) => identities[index] === identity) &&
      (identities.length > seen.length || next === this.#lastNext);
    if (repeats) return { known: this.#taken.length, lost: 0 };
    const lost = this.#left.length;
    return { known: 0, lost };
  }

  /**
   * Of an answer, so many events after the known ones were taken, and the rest left for a later read. `next` counts as
   * reached only when nothing was left.
   */
  took(identities: readonly string[], { known }: Fresh, count: number, next: string): void {
    const fresh = identities.slice(known);
    this.#taken.push(...fresh.slice(0, count));
    this.#left = fresh.slice(count);
    this.#lastNext = next;
    if (this.#left.length === 0) {
      const counted = this.#segments.reduce((sum, segment) => sum + segment.count, 0);
      this.#segments.push({ next, count: this.#taken.length - counted });
    }
  }
}
