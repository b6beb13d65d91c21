/** Windows of the platform that bound an interaction, in milliseconds. */
export interface InteractionWindows {
  /** To confirm, except for `autocomplete`. */
  readonly confirmationWindowMs: number;
  /** To confirm an `autocomplete`. */
  readonly autocompleteWindowMs: number;
}

export interface DeadlineInput {
  /** Wire type of the interaction. */
  readonly type: string;
  /** The service's remaining time when it sent the interaction. Absent or not a number: the whole window. */
  readonly expiresInMs: unknown;
  /** Reading of the monotonic clock when the bytes arrived here, before any queue. */
  readonly receivedAtMs: number;
  /** Kept back for the way to the service, in milliseconds. */
  readonly marginMs: number;
}

/**
 * The instant on the monotonic clock after which confirming is pointless. The window of the type bounds it from above
 * even when `expiresInMs` is missing or larger; no wall-clock time takes part.
 */
export function confirmDeadlineMs(input: DeadlineInput, windows: InteractionWindows): number {
  const windowMs = input.type === "autocomplete" ? windows.autocompleteWindowMs : windows.confirmationWindowMs;
  const leftMs = isDuration(input.expiresInMs) ? Math.min(input.expiresInMs, windowMs) : windowMs;
  return input.receivedAtMs + leftMs - input.marginMs;
}

function isDuration(value: unknown): value is number {
  return typeof value === "number" && !Number.isNaN(value);
}
