import { limits } from "../../generated/tables.js";
import type { Interaction, UnknownInteraction } from "../../generated/types.js";
import { decodeInteraction } from "../../generated/validators/decode.js";

/** An interaction as it came. */
export interface ReadInteraction {
  readonly interaction: Interaction | UnknownInteraction;
  /** What stood in place of a duration in `expiresInMs`, by its type; absent where there was one. */
  readonly assumedExpiry?: string;
}

/**
 * Reads an interaction. One whose `expiresInMs` is no whole number of milliseconds is no worse for it: it has the whole
 * window of its type, from its arrival on. Never throws.
 */
export function readInteraction(value: unknown): ReadInteraction {
  if (typeof value !== "object" || value === null) return { interaction: decodeInteraction(value) };
  const given: unknown = Reflect.get(value, "expiresInMs");
  if (isDurationMs(given)) return { interaction: decodeInteraction(value) };
  const expiresInMs = windowMsOf(Reflect.get(value, "type"));
  return {
    interaction: decodeInteraction({ ...value, expiresInMs }),
    assumedExpiry: given === null ? "null" : typeof given,
  };
}

/** How long the platform waits for a confirmation. */
function windowMsOf(type: unknown): number {
  return type === "autocomplete" ? limits.autocompleteWindowMs : limits.confirmationWindowMs;
}

/** A property of its own of something that may not be an object. */
export function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** Whether a value is a whole number of milliseconds, zero included. */
export function isDurationMs(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

export interface DeadlineInput {
  /** Wire type of the interaction. */
  readonly type: string;
  /** The service's remaining time when it sent the interaction. Absent or no duration: the whole window. */
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
export function confirmDeadlineMs(input: DeadlineInput): number {
  const windowMs = windowMsOf(input.type);
  const leftMs = isDurationMs(input.expiresInMs) ? Math.min(input.expiresInMs, windowMs) : windowMs;
  return input.receivedAtMs + leftMs - input.marginMs;
}
