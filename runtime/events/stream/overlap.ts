/**
 * Events that came by the mailbox while the stream was already open: the stream brings them again, each once. The two
 * have no id in common, so they are told by what they contain.
 */
export class Overlap {
  readonly #counts = new Map<string, number>();

  add(identity: string): void {
    this.#counts.set(identity, (this.#counts.get(identity) ?? 0) + 1);
  }

  /** True when this event is one of them, which is thereby used up. */
  take(identity: string): boolean {
    const count = this.#counts.get(identity);
    if (count === undefined) return false;
    if (count === 1) this.#counts.delete(identity);
    else this.#counts.set(identity, count - 1);
    return true;
  }
}
