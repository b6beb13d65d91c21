import type { RateLimitMemory } from "../http/middleware/limits.js";
import { RETRY_TOKENS, type RetryBudget } from "../http/middleware/retry.js";
import { fieldsOf } from "./engine/adapter.js";
import type { FleetParts } from "./resolve-options.js";

const LIMITS = "rate-limits";

/** Milliseconds between two words about what was taken. */
const TELL_MS = 500;

/** Shares what one member learned of a 429 with all, in engine time, since no two machines agree on the hour. */
export class SharedPace {
  readonly rateLimits: RateLimitMemory;
  readonly retryBudget: RetryBudget;
  readonly #parts: FleetParts;
  readonly #endsMs = new Map<string, number>();
  readonly #leave: (() => void)[];
  /** As many as one client by itself has, for all members together. */
  #tokens = RETRY_TOKENS;
  /** Taken here and not told yet; given back counts against it. */
  #untold = 0;
  #cancelTell: (() => void) | undefined;

  constructor(parts: FleetParts) {
    this.#parts = parts;
    const { session } = parts;
    this.rateLimits = {
      remainingMs: (scope) => this.#remainingMs(scope),
      limited: (scope, waitMs) => this.#limited(scope, waitMs),
    };
    this.retryBudget = {
      take: (cost) => {
        if (this.#tokens < cost) return false;
        this.#change(-cost);
        return true;
      },
      give: (tokens) => this.#change(Math.min(tokens, RETRY_TOKENS - this.#tokens)),
    };
    this.#leave = [
      session.subscribe(LIMITS, (text) => this.#learn(text)),
      session.subscribe("retry-budget", (text) => this.#hearChange(text)),
    ];
    // A later listener receives earlier reports.
    void session.state.get(LIMITS).then(
      (entry) => entry && this.#learn(entry.value),
      () => undefined,
    );
  }

  close(): void {
    this.#cancelTell?.();
    for (const leave of this.#leave) leave();
  }

  #remainingMs(scope: string): number {
    const endMs = this.#endsMs.get(scope);
    if (endMs === undefined) return 0;
    const leftMs = endMs - this.#parts.engineClock.nowMs;
    if (leftMs > 0) return leftMs;
    this.#endsMs.delete(scope);
    return 0;
  }

  #limited(scope: string, waitMs: number): void {
    const { session, engineClock } = this.#parts;
    const endMs = engineClock.nowMs + waitMs;
    if ((this.#endsMs.get(scope) ?? 0) >= endMs) return;
    this.#endsMs.set(scope, endMs);
    const text = JSON.stringify(Object.fromEntries(this.#endsMs));
    void session.publish(LIMITS, text).catch(() => undefined);
    // Of two members that write at the same moment one is left out: the other has told everybody by the line above.
    void session.state
      .get(LIMITS)
      .then((entry) => session.state.put(LIMITS, text, entry?.revision))
      .catch(() => undefined);
  }

  #learn(text: string): void {
    for (const [scope, endMs] of entriesOf(text)) {
      if (endMs > Math.max(this.#endsMs.get(scope) ?? 0, this.#parts.engineClock.nowMs)) this.#endsMs.set(scope, endMs);
    }
  }

  #change(tokens: number): void {
    this.#tokens += tokens;
    this.#untold += tokens;
    if (this.#untold === 0) return;
    this.#cancelTell ??= this.#parts.settings.clock.schedule(() => {
      this.#cancelTell = undefined;
      const told = { [this.#member]: this.#untold };
      this.#untold = 0;
      void this.#parts.session.publish("retry-budget", JSON.stringify(told)).catch(() => undefined);
    }, TELL_MS);
  }

  get #member(): string {
    return this.#parts.settings.member;
  }

  #hearChange(text: string): void {
    for (const [member, tokens] of entriesOf(text)) {
      if (member === this.#member) continue;
      this.#tokens = Math.max(0, Math.min(RETRY_TOKENS, this.#tokens + tokens));
    }
  }
}

/** Numbers by name; nothing when it is no such text. */
function entriesOf(text: string): readonly (readonly [string, number])[] {
  return Object.entries(fieldsOf(text)).flatMap(([key, number]) =>
    typeof number === "number" ? [[key, number] as const] : [],
  );
}
