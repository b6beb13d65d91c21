import { checkGiven, CLOCK, hasMethods } from "../http/check-given.js";
import { COUNT, didYouMean, FUNCTION, type Kind, type Kinds, TEXT } from "../http/check-options.js";
import { ArgumentError } from "../http/errors/index.js";
import { FleetError } from "./errors.js";
import type { FleetOptions } from "./options.js";

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
