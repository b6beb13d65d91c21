import { limits } from "../../generated/tables.js";
import type { Interaction, UnknownInteraction } from "../../generated/types.js";
import { decodeInteraction } from "../../generated/validators/decode.js";

/** An interaction as received. */
export interface ReadInteraction {
  readonly interaction: Interaction | UnknownInteraction;
  /** The type of an invalid `expiresInMs`; absent when it is a duration. */
  readonly assumedExpiry?: string;
}

/**
 * Reads an interaction. Where `expiresInMs` is no whole number of milliseconds, the whole window of the type is assumed.
 * Never throws.
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

/** The platform's confirmation window for a type. */
function windowMsOf(type: unknown): number {
  return type === "autocomplete" ? limits.autocompleteWindowMs : limits.confirmationWindowMs;
}

/** An own property of a value that may not be an object. */
export function property(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}

/** Whether a value is a whole number of milliseconds, including zero. */
export function isDurationMs(value: unknown): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

export interface DeadlineInput {
  /** Wire type of the interaction. */
  readonly type: string;
  /** The time that was left when the service sent the interaction. Anything but a duration: the whole window. */
  readonly expiresInMs: unknown;
  /** Monotonic milliseconds at which its bytes arrived, before any queue. */
  readonly receivedAtMs: number;
  /** Reserved for the network, in milliseconds. */
  readonly marginMs: number;
}

/**
 * The instant on the monotonic clock after which confirming is pointless. It is never later than the window of the type,
 * even when `expiresInMs` is missing or larger, and does not depend on the wall clock.
 */
export function confirmDeadlineMs(input: DeadlineInput): number {
  const windowMs = windowMsOf(input.type);
  const leftMs = isDurationMs(input.expiresInMs) ? Math.min(input.expiresInMs, windowMs) : windowMs;
  return input.receivedAtMs + leftMs - input.marginMs;
}
