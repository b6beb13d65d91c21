import type { DeliveryCounts } from "../delivery/handler/events.js";
import type { EventsState } from "../events/stream/state.js";

/** How an App is doing, as plain data for a health route or a log. */
export interface Health {
  /**
   * `ok`: events come in, or deliveries do; those also without a start. `degraded`: started, and no connection stands at
   * the moment. `idle`: neither started nor asked for a delivery yet.
   */
  readonly status: "idle" | "starting" | "ok" | "degraded" | "stopping" | "stopped";
  /** Interaction handlers under way. */
  readonly interactionsRunning: number;
  /** The stream of events; absent when none was asked for. */
  readonly events?: EventsState;
  /** What happened at the signed endpoint so far; absent until a delivery was asked for. */
  readonly deliveries?: DeliveryCounts;
}
