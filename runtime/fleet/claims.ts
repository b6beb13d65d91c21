import type { DedupeStore } from "../interaction/claims.js";
import { fieldsOf } from "./engine/adapter.js";
import type { KeyValue, LogDelivery } from "./engine/contract.js";
import type { EngineClock } from "./engine-clock.js";

/**
 * Claims an interaction for this member: true when nobody else works on it. A redelivery says that the member which
 * claimed it no longer answers, so that its claim may be taken over; of several that try, one succeeds. What an endpoint
 * claimed stays its own. The platform's own atomic confirmation stays the last judge.
 */
export async function claimInteraction(
  claims: KeyValue,
  { key, member, delivery }: { readonly key: string; readonly member: string; readonly delivery: LogDelivery },
): Promise<boolean> {
  if ((await claims.put(key, member)) !== undefined) return true;
  const entry = await claims.get(key);
  if (entry === undefined) return (await claims.put(key, member)) !== undefined;
  if (delivery.deliveries === 1 || untilOf(entry.value) !== undefined) return entry.value === member;
  return (await claims.put(key, member, entry.revision)) !== undefined;
}

/** Ids claimed once over all members: what endpoints on many machines need of a `DedupeStore`. */
export function sharedDedupe(claims: KeyValue, clock: EngineClock): DedupeStore {
  return {
    async claim(key, ttlMs) {
      const value = JSON.stringify({ untilMs: Math.round(clock.nowMs + ttlMs) });
      if ((await claims.put(key, value)) !== undefined) return true;
      const entry = await claims.get(key);
      // One without an end, as members make for interactions, holds while it is there.
      if (entry !== undefined && (untilOf(entry.value) ?? Infinity) > clock.nowMs) return false;
      return (await claims.put(key, value, entry?.revision)) !== undefined;
    },
  };
}

/** Until when an endpoint's claim holds; undefined for a member's, which is its name. */
function untilOf(text: string): number | undefined {
  const { untilMs } = fieldsOf(text);
  return typeof untilMs === "number" ? untilMs : undefined;
}
