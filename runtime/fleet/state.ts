import type { Clock } from "../abi/index.js";
import type { ConsumerCounters } from "./consume/triage.js";
import type { EngineSession, PartitionLag } from "./engine/contract.js";
import { readLease } from "./hold/lease.js";

/** A slot of the live stream, and who holds it. */
export interface SlotState {
  readonly slot: number;
  /** Undefined: not held at this moment. */
  readonly holder: string | undefined;
  /** When the holder took it, on its wall clock. */
  readonly sinceMs: number | undefined;
  readonly isMine: boolean;
  /** Held here, and out of touch with the engine. */
  readonly isSuspended: boolean;
}

/** A fleet as one member sees it. */
export interface FleetState extends Readonly<ConsumerCounters> {
  readonly name: string;
  readonly member: string;
  readonly engine: string;
  /** Whether the engine is in reach. */
  readonly isConnected: boolean;
  /** Milliseconds for which the engine has been out of reach; 0 while it is in reach. */
  readonly engineAwayMs: number;
  readonly standby: "warm" | "hot";
  readonly slots: readonly SlotState[];
  /** Unfinished events in the log, over all partitions. */
  readonly lag: number;
  /** Those of them that some worker has in hand. */
  readonly inHand: number;
  /** Milliseconds that the oldest of them has been there; 0 when there is none. */
  readonly oldestMs: number;
  /** Events a second that this member takes in. */
  readonly perSecond: number;
  /** Round trip to the engine, and how this machine's clock stands against it, in milliseconds. */
  readonly roundTripMs: number;
  readonly clockOffsetMs: number;
  readonly clockErrorMs: number;
  /** When the shared part of this was read, on the wall clock; undefined: not yet. */
  readonly readAtMs: number | undefined;
}

/** What all members see alike, read from the engine. */
export interface SharedState {
  readonly slots: readonly Pick<SlotState, "slot" | "holder" | "sinceMs">[];
  readonly lag: readonly PartitionLag[];
  readonly readAtMs: number;
}

/** Reads who holds which slot, and what waits. */
export async function readShared(
  session: Pick<EngineSession, "leases" | "events">,
  slots: number,
  clock: Clock,
): Promise<SharedState> {
  const [lag, ...held] = await Promise.all([
    session.events.lag(),
    ...Array.from({ length: slots }, (_, slot) => session.leases.get(`slot.${slot}`)),
  ]);
  return {
    lag,
    readAtMs: clock.now(),
    slots: held.map((entry, slot) => {
      const record = entry === undefined ? undefined : readLease(entry.value);
      return { slot, holder: record?.member, sinceMs: record?.sinceMs };
    }),
  };
}

export function totalLag(lag: readonly PartitionLag[], engineNowMs: number) {
  let waiting = 0;
  let inHand = 0;
  let oldestMs = 0;
  for (const part of lag) {
    waiting += part.waiting;
    inHand += part.inHand;
    if (part.oldestAtMs !== undefined) oldestMs = Math.max(oldestMs, engineNowMs - part.oldestAtMs);
  }
  return { lag: waiting + inHand, inHand, oldestMs };
}
