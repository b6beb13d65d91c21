import type { DedupeStore } from "../dedupe.js";
import type { DeliveryRef, EventSink } from "./events.js";

/** `first`: nobody had it before us. `unknown`: there is no store, or it failed. `duplicate`: leave it alone. */
export type Claim = "first" | "unknown" | "duplicate";

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
export async function claim(ref: Required<DeliveryRef>, settings: ClaimSettings): Promise<Claim> {
  const { dedupe, claimTtlMs, events } = settings;
  if (dedupe === undefined) return "unknown";
  try {
    const first = dedupe.claim(`delivery:${ref.appId}:${ref.deliveryId}`, claimTtlMs);
    if (!(typeof first === "boolean" ? first : await first)) return duplicate("delivery", ref, events);
    const second = dedupe.claim(`interaction:${ref.appId}:${ref.interactionId}`, claimTtlMs);
    if (!(typeof second === "boolean" ? second : await second)) return duplicate("interaction", ref, events);
    return "first";
  } catch (error) {
    events.emit({ type: "dedupe-failed", error, ...ref });
    return settings.skipOnDedupeFailure ? "duplicate" : "unknown";
  }
}

function duplicate(of: "delivery" | "interaction", ref: DeliveryRef, events: EventSink): Claim {
  events.emit({ type: "duplicate", of, ...ref });
  return "duplicate";
}
