/**
 * Why keys may have to be fetched:
 * - `scheduled`: there is no set, or it is old;
 * - `unknown-id`: no entry of a delivery verifies, and one names an unknown key; anybody can send that;
 * - `announced-id`: a delivery verifies, and names an unknown key as well.
 *
 * Each cause has a budget of its own, so that forged deliveries cannot delay a planned rotation.
 */
export type RefreshCause = "scheduled" | "unknown-id" | "announced-id";

/** The key set and the fetches for it. All times are monotonic milliseconds. */
export interface RefreshState {
  /** When the current set was read; `undefined` while there is none. */
  readonly readAtMs: number | undefined;
  /** When each cause last started a fetch. */
  readonly triedAtMs: Readonly<Partial<Record<RefreshCause, number>>>;
  /** Whether a fetch is pending. */
  readonly isRunning: boolean;
}

/** See `KeyStoreOptions`. */
export interface RefreshLimits {
  readonly refreshAfterMs: number;
  readonly maxAgeMs: number;
  readonly cooldownMs: number;
  readonly emptyCooldownMs: number;
}

/** `fetch`: start a fetch. `join`: wait for the pending one. `none`: use the current set. */
export interface RefreshDecision {
  readonly action: "fetch" | "join" | "none";
  /** Whether the delivery waits for the fetch. */
  readonly wait: boolean;
}

const none: RefreshDecision = { action: "none", wait: false };

/** Decides what a delivery does about the key set. Pure. */
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
