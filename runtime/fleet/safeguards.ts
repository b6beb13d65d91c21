/**
 * The safeguards that keep a fleet's promises. All are on; tests turn one off to see that something notices.
 * Not part of the public surface.
 */
export interface Safeguards {
  /** Each append names the one before it. */
  readonly chain: boolean;
  /** What was in hand during a pause is let go. */
  readonly pauseGuard: boolean;
  /** A lost lease suspends instead of closing, and a stand-by lets the former holder come back first. */
  readonly hold: boolean;
  /** Leaving gives back what is in hand. */
  readonly drain: boolean;
  /** A former holder's cursor is refused. */
  readonly fence: boolean;
}

export const allSafeguards: Safeguards = { chain: true, pauseGuard: true, hold: true, drain: true, fence: true };
