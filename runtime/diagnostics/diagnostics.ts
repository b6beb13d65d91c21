import type { DiagnosticBase, DiagnosticLevel } from "./base.js";

/** Takes diagnostics. What it throws or rejects with is ignored: watching must not change what is watched. */
export type DiagnosticListener<Told extends DiagnosticBase<`${string}.${string}`>> = (diagnostic: Told) => void;

const RANKS: Readonly<Record<DiagnosticLevel, number>> = { debug: 0, info: 1, warn: 2, error: 3 };

/** The listeners of one owner: a client, a stream, an App. */
export class DiagnosticListeners<Told extends DiagnosticBase<`${string}.${string}`>> {
  readonly #listeners = new Map<DiagnosticListener<Told>, number>();
  #lowest = Infinity;

  /** Whether there are listeners: check it before creating a diagnostic on a hot path. */
  get active(): boolean {
    return this.#listeners.size > 0;
  }

  /** Whether there are listeners for this level. */
  wants(level: DiagnosticLevel): boolean {
    return RANKS[level] >= this.#lowest;
  }

  /** Adds a listener for diagnostics of level `lowest` and above (default: all). The returned function removes it. */
  listen(listener: DiagnosticListener<Told>, lowest: DiagnosticLevel = "debug"): () => void {
    this.#listeners.set(listener, RANKS[lowest]);
    this.#lowest = Math.min(this.#lowest, RANKS[lowest]);
    return () => {
      this.#listeners.delete(listener);
      this.#lowest = Math.min(...this.#listeners.values());
    };
  }

  /** Calls every listener for this level. */
  report(diagnostic: Told): void {
    const rank = RANKS[diagnostic.level];
    for (const [listener, lowest] of this.#listeners) {
      if (rank < lowest) continue;
      try {
        // An async function is assignable to a function that returns void.
        const told: unknown = listener(diagnostic);
        if (told instanceof Promise) told.catch(() => undefined);
      } catch {
        // Errors of listeners are ignored.
      }
    }
  }
}
