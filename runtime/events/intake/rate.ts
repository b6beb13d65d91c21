/** How many events a millisecond lately brings: those of the current stretch of time and of the one before it. */
export class RateMeter {
  readonly #stretchMs: number;
  #startMs: number;
  #count = 0;
  #before: { readonly count: number; readonly ms: number } = { count: 0, ms: 0 };

  constructor(nowMs: number, stretchMs = 10_000) {
    this.#startMs = nowMs;
    this.#stretchMs = stretchMs;
  }

  add(count: number, nowMs: number): void {
    const ms = nowMs - this.#startMs;
    if (ms >= this.#stretchMs) {
      this.#before = { count: this.#count, ms };
      this.#count = 0;
      this.#startMs = nowMs;
    }
    this.#count += count;
  }

  perMs(nowMs: number): number {
    const ms = nowMs - this.#startMs + this.#before.ms;
    return ms <= 0 ? 0 : (this.#count + this.#before.count) / ms;
  }
}
