import { checkOptions, type Options, withDefaults } from "../base/options.js";
import { didYouMean } from "../base/nearest.js";
import { ArgumentError } from "../base/errors.js";
import { FleetError } from "./errors.js";
import type { EngineSession, EngineSettings } from "./engine/contract.js";
import type { EngineClock } from "./engine-clock.js";
import type { FleetReport } from "../diagnostics/fleet.js";
import type { FleetReports } from "./reports.js";
import { checkFleetName } from "./engine/adapter.js";
import { memoryEngine } from "./memory/engine.js";
import { type FleetOptions, fleetOptions } from "./options.js";
import { systemClock } from "../abi/index.js";

const ROLES: readonly string[] = ["intake", "worker"];

/** @throws FleetError `argument` for options that do not exist or are of another kind */
export function checkFleetGiven(of: string, given: object, known: Options): void {
  try {
    checkOptions(given, known, { of });
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    const { message } = error; // a hint ends it with a question
    throw new FleetError("argument", message.endsWith("?") ? message : `${message}.`, { cause: error });
  }
}

const MINUTE_MS = 60_000;

/** How long an interaction waits for a worker at all, and unanswered at one: its window is three seconds. */
const INTERACTIONS = { lifeMs: 3_000, ackWaitMs: 700 } as const;

/** @throws FleetError `argument` for options that do not exist or cannot be */
export function resolveFleetOptions(given: FleetOptions) {
  checkFleetGiven("openFleet()", given, fleetOptions);
  const {
    name,
    standby,
    member,
    roles,
    maxDeliveries,
    waitForEngineMs,
    build,
    onDiagnostic,
    clock = systemClock,
    random = Math.random,
    engine = memoryEngine({ clock }),
    ...numbers
  } = withDefaults(fleetOptions, given);
  checkRoles(roles);
  checkFleetName(name);
  const suffix = Math.floor(random() * 36 ** 8).toString(36);
  const label = member.replaceAll(/[^A-Za-z0-9_-]/g, "-").slice(0, 40);
  const settings: EngineSettings = {
    name,
    member: `${label}-${suffix}`,
    ...numbers,
    duplicateWindowMs: 5 * MINUTE_MS,
    claimMs: 15 * MINUTE_MS,
    interactions: INTERACTIONS,
    clock,
  };
  const slots = standby === "hot" ? 2 : 1;
  return { engine, slots, roles, maxDeliveries, waitForEngineMs, build, onDiagnostic, settings };
}

function checkRoles(roles: readonly unknown[]): void {
  const unknown = roles.map(String).find((role) => !ROLES.includes(role));
  if (unknown === undefined) return;
  const hint = didYouMean(unknown, ROLES) || "; there are intake and worker.";
  throw new FleetError("argument", `There is no role "${unknown}"${hint.replace(/^ /, ". ")}`);
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
