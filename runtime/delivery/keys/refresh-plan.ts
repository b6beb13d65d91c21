/**
 * Why the key route may have to be asked:
 * - `scheduled`: there is no set, or it is old;
 * - `unknown-id`: a delivery names an unknown key and nothing in it verifies, which any stranger can send;
 * - `announced-id`: a delivery that verifies names an unknown key beside the one that does.
 *
 * Each has a budget of its own, so that what strangers cause never delays what a rotation needs.
 */
export type RefreshCause = "scheduled" | "unknown-id" | "announced-id";

/** What is known about the key set and the fetches for it. All times are monotonic milliseconds. */
export interface RefreshState {
  /** When the set in force was read; `undefined` while there is none. */
  readonly readAtMs: number | undefined;
  /** When each cause last began a fetch. */
  readonly triedAtMs: Readonly<Partial<Record<RefreshCause, number>>>;
  /** Whether a fetch is under way. */
  readonly isRunning: boolean;
}

/** See `KeyStoreOptions`. */
export interface RefreshLimits {
  readonly refreshAfterMs: number;
  readonly maxAgeMs: number;
  readonly cooldownMs: number;
  readonly emptyCooldownMs: number;
}

/** `fetch`: begin one. `join`: one is under way, wait for it. `none`: go on with what there is. */
export interface RefreshDecision {
  readonly action: "fetch" | "join" | "none";
  /** Whether the delivery waits for the outcome. */
  readonly wait: boolean;
}

const none: RefreshDecision = { action: "none", wait: false };

/** What a delivery does about the key set. Pure. */
export function planRefresh(
  cause: RefreshCause,
  state: RefreshState,
  { nowMs, limits }: { readonly nowMs: number; readonly limits: RefreshLimits },
): RefreshDecision {
  const ageMs = state.readAtMs === undefined ? Infinity : nowMs - state.readAtMs;
  if (cause === "scheduled" && ageMs < limits.refreshAfterMs) return none;
  const wait = cause === "unknown-id" || (cause === "scheduled" && ageMs >= limits.maxAgeMs);
  if (state.isRunning) return wait ? { action: "join", wait } : none;
  const pauseMs = state.readAtMs === undefined ? limits.emptyCooldownMs : limits.cooldownMs;
  const sinceMs = nowMs - (state.triedAtMs[cause] ?? -Infinity);
  return sinceMs >= pauseMs ? { action: "fetch", wait } : none;
}
