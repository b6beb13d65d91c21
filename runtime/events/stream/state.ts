import type { TransportName } from "./notices.js";
import type { EventsCounters, Phase } from "./reporter.js";

/** A stream of events at one moment: for logs, metrics and health checks. */
export interface EventsState {
  readonly phase: Phase;
  /** The transport in use, or the last one. */
  readonly transport: TransportName | undefined;
  /** Of the connection in use, as the service named it. */
  readonly connectionId: string | undefined;
  /** Version of the interface that the connection speaks. */
  readonly version: string | undefined;
  /** Last id that arrived. */
  readonly lastEventId: string | undefined;
  /** Last id up to which everything is handled: what a restart would resume from. */
  readonly handledEventId: string | undefined;
  /** Events that wait for a handler or a reader. */
  readonly queued: number;
  /** Events from the first unhandled one on. */
  readonly unhandled: number;
  /** Milliseconds since the oldest unhandled event arrived; 0 when all are handled. */
  readonly lagMs: number;
  /** Nothing is read, because the queue is full. */
  readonly paused: boolean;
  /** Milliseconds of the pause so far; 0 when reading. */
  readonly pausedMs: number;
  /** Losing the connection now would probably lose events. */
  readonly gapRisk: boolean;
  /** Offline for longer than the service keeps events. */
  readonly resumeLikelyLost: boolean;
  /** Milliseconds since the last sign of life of the connection that was lost; 0 while there is one. */
  readonly offlineMs: number;
  /**
   * Attempts since the last connection that held, with a mailbox also reads in a row that failed. 0 once the connection
   * in use has lasted for `steadyAfterMs`, and as soon as a mailbox is open. Not 0 while `phase` is `open`: the
   * connection is young, and others failed before it.
   */
  readonly attempts: number;
  readonly counters: Readonly<EventsCounters>;
}
