import { type BackoffOptions, reconnectDelayMs } from "./backoff.js";
import type { Decision } from "./decide.js";

/** How a connection went, as far as the next wait is concerned. */
export interface Went {
  readonly lastedMs: number;
  readonly progressed: boolean;
  /** It was refused with a 429. */
  readonly limited: boolean;
  readonly retryMs: number | undefined;
}

/**
 * Counts attempts since the last connection that held, 429 answers apart, and turns them into waits. A connection that
 * held clears the count; one that brought something and broke soon after leaves one, so that a service that greets and
 * drops is not asked without pause.
 */
export class Attempts {
  readonly #options: BackoffOptions;
  readonly #steadyAfterMs: number;
  #failed = 0;
  #limited = 0;
  #retryMs: number | undefined;

  constructor(options: BackoffOptions, steadyAfterMs: number) {
    this.#options = options;
    this.#steadyAfterMs = steadyAfterMs;
  }

  /** Attempts since the last connection that held. */
  get count(): number {
    return this.#failed + this.#limited;
  }

  /** Something was opened and works: what failed before it no longer counts. */
  held(): void {
    this.#failed = 0;
    this.#limited = 0;
  }

  /** Takes note of a connection and returns how long to wait before the next one. */
  waitMs(went: Went, decision: Decision & { readonly action: "reconnect" }, random: number): number {
    if (went.lastedMs >= this.#steadyAfterMs) this.#failed = 0;
    else if (went.progressed) this.#failed = Math.min(this.#failed, 1);
    if (went.lastedMs > 0) this.#limited = 0;
    this.#retryMs = went.retryMs ?? this.#retryMs;
    const attempt = went.limited ? this.#limited : this.#failed;
    if (went.limited) this.#limited += 1;
    else this.#failed += 1;
    const { pace, atLeastMs } = decision;
    return reconnectDelayMs(
      {
        pace,
        attempt,
        ...(atLeastMs !== undefined && { atLeastMs }),
        ...(this.#retryMs !== undefined && { retryMs: this.#retryMs }),
      },
      this.#options,
      random,
    );
  }
}
