import type { SandboxClock } from "../clock/clock.js";
import { SandboxRefusal } from "../refusal.js";

/** Calls of each App in the running second. The platform's real buckets are not documented. */
export class Rates {
  readonly #clock: SandboxClock;
  readonly #perSecond: number;
  readonly #spent = new Map<string, { second: number; calls: number }>();

  constructor(clock: SandboxClock, perSecond: number) {
    this.#clock = clock;
    this.#perSecond = perSecond;
  }

  /** Counts a call, or refuses it with 429. */
  spend(appId: string | undefined): void {
    if (appId === undefined || this.#perSecond === Number.POSITIVE_INFINITY) return;
    const second = Math.floor(this.#clock.monotonicMs() / 1000);
    const before = this.#spent.get(appId);
    const calls = before?.second === second ? before.calls + 1 : 1;
    this.#spent.set(appId, { second, calls });
    if (calls <= this.#perSecond) return;
    throw new SandboxRefusal(429, "SANDBOX_TOO_FAST", "Too many calls in this second.", {}, { "retry-after": "1" });
  }
}
