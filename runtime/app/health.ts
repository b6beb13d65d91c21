import type { DeliveryCounts } from "../diagnostics/delivery.js";
import type { EventsState } from "../events/reporter.js";
import type { FleetState } from "../fleet/state.js";

/** How an App is doing, as plain data for a health route or a log. */
export interface Health {
  /**
   * `ok`: events come in, or deliveries do; those also without a start. `degraded`: started, and no connection stands at
   * the moment. `stuck`: every place for handlers of events has been taken for a quarter of `handlerTimeoutMs`. `idle`: neither started nor asked for a delivery yet.
   */
  readonly status: "idle" | "starting" | "ok" | "degraded" | "stuck" | "stopping" | "stopped";
  /** Interaction handlers under way. */
  readonly interactionsRunning: number;
  /** The fleet as this process sees it; absent where the App has none. */
  readonly fleet?: FleetState;
  /** The stream of events; absent when none was asked for, and while another process of the fleet reads it. */
  readonly events?: EventsState;
  /** What happened at the signed endpoint so far; absent until a delivery was asked for. */
  readonly deliveries?: DeliveryCounts;
}
