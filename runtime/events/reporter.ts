import type { UnknownEvent } from "../../generated/types.js";
import { limits } from "../../generated/tables.js";
import { decodeGatewayEvent, misfitOf } from "../../generated/validators.js";
import type { Clock } from "../abi/index.js";
import type { EventsDiagnostic, EventsFacts, EventsHappening, TransportName } from "../diagnostics/events.js";
import { type DiagnosticLevel, type DiagnosticListener, DiagnosticListeners } from "../diagnostics/index.js";
import type { DiagnosticSink } from "../diagnostics/reporter.js";
import type { StoreDiagnostic } from "../diagnostics/store.js";

/** Phase of a stream of events. */
export type StreamPhase = "idle" | "waiting" | "connecting" | "open" | "retrying" | "closing" | "ended";

/** Counters since the stream was made. */
export interface EventsCounters {
  /** Events taken, duplicates not counted. */
  received: number;
  /** Repeated events, which were left out. */
  duplicates: number;
  /** Events that this version cannot decode. They were handed out as unknown events. */
  unknown: number;
  /** Gaps reported. */
  gaps: number;
  /** Connections after the first. */
  reconnects: number;
  /** 429 answers. */
  rateLimited: number;
}

/** State for the snapshot that is not part of the position. */
export interface LiveState {
  phase: StreamPhase;
  transport: TransportName | undefined;
  connectionId: string | undefined;
  version: string | undefined;
  /** See {@link EventsState.attempts}. */
  attempt: number;
  /** Since when reading is paused because the queue is full; monotonic. */
  pausedSinceMs: number | undefined;
  gapRisk: boolean;
  resumeLikelyLost: boolean;
}

const missed = (ms: number): string => `those of ${ms === Infinity ? "" : "the last "}${seconds(ms)}`;

const seconds = (ms: number): string => (ms === Infinity ? "an unknown time" : `${(ms / 1000).toFixed(1)} s`);

/** Level and message of each diagnostic. */
const texts: { readonly [Name in EventsHappening]: [DiagnosticLevel, (facts: EventsFacts[Name]) => string] } = {
  waiting_for_slot: ["info", () => "Every connection of this App is taken; waiting for one."],
  connecting: ["debug", ({ transport }) => `Connecting by ${transport}.`],
  connected: ["info", ({ transport }) => `Connected by ${transport}.`],
  opened: ["debug", ({ version }) => `The service opened a new stream, version ${version}.`],
  resumed: ["info", ({ offlineMs }) => `Resumed after ${seconds(offlineMs)}: the missed events follow.`],
  gap: [
    "warn",
    ({ reason, offlineMs, missing, families, ongoing }) =>
      `Events ${families === undefined ? "" : `of ${families.join(", ")} `}may be lost (${reason}): ${missing === undefined ? missed(offlineMs) : `${missing} or more`}` +
      `${ongoing ? ", and more until events flow again" : ""}.`,
  ],
  possible_repeats: ["warn", ({ count }) => `${count} events may have been delivered before.`],
  backfilled: [
    "info",
    ({ events, channels, incompleteChannels, unavailable }) =>
      `Read ${events} messages of ${channels} channels from history, ${incompleteChannels} channels not far enough back. ` +
      `There is no history of ${unavailable.join(", ")}.`,
  ],
  view_changed: ["info", () => "What the App may see has changed."],
  version_mismatch: ["warn", ({ requested, inUse }) => `Asked for version ${requested}, the stream uses ${inUse}.`],
  control: ["debug", () => "A control event."],
  disconnected: ["debug", ({ transport, reason }) => `The ${transport} was disconnected: ${reason.cause}.`],
  retrying: [
    "info",
    ({ attempt, inMs, why, hint }) =>
      `Attempt ${attempt} in ${seconds(inMs)} (${why}).${hint === undefined ? "" : ` ${hint}`}`,
  ],
  resume_likely_lost: ["warn", ({ offlineMs }) => `Offline for ${seconds(offlineMs)}: events are probably lost.`],
  paused: ["info", () => "The queue is full: nothing is read."],
  unpaused: ["info", ({ pausedMs }) => `Reading again after ${seconds(pausedMs)}.`],
  gap_risk: ["warn", ({ pausedMs }) => `Paused for ${seconds(pausedMs)}: a lost connection would now lose events.`],
  intents_missing: ["warn", ({ missing }) => `The mailbox was opened without ${missing.join(", ")}.`],
  slow_interactions: ["warn", () => "A mailbox delivers some interactions after their deadline."],
  transport_changed: ["info", ({ from, to, why }) => `From ${from} to ${to}: ${why}`],
  handing_over: [
    "info",
    ({ forMs, read, unhandled, held }) =>
      `The stream is back and waits for ${seconds(forMs)} until the mailbox is empty: ${read} events read from it, ` +
      `${unhandled} of them not handled yet; ${held} have come from the stream.`,
  ],
  cursor_failed: ["warn", () => "The cursor could not be loaded or saved."],
  cursor_taken: [
    "error",
    () =>
      "Another consumer has taken the cursor: this stream ends. In a fleet another member reads on; elsewhere run one " +
      "consumer, see docs/scaling.md.",
  ],
  lock_broken: [
    "warn",
    ({ holder, error }) =>
      error instanceof Error
        ? `The lease of the cursor was replaced. ${error.message}`
        : `The cursor was held by ${holder}, whose heartbeat has stopped.`,
  ],
  unreadable: ["warn", ({ why }) => why],
  ended: ["info", ({ error }) => (error === undefined ? "Closed." : `Ended: ${error.message}`)],
};

/** Reports diagnostics to listeners, and keeps the counters and state of the snapshot. */
export class EventsReporter {
  readonly counters = { gaps: 0, reconnects: 0, rateLimited: 0 };
  readonly live: LiveState = {
    phase: "idle",
    transport: undefined,
    connectionId: undefined,
    version: undefined,
    attempt: 0,
    pausedSinceMs: undefined,
    gapRisk: false,
    resumeLikelyLost: false,
  };
  readonly clock: Clock;
  readonly #listeners = new DiagnosticListeners<EventsDiagnostic>();
  /** For the reports of what this stream uses, such as its store. */
  readonly sink: DiagnosticSink<StoreDiagnostic> = this.#listeners;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  listen(listener: DiagnosticListener<EventsDiagnostic>): () => void {
    return this.#listeners.listen(listener);
  }

  report<Name extends EventsHappening>(name: Name, facts: EventsFacts[Name]): void {
    if (name === "gap" && !("ongoing" in facts && facts.ongoing)) this.counters.gaps += 1;
    if (!this.#listeners.active) return;
    const [usual, text] = texts[name];
    const level = "why" in facts && facts.why === "refused" ? "warn" : usual;
    // Name and facts form one member of the union, which the compiler cannot see through the type parameter.
    this.#listeners.report({
      type: `events.${name}`,
      level,
      message: text(facts),
      ...facts,
    } as unknown as EventsDiagnostic);
  }
}

/** Reports an event that could not be decoded: most Apps have no handler for unknown events. */
export function reportUnreadable({ wireType, reason, payload }: UnknownEvent, reporter: EventsReporter): void {
  if (reason === "type" && wireType !== "") return;
  const isText = wireType === "" && reason === "shape"; // of data that is JSON, no more than the type can be missing
  const what = isText ? "The data of a frame is not JSON." : "An event names no type.";
  const misfit = misfitOf((value) => decodeGatewayEvent(value).type !== "unknown", payload);
  const where = misfit === undefined ? "" : `: ${misfit}`;
  reporter.report("unreadable", {
    why: wireType === "" ? what : `An event of type ${wireType} does not fit its description${where}.`,
  });
}

/** A stream of events at one moment: for logs, metrics and health checks. */
export interface EventsState {
  readonly phase: StreamPhase;
  /** The transport in use, or the last one. */
  readonly transport: TransportName | undefined;
  /** Id that the service gave to the connection in use. */
  readonly connectionId: string | undefined;
  /** API version of the connection. */
  readonly version: string | undefined;
  /** Last id received. */
  readonly lastEventId: string | undefined;
  /** Last id up to which everything is handled: a restart resumes from here. */
  readonly handledEventId: string | undefined;
  /** Number of events that wait for a handler or reader. */
  readonly queued: number;
  /** Number of events from the first unhandled one on. */
  readonly unhandled: number;
  /** Milliseconds since the oldest unhandled event arrived; 0 when all are handled. */
  readonly lagMs: number;
  /** Whether reading is paused because the queue is full. */
  readonly paused: boolean;
  /** Milliseconds of the pause so far; 0 when reading. */
  readonly pausedMs: number;
  /** Whether losing the connection now would probably lose events. */
  readonly gapRisk: boolean;
  /** Whether the stream has been offline for longer than the service keeps events. */
  readonly resumeLikelyLost: boolean;
  /** Milliseconds since the last sign of life of the connection that was lost; 0 while there is one. */
  readonly offlineMs: number;
  /**
   * Attempts since the last stable connection; with a mailbox, failed reads in a row. 0 once the connection in use has
   * lasted for `stableAfterMs`, or a mailbox is open. More than 0 while `phase` is `open` means that the connection is
   * young and others failed before it.
   */
  readonly attempts: number;
  readonly counters: Readonly<EventsCounters>;
}

/** Milliseconds over which the rate of events is measured. */
const STRETCH_MS = 10_000;

/**
 * Measures pauses, in which nothing is read because the queue is full. The resume window of the service runs on
 * meanwhile: once a pause exceeds it, in time or in estimated events, a lost connection means lost events.
 */
export class PauseMonitor {
  readonly #reporter: EventsReporter;
  #cancel: (() => void) | undefined;
  /** Events of the current measuring interval and of the one before. */
  #startMs: number;
  #count = 0;
  #before: { readonly count: number; readonly ms: number } = { count: 0, ms: 0 };

  constructor(reporter: EventsReporter) {
    this.#reporter = reporter;
    this.#startMs = reporter.clock.monotonicMs();
  }

  /** Counts received events. */
  count(events: number): void {
    const nowMs = this.#reporter.clock.monotonicMs();
    const ms = nowMs - this.#startMs;
    if (ms >= STRETCH_MS) {
      this.#before = { count: this.#count, ms };
      this.#count = 0;
      this.#startMs = nowMs;
    }
    this.#count += events;
  }

  start(transport: TransportName): void {
    const { live, clock } = this.#reporter;
    if (live.pausedSinceMs !== undefined) return;
    live.pausedSinceMs = clock.monotonicMs();
    this.#reporter.report("paused", { transport });
    const ratePerMs = this.#ratePerMs();
    const riskInMs = Math.min(limits.resumeWindowMs, ratePerMs > 0 ? limits.resumeEvents / ratePerMs : Infinity);
    this.#cancel = clock.schedule(() => this.#atRisk(ratePerMs), riskInMs);
  }

  end(): void {
    const { live, clock } = this.#reporter;
    if (live.pausedSinceMs === undefined) return;
    this.#cancel?.();
    const pausedMs = clock.monotonicMs() - live.pausedSinceMs;
    live.pausedSinceMs = undefined;
    live.gapRisk = false;
    this.#reporter.report("unpaused", { pausedMs });
  }

  #ratePerMs(): number {
    const ms = this.#reporter.clock.monotonicMs() - this.#startMs + this.#before.ms;
    return ms <= 0 ? 0 : (this.#count + this.#before.count) / ms;
  }

  #atRisk(ratePerMs: number): void {
    const { live, clock } = this.#reporter;
    if (live.pausedSinceMs === undefined) return;
    live.gapRisk = true;
    const pausedMs = clock.monotonicMs() - live.pausedSinceMs;
    this.#reporter.report("gap_risk", { pausedMs, estimatedEvents: Math.round(ratePerMs * pausedMs) });
  }
}
