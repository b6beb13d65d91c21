import { defined } from "../base/values.js";
import type { Fleet } from "../fleet/fleet.js";
import type { Health } from "./health.js";
import type { OpenSource } from "./opening.js";
import type { AppServices } from "./services.js";

/** A way in for events and interactions: the stream of this process, a fleet's, or the signed endpoint. */
export interface Source {
  /** What comes before commands are registered: who else shares it, and whose it is. */
  enter?(signal: AbortSignal): Promise<void>;
  /** Resolves once something can come in; with nothing where there is nothing to open. */
  open?(signal: AbortSignal): Promise<OpenSource | undefined>;
  /** Resolves when what came in without an opening is answered, at the latest after the grace time. */
  finish?(graceMs: number): Promise<void>;
  /** After the last handler, also where it was never opened. */
  leave?(): Promise<void>;
  health(): Pick<Health, "deliveries" | "fleet">;
}

/** Where events come from. Loaded when it is opened: an App behind an endpoint, or one only described, reads none. */
export const eventSourceOf = (services: AppServices): Source =>
  services.options.fleet === undefined ? streamOf(services) : fleetOf(services, services.options.fleet);

const streamOf = (services: AppServices): Source => ({
  open: async (signal) => (await import("./source.js")).openSource(services, signal),
  health: () => ({}),
});

const fleetOf = (services: AppServices, fleet: Fleet): Source => ({
  enter: async (signal) => (await import("./fleet-source.js")).enterFleet(services, fleet, signal),
  open: async (signal) => (await import("./fleet-source.js")).openFleetSource(services, fleet, signal),
  leave: async () => fleet.close({ graceMs: 0 }),
  health: () => defined({ fleet: fleet.state }),
});
