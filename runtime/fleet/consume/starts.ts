import { boundedId } from "../engine/adapter.js";
import type { Bucket } from "../engine/contract.js";

const keyOf = (identity: string): string => boundedId(`starts.${identity}`);

/** How often one write is tried against others of the same key. */
const TRIES = 3;

/**
 * How often handling an event began, from its second delivery on: a healthy event is delivered once, and costs no write.
 * The engine's count of deliveries says something else: what was sent to a machine that stood still, was cut off, or
 * died over another event, never began.
 */
export async function startsOf(claims: Bucket, identity: string): Promise<number> {
  try {
    return countOf((await claims.get(keyOf(identity)))?.value);
  } catch {
    return 0; // the engine is out of reach: not the event's fault
  }
}

/** Handling it begins now (1), or has come to an end that counts for nothing (-1): given back, or let go. */
export async function countStart(claims: Bucket, identity: string, change: 1 | -1): Promise<void> {
  const key = keyOf(identity);
  try {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const entry = await claims.get(key);
      const starts = Math.max(0, countOf(entry?.value) + change);
      if ((await claims.put(key, String(starts), entry?.revision)) !== undefined) return;
    }
  } catch {
    // As above.
  }
}

/** From now on it is as if handling the event had never begun. */
export async function forgetStarts(claims: Bucket, identity: string): Promise<void> {
  const entry = await claims.get(keyOf(identity));
  if (entry !== undefined) await claims.delete(entry.key, entry.revision);
}

const countOf = (text = "0"): number => (Number.isInteger(Number(text)) ? Number(text) : 0);
