import { type FleetReport, fleetReporter } from "../diagnostics/fleet.js";
import { LogThrottle } from "../diagnostics/throttle.js";
import type { EngineSession } from "./engine/contract.js";
import { ReconnectingSession } from "./engine/reconnecting.js";
import { engineFailures } from "./engine-failures.js";
import { startEngineClock } from "./engine-clock.js";
import { isFleetError } from "./errors.js";
import { Fleet } from "./fleet.js";
import { type ResolvedFleetOptions, resolveFleetOptions } from "./resolve-options.js";
import type { FleetOptions } from "./options.js";
import { FleetReports } from "./reports.js";
import { sleep } from "../base/time.js";
/** Milliseconds between two tries to reach an engine that is away at the start. */
const TRY_MS = 500;

/**
 * Takes part in a fleet: many processes, on as many machines as you like, that are one App.
 * @throws FleetError `unavailable` (engine away, after `waitForEngineMs`), `forbidden` (permissions), `mismatch` (the fleet
 * exists with other settings), `argument`
 */
export async function openFleet(options: FleetOptions = {}): Promise<Fleet> {
  const resolved = resolveFleetOptions(options);
  const diagnostics = new FleetReports(resolved.onDiagnostic);
  const report = fleetReporter((diagnostic) => diagnostics.report(diagnostic));
  const session = await openEngine(resolved, report);
  try {
    const { warnings, kind } = await session.info();
    if (kind !== "memory") for (const warning of warnings) report("engine_warning", warning, { engine: kind });
    const engineClock = await startEngineClock(session, resolved.settings.clock, report);
    const engineFailed = engineFailures(session, resolved.settings.clock, report);
    return new Fleet({ ...resolved, session, engineClock, report, engineFailed, diagnostics });
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** Opens the engine, waiting for it as long as that is allowed; from then on it is opened again by itself. */
async function openEngine(options: ResolvedFleetOptions, report: FleetReport): Promise<EngineSession> {
  const { engine, settings, waitForEngineMs } = options;
  const { clock } = settings;
  const endMs = clock.monotonicMs() + waitForEngineMs;
  const throttle = new LogThrottle(clock);
  const onFailure = (error: unknown, what: string): void => {
    const message = `${what} ${error instanceof Error ? error.message : String(error)}`;
    throttle.log("engine", () => report("engine_failed", message, { error }));
  };
  for (;;) {
    try {
      const session = await engine.open(settings);
      const again = (error: unknown) => onFailure(error, "The engine cannot be reached again yet.");
      return new ReconnectingSession(session, { engine, settings, onFailure: again });
    } catch (error) {
      if (!isFleetError(error, "unavailable") || clock.monotonicMs() >= endMs) throw error;
      onFailure(error, "The engine is waited for.");
      await sleep(clock, TRY_MS);
    }
  }
}
