import type { FleetDiagnostic } from "../diagnostics/fleet.js";
import { DiagnosticListeners } from "../diagnostics/index.js";

/** Most early reports that are kept. A fleet without a listener must not fill the memory. */
const MOST_EARLY = 64;

/**
 * The listeners of a fleet. An App listens after `openFleet()` has already reported what is wrong with its engine, so
 * those reports are kept for the first listener that is added later.
 */
export class FleetReports {
  readonly #listeners = new DiagnosticListeners<FleetDiagnostic>();
  #early: FleetDiagnostic[] | undefined = [];

  /** @param onDiagnostic the option of that name, which hears everything as it happens */
  constructor(onDiagnostic: ((diagnostic: FleetDiagnostic) => void) | undefined) {
    if (onDiagnostic !== undefined) this.#listeners.listen(onDiagnostic);
  }

  report(diagnostic: FleetDiagnostic): void {
    if (this.#early !== undefined && this.#early.length < MOST_EARLY) this.#early.push(diagnostic);
    this.#listeners.report(diagnostic);
  }

  /** Adds a listener. The first one also gets what was reported before it. Returns how to stop listening. */
  listen(listener: (diagnostic: FleetDiagnostic) => void): () => void {
    const early = new DiagnosticListeners<FleetDiagnostic>();
    early.listen(listener);
    for (const diagnostic of this.#early ?? []) early.report(diagnostic);
    this.#early = undefined;
    return this.#listeners.listen(listener);
  }
}
