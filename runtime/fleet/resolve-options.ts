import { hasMethods } from "../base/values.js";
import { checkGiven, CLOCK } from "../http/check-given.js";
import { didYouMean } from "../base/nearest.js";
import { COUNT, FUNCTION, type Kind, type Kinds, TEXT } from "../http/check-options.js";
import { ArgumentError } from "../base/errors.js";
import { FleetError } from "./errors.js";
import type { EngineSession, EngineSettings } from "./engine/contract.js";
import type { EngineClock } from "./engine-clock.js";
import type { FleetReport } from "../diagnostics/fleet.js";
import type { FleetReports } from "./reports.js";
import { checkFleetName } from "./engine/adapter.js";
import { memoryEngine } from "./memory/engine.js";
import type { FleetOptions, FleetRole } from "./options.js";
import { systemClock } from "../abi/index.js";

/** The longest that a timer can be set to, milliseconds: with more it fires at once. */
const TIMER_MS = 2 ** 31 - 1;
const YEAR_MS = 365 * 24 * 60 * 60_000;

export const whole = (least: number, most: number): Kind => [
  `a whole number from ${least} to ${most}`,
  (value) => Number.isInteger(value) && Number(value) >= least && Number(value) <= most,
];
const ROLES: readonly string[] = ["intake", "worker"];

const OPTIONS = {
  engine: [
    "an engine: natsEngine(() => connect(...)), redisEngine(() => new Redis(...)) or memoryEngine()",
    (value) => hasMethods(value, "open", "settingsOf"),
  ],
  name: TEXT,
  standby: ['"warm" or "hot"', (value) => value === "warm" || value === "hot"],
  roles: ['a list of "intake" and "worker"', Array.isArray],
  partitions: whole(1, 512),
  ackWaitMs: whole(500, TIMER_MS),
  leaseMs: whole(500, TIMER_MS),
  maxLagEvents: whole(1, 1e12),
  maxDeliveries: whole(1, 1e9),
  deadLetterMs: whole(1, 100 * YEAR_MS),
  requestTimeoutMs: whole(1, TIMER_MS),
  waitForEngineMs: COUNT,
  member: TEXT,
  build: TEXT,
  onDiagnostic: FUNCTION,
  clock: CLOCK,
  random: FUNCTION,
} satisfies Kinds & Record<keyof FleetOptions, Kind>;

/** @throws FleetError `argument` when an option cannot be, or does not exist */
export function checkFleetOptions(options: FleetOptions): void {
  checkFleetGiven("openFleet()", options, OPTIONS);
  const unknown = options.roles?.map(String).find((role) => !ROLES.includes(role));
  if (unknown === undefined) return;
  const hint = didYouMean(unknown, ROLES) || "; there are intake and worker.";
  throw new FleetError("argument", `There is no role "${unknown}"${hint.replace(/^ /, ". ")}`);
}

/** The same for options of an adapter. */
export function checkFleetGiven(of: string, given: object, kinds: Kinds): void {
  try {
    checkGiven(of, given, kinds);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    const { message } = error; // a hint ends it with a question
    throw new FleetError("argument", message.endsWith("?") ? message : `${message}.`, { cause: error });
  }
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
