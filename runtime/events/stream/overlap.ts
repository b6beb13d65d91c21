/** Milliseconds in which a stream that took over brings what it had waiting. */
const OVERLAP_MS = 10_000;

/**
 * Events that came by the mailbox while the stream was already open: the stream brings them again, each once. The two
 * have no id in common, so they are told by what they contain. Some of them the stream never brings, being older than it:
 * a while after it took over, what looks like one of those is another event.
 */
export class Overlap {
  readonly #counts = new Map<string, number>();
  #untilMs = Infinity;

  /** The stream takes over now, on the monotonic clock. */
  handOver(nowMs: number): void {
    this.#untilMs = nowMs + OVERLAP_MS;
  }

  add(identity: string): void {
    this.#counts.set(identity, (this.#counts.get(identity) ?? 0) + 1);
  }

  /** True when this event, taken at `nowMs`, is one of them, which is thereby used up. */
  take(identity: string, nowMs: number): boolean {
    if (nowMs > this.#untilMs) this.#counts.clear();
    const count = this.#counts.get(identity);
    if (count === undefined) return false;
    if (count === 1) this.#counts.delete(identity);
    else this.#counts.set(identity, count - 1);
    return true;
  }
}
