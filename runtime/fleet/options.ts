import { clock, count, func, oneOf, option, type OptionsOf, options, text, usually, whole } from "../base/options.js";
import { hasMethods } from "../base/values.js";
import type { FleetDiagnostic } from "../diagnostics/fleet.js";
import type { FleetEngine } from "./engine/contract.js";

/** The longest that a timer can be set to, milliseconds: with more it fires at once. */
const TIMER_MS = 2 ** 31 - 1;
const DAY_MS = 24 * 60 * 60_000;

/** What a member does: reads the live stream, handles events. */
export type FleetRole = "intake" | "worker";

/** Options of `openFleet`. Members of one fleet must agree on the numbers. */
export interface FleetOptions extends OptionsOf<typeof fleetOptions> {}

export const fleetOptions = /* @__PURE__ */ options(() => ({
  /** What the members share. Default: `memoryEngine()`, a fleet of one process. */
  engine: option<FleetEngine>(
    "an engine: natsEngine(() => connect(...)), redisEngine(() => new Redis(...)) or memoryEngine()",
    (value) => hasMethods(value, "open", "settingsOf"),
  ),
  /** Separates fleets on one engine: letters, digits, `-` and `_`. Default `app`. */
  name: usually(text(), "app"),
  /**
   * `warm` (default): one member reads the live stream; when it dies, another goes on within `leaseMs`. `hot`: two read
   * it, and nothing is lost at any rate when one dies.
   */
  standby: usually(oneOf("warm", "hot"), "warm"),
  /** Whether this member reads the live stream (`intake`), handles events (`worker`) or both. Default: both. */
  roles: usually(option<readonly FleetRole[]>('a list of "intake" and "worker"', Array.isArray), ["intake", "worker"]),
  /** Parts of the log, each in order: the most events handled at the same time over all members. Default 32. */
  partitions: whole(1, 512, 32),
  /** Milliseconds after which an event of a worker that died goes to another. Default 10,000. */
  ackWaitMs: whole(500, TIMER_MS, 10_000),
  /** Milliseconds after which a holder of the live stream that died is replaced. Default 4,000. */
  leaseMs: whole(500, TIMER_MS, 4_000),
  /** Most events waiting in the log. Default 100,000. */
  maxLagEvents: whole(1, 1e12, 100_000),
  /**
   * How often an event may be begun without being finished, on any machine, before it becomes a dead letter. Default 5.
   */
  maxDeliveries: whole(1, 1e9, 5),
  /** Milliseconds for which dead letters are kept. Default seven days. */
  deadLetterMs: whole(1, 36_500 * DAY_MS, 7 * DAY_MS),
  /** Milliseconds that a request to the engine may take. Default 1,500. */
  requestTimeoutMs: whole(1, TIMER_MS, 1_500),
  /** Milliseconds to wait at the start for an engine that cannot be reached. Default 0: an error at once. */
  waitForEngineMs: count(0),
  /** Name of this member in logs. Default: random. It is made unique in any case. */
  member: usually(text(), "member"),
  /** Version of this build; newer builds have higher ones: see `commands`. Default: none. */
  build: text(),
  /** Receives the diagnostics of the fleet. */
  onDiagnostic: func<(diagnostic: FleetDiagnostic) => void>(),
  /** Time and timers. Default: the system's. */
  clock: clock(),
  /** Chance, from 0 (included) to 1. Default: `Math.random`. */
  random: func<() => number>(),
}));
