import { chain, type Maybe } from "../core/maybe.js";
import type { DedupeStore } from "../dedupe.js";
import type { DeliveryRef, EventSink } from "./events.js";

/** `first`: nobody had it before us. `unknown`: there is no store, or it failed. `duplicate`: leave it alone. */
export type Claim = "first" | "unknown" | "duplicate";

/** What claiming needs, settled once per endpoint. */
export interface ClaimSettings {
  readonly dedupe: DedupeStore | undefined;
  readonly claimTtlMs: number;
  readonly skipOnDedupeFailure: boolean;
  readonly events: EventSink;
}

/**
 * Claims the delivery and its interaction, each for itself: one id says nothing about the other. Called for verified
 * deliveries alone, so that no stranger can fill the store or spend somebody's id.
 */
export function claim(ref: Required<DeliveryRef>, settings: ClaimSettings): Maybe<Claim> {
  const { dedupe, claimTtlMs } = settings;
  if (dedupe === undefined) return "unknown";
  const failed = (error: unknown): Claim => fail(error, ref, settings);
  try {
    const outcome = chain(one(dedupe.claim(`delivery:${ref.appId}:${ref.deliveryId}`, claimTtlMs)), (first) => {
      if (!first) return duplicate("delivery", ref, settings);
      const second = one(dedupe.claim(`interaction:${ref.appId}:${ref.interactionId}`, claimTtlMs));
      return chain(second, (won) => (won ? ("first" as const) : duplicate("interaction", ref, settings)));
    });
    return outcome instanceof Promise ? outcome.catch(failed) : outcome;
  } catch (error) {
    return failed(error);
  }
}

/** A store's answer, whichever kind of promise it is made of. */
function one(answer: boolean | Promise<boolean>): Maybe<boolean> {
  return typeof answer === "boolean" ? answer : Promise.resolve(answer);
}

function duplicate(of: "delivery" | "interaction", ref: DeliveryRef, { events }: ClaimSettings): Claim {
  events.emit({ type: "duplicate", of, ...ref });
  return "duplicate";
}

function fail(error: unknown, ref: DeliveryRef, { events, skipOnDedupeFailure }: ClaimSettings): Claim {
  events.emit({ type: "dedupe-failed", error, ...ref });
  return skipOnDedupeFailure ? "duplicate" : "unknown";
}
