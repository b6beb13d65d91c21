import { boundedId } from "../engine/adapter.js";
import type { KeyValue } from "../engine/contract.js";

const keyOf = (identity: string): string => boundedId(`starts.${identity}`);

/**
 * How often handling an event has begun, this time included. The engine's count of deliveries says something else:
 * what was sent to a machine that stood still, or was cut off, never began. The first delivery is taken to have begun.
 */
export async function startsOf(claims: KeyValue, identity: string): Promise<number> {
  const key = keyOf(identity);
  try {
    const entry = await claims.get(key);
    const starts = Number(entry?.value ?? 1) + 1;
    await claims.put(key, String(starts), entry?.revision);
    return starts;
  } catch {
    return 1; // the engine is out of reach: not the event's fault
  }
}

/** From now on it is as if handling the event had never begun. */
export async function forgetStarts(claims: KeyValue, identity: string): Promise<void> {
  const entry = await claims.get(keyOf(identity));
  if (entry !== undefined) await claims.delete(entry.key, entry.revision);
}
