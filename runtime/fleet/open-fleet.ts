import { type FleetReport, fleetReporter } from "../diagnostics/fleet.js";
import { LogThrottle } from "../diagnostics/throttle.js";
import type { EngineSession } from "./engine/contract.js";
import { engineFailures } from "./engine-failures.js";
import { startEngineClock } from "./engine-clock.js";
import { isFleetError } from "./errors.js";
import { Fleet } from "./fleet.js";
import { type FleetOptions, type ResolvedFleetOptions, resolveFleetOptions } from "./options.js";
import { FleetReports } from "./reports.js";
import { waitFor } from "../events/time.js";

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

async function openEngine(options: ResolvedFleetOptions, report: FleetReport): Promise<EngineSession> {
  const { engine, settings, waitForEngineMs } = options;
  const { clock } = settings;
  const endMs = clock.monotonicMs() + waitForEngineMs;
  const throttle = new LogThrottle(clock);
  for (;;) {
    try {
      return await engine.open(settings);
    } catch (error) {
      if (!isFleetError(error, "unavailable") || clock.monotonicMs() >= endMs) throw error;
      const message = `The engine is waited for. ${error.message}`;
      throttle.log("engine", () => report("engine_failed", message, { error }));
      await waitFor(clock, TRY_MS);
    }
  }
}
