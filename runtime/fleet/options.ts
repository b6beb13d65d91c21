import { type Clock, systemClock } from "../abi/index.js";
import type { FleetDiagnostic, FleetReport } from "../diagnostics/fleet.js";
import type { EngineSession, EngineSettings, FleetEngine } from "./engine/contract.js";
import type { EngineClock } from "./engine-clock.js";
import { checkFleetName } from "./engine/adapter.js";
import { checkFleetOptions } from "./check-options.js";
import type { FleetReports } from "./reports.js";
import { memoryEngine } from "./memory/engine.js";

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

/** The options with every default in place. */
export type ResolvedFleetOptions = ReturnType<typeof resolveFleetOptions>;

/** What all parts of a fleet are built from. */
export interface FleetParts extends ResolvedFleetOptions {
  readonly session: EngineSession;
  readonly engineClock: EngineClock;
  readonly report: FleetReport;
  /** Takes what the engine failed with where it is asked again. */
  readonly engineFailed: (error: unknown) => void;
  readonly diagnostics: FleetReports;
}

const MINUTE_MS = 60_000;

/** How long an interaction waits for a worker at all, and unanswered at one: its window is three seconds. */
const INTERACTIONS = { lifeMs: 3_000, ackWaitMs: 700 } as const;

/** @throws FleetError `argument` when an option cannot be */
export function resolveFleetOptions(options: FleetOptions) {
  checkFleetOptions(options);
  const { clock = systemClock, random = Math.random, name = "app", standby = "warm", member } = options;
  checkFleetName(name);
  const numbers = {
    partitions: options.partitions ?? 32,
    ackWaitMs: options.ackWaitMs ?? 10_000,
    leaseMs: options.leaseMs ?? 4_000,
    maxLagEvents: options.maxLagEvents ?? 100_000,
    deadLetterMs: options.deadLetterMs ?? 7 * 24 * 60 * MINUTE_MS,
    requestTimeoutMs: options.requestTimeoutMs ?? 1_500,
  };
  const { maxDeliveries = 5, waitForEngineMs = 0, build, onDiagnostic } = options;
  const roles: readonly FleetRole[] = options.roles ?? ["intake", "worker"];
  const suffix = Math.floor(random() * 36 ** 8).toString(36);
  const label = (member ?? "member").replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(0, 40);
  const settings: EngineSettings = {
    name,
    member: `${label}-${suffix}`,
    ...numbers,
    duplicateWindowMs: 5 * MINUTE_MS,
    claimMs: 15 * MINUTE_MS,
    interactions: INTERACTIONS,
    clock,
  };
  return {
    engine: options.engine ?? memoryEngine({ clock }),
    slots: standby === "hot" ? 2 : 1,
    roles,
    maxDeliveries,
    waitForEngineMs,
    build,
    onDiagnostic,
    settings,
  };
}
