import type { Clock } from "../abi/index.js";
import type { FleetDiagnostic } from "../diagnostics/fleet.js";
import type { FleetEngine } from "./engine/contract.js";

/** What a member does: reads the live stream, handles events. */
export type FleetRole = "intake" | "worker";

/** Options of `openFleet`. Members of one fleet must agree on the numbers. */
export interface FleetOptions {
  /** What the members share. Default: `memoryEngine()`, a fleet of one process. */
  readonly engine?: FleetEngine;
  /** Separates fleets on one engine: letters, digits, `-` and `_`. Default `app`. */
  readonly name?: string;
  /**
   * `warm` (default): one member reads the live stream; when it dies, another goes on within `leaseMs`. `hot`: two read
   * it, and nothing is lost at any rate when one dies.
   */
  readonly standby?: "warm" | "hot";
  /** What this member does. Default: both. */
  readonly roles?: readonly FleetRole[];
  /** Parts of the log, each in order: the most events handled at the same time over all members. Default 32. */
  readonly partitions?: number;
  /** Milliseconds after which an event of a worker that died goes to another. Default 10,000. */
  readonly ackWaitMs?: number;
  /** Milliseconds after which a holder of the live stream that died is replaced. Default 4,000. */
  readonly leaseMs?: number;
  /** Most events waiting in the log. Default 100,000. */
  readonly maxLagEvents?: number;
  /** An event that was begun so often and never finished, on whichever machine, is put aside. Default 5. */
  readonly maxDeliveries?: number;
  /** Milliseconds for which events put aside are kept. Default seven days. */
  readonly deadLetterMs?: number;
  /** Milliseconds that a request to the engine may take. Default 1,500. */
  readonly requestTimeoutMs?: number;
  /** Milliseconds to wait for an engine that is away at the start. Default 0: an error at once. */
  readonly waitForEngineMs?: number;
  /** Name of this member for people. Default: random. It is made unique in any case. */
  readonly member?: string;
  /** Which build this is, in an order that grows: see `commands`. Default: none. */
  readonly build?: string;
  /** Hears what happens to the fleet. */
  readonly onDiagnostic?: (diagnostic: FleetDiagnostic) => void;
  readonly clock?: Clock;
  /** Chance, from 0 (included) to 1. Default: `Math.random`. */
  readonly random?: () => number;
}
