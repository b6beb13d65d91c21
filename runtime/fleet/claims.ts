import type { ClaimMemory } from "../interaction/claims.js";
import { boundedId, fieldsOf } from "./engine/adapter.js";
import type { Bucket, LogDelivery } from "./engine/contract.js";
import type { EngineClock } from "./engine-clock.js";

/**
 * Claims an interaction for one delivery: true when no other member works on it. A redelivery means that the member which
 * claimed it no longer answers, so that its claim may be taken over; of several that try, one succeeds. A claim of an
 * endpoint is never taken over. The platform's atomic confirmation stays the last judge.
 */
export async function claimInteraction(
  claims: Bucket,
  { key, member, delivery }: { readonly key: string; readonly member: string; readonly delivery: LogDelivery },
): Promise<boolean> {
  const value = `${member} ${crypto.randomUUID()}`;
  const entry = await write(claims, key, value);
  if (entry === "written") return true;
  if (entry === undefined) return (await write(claims, key, value)) === "written";
  if (delivery.deliveries === 1 || untilOf(entry.value) !== undefined) return false;
  return (await write(claims, key, value, entry.revision)) === "written";
}

/** Ids claimed once over all members: what endpoints on many machines need of a `ClaimMemory`. */
export function sharedDedupe(claims: Bucket, clock: EngineClock): ClaimMemory {
  return {
    async claim(key, ttlMs) {
      const value = JSON.stringify({ untilMs: Math.round(clock.nowMs + ttlMs), by: crypto.randomUUID() });
      const entry = await write(claims, key, value);
      if (entry === "written") return true;
      // A claim without an end, as members make for interactions, holds while it is there.
      if (entry !== undefined && (untilOf(entry.value) ?? Infinity) > clock.nowMs) return false;
      return (await write(claims, key, value, entry?.revision)) === "written";
    },
  };
}

/**
 * Writes a value that has one writer; answers with what is there when that was refused. A client that lost its
 * connection may have sent the write a second time by itself: refused, and there all the same.
 */
async function write(claims: Bucket, id: string, value: string, revision?: number) {
  const key = boundedId(id);
  if ((await claims.put(key, value, revision)) !== undefined) return "written";
  const entry = await claims.get(key);
  return entry?.value === value ? "written" : entry;
}

/** Until when an endpoint's claim holds; undefined for a member's. */
function untilOf(text: string): number | undefined {
  const { untilMs } = fieldsOf(text);
  return typeof untilMs === "number" ? untilMs : undefined;
}
