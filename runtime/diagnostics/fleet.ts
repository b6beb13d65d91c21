import type { DiagnosticLevel, DiagnosticOf } from "./base.js";

/** What each diagnostic of a fleet says besides its level and message. */
export interface FleetFacts {
  /** This member holds a slot of the live stream now. `fence` grows from holder to holder. */
  slot_taken: { readonly slot: number; readonly fence: number };
  /** Another member holds it now; this one has closed its stream. */
  slot_lost: { readonly slot: number };
  /** This member returned its slot because it stops. */
  slot_released: { readonly slot: number };
  /** The engine cannot be reached: nothing is appended until this member holds the slot again. */
  suspended: { readonly slot: number };
  /** This member holds the slot again and continues to append. */
  resumed: { readonly slot: number };
  /** The stream of a slot ended with an error; `isFinal`: another attempt cannot help. */
  stream_ended: { readonly slot: number; readonly isFinal: boolean; readonly error: unknown };
  /** The engine can be reached again. */
  connected: { readonly awayMs: number };
  /** Out of touch with the engine. */
  disconnected: object;
  /** The engine still cannot be reached; reported every ten seconds. */
  engine_away: { readonly awayMs: number };
  /** The connection to the engine is closed permanently and the fleet cannot open another: it ends. */
  engine_ended: { readonly error: unknown };
  /** The engine came back without what it had stored. */
  log_lost: object;
  /** A partition is full: events wait in the member that reads, and then in the socket. */
  log_full: { readonly partition: number };
  /** A partition that was full has taken events for five seconds. */
  log_has_room: { readonly partition: number; readonly fullMs: number };
  /** More events come than the log takes: `waiting` of them, the oldest for `oldestMs`, at these rates. */
  reader_behind: {
    readonly slot: number;
    readonly waiting: number;
    readonly oldestMs: number;
    readonly perSecond: number;
    readonly appendedPerSecond: number;
  };
  /** The log has taken most of what waited. */
  reader_caught_up: { readonly slot: number };
  /** At this rate, events are lost when the reader dies. Use `standby: "hot"`. */
  warm_unsafe: { readonly perSecond: number; readonly safePerSecond: number };
  /** This machine was paused for longer than half the ack wait: another member may have its events by now. */
  pause: { readonly pausedMs: number; readonly inHand: number };
  /** An event was delivered again: its worker returned it, or did not finish in time. */
  redelivered: { readonly partition: number; readonly identity: string; readonly deliveries: number };
  /** An event failed for good and became a dead letter. */
  dead_letter: { readonly identity: string; readonly reason: string; readonly deliveries: number };
  /** An entry of the log that this version cannot read was left to a newer one. */
  newer_version: { readonly version: number };
  /** The engine refused an event permanently; it is not in the log. */
  event_refused: { readonly identity: string; readonly error: unknown };
  /** An interaction could not be put into its lane within its three seconds. Another reader may have appended it. */
  interaction_late: { readonly identity: string; readonly error: unknown };
  /** The clock of this machine is off by `offsetMs`. Leases are unaffected; delivery signatures may be rejected. */
  clock_offset: { readonly offsetMs: number; readonly errorMs: number };
  /** A setting or a state of the engine that you should check. */
  engine_warning: { readonly engine: string };
  /** Commands of a newer build are registered: this one's were not. */
  commands_kept: { readonly build: string; readonly registered: string };
  /**
   * A request to the engine failed and is repeated: in the background, or while the fleet waits for the engine at
   * start.
   */
  engine_failed: { readonly error: unknown };
}

/** What a fleet tells about itself. */
export type FleetDiagnostic = DiagnosticOf<"fleet", FleetFacts>;

const levels: Readonly<Record<keyof FleetFacts, DiagnosticLevel>> = {
  slot_taken: "info",
  slot_lost: "warn",
  slot_released: "info",
  suspended: "warn",
  resumed: "info",
  stream_ended: "error",
  connected: "info",
  disconnected: "warn",
  engine_away: "warn",
  engine_ended: "error",
  log_lost: "error",
  log_full: "warn",
  log_has_room: "info",
  reader_behind: "warn",
  reader_caught_up: "info",
  warm_unsafe: "warn",
  pause: "warn",
  redelivered: "info",
  dead_letter: "error",
  newer_version: "warn",
  event_refused: "error",
  interaction_late: "warn",
  clock_offset: "warn",
  engine_warning: "warn",
  commands_kept: "info",
  engine_failed: "warn",
};

/** Tells what happened to the fleet; `message` is for people. */
export type FleetReport = <Name extends keyof FleetFacts>(name: Name, message: string, facts: FleetFacts[Name]) => void;

/** A reporter that makes diagnostics and hands them to `report`, which does not throw. */
export const fleetReporter =
  (report: (diagnostic: FleetDiagnostic) => void): FleetReport =>
  (name, message, facts) =>
    // Name and facts belong together by the signature, which a spread cannot show to the compiler.
    report({ type: `fleet.${name}`, level: levels[name], message, ...facts } as FleetDiagnostic);
