import type { UnknownEvent } from "../../generated/types.js";
import { limits } from "../../generated/tables.js";
import { decodeGatewayEvent, misfitOf } from "../../generated/validators.js";
import type { Clock } from "../abi/index.js";
import type { EventsDiagnostic, EventsFacts, EventsHappening, TransportName } from "../diagnostics/events.js";
import { type DiagnosticLevel, type DiagnosticListener, DiagnosticListeners } from "../diagnostics/index.js";

/** Where a stream of events is in its life. */
export type StreamPhase = "idle" | "waiting" | "connecting" | "open" | "retrying" | "closing" | "ended";

/** Counters since the stream was made. */
export interface EventsCounters {
  /** Events taken, duplicates not counted. */
  received: number;
  /** Events that came again and were left out. */
  duplicates: number;
  /** Events of a type, or with a content, that this version does not know. They were handed on as such. */
  unknown: number;
  /** Gaps reported. */
  gaps: number;
  /** Connections after the first. */
  reconnects: number;
  /** 429 answers. */
  rateLimited: number;
}

/** What only the edges know and the snapshot shows. */
export interface LiveState {
  phase: StreamPhase;
  transport: TransportName | undefined;
  connectionId: string | undefined;
  version: string | undefined;
  /** Attempts since the last connection that was stable, as the snapshot shows them. */
  attempt: number;
  /** Since when nothing is read because the queue is full; monotonic. */
  pausedSinceMs: number | undefined;
  gapRisk: boolean;
  resumeLikelyLost: boolean;
}

/** What is missing after such a time. */
const missed = (ms: number): string => `those of ${ms === Infinity ? "" : "the last "}${seconds(ms)}`;

const seconds = (ms: number): string => (ms === Infinity ? "an unknown time" : `${(ms / 1000).toFixed(1)} s`);

/** How each diagnostic reads: its level, and what it says to people. */
const texts: { readonly [Name in EventsHappening]: [DiagnosticLevel, (facts: EventsFacts[Name]) => string] } = {
  waiting_for_slot: ["info", () => "Every connection of this App is taken; waiting for one."],
  connecting: ["debug", ({ transport }) => `Connecting by ${transport}.`],
  connected: ["info", ({ transport }) => `Connected by ${transport}.`],
  opened: ["debug", ({ version }) => `The service opened a new stream, version ${version}.`],
  resumed: ["info", ({ offlineMs }) => `Resumed after ${seconds(offlineMs)}; nothing is lost.`],
  gap: [
    "warn",
    ({ reason, offlineMs, missing }) =>
      `Events may be lost (${reason}): ${missing === undefined ? missed(offlineMs) : `${missing} or more`}.`,
  ],
  possible_repeats: ["warn", ({ count }) => `${count} events may have been handed out before.`],
  backfilled: [
    "info",
    ({ events, channels, incompleteChannels, unavailable }) =>
      `${events} messages of ${channels} channels were read by history, of ${incompleteChannels} not far enough back. ` +
      `No history has ${unavailable.join(", ")}.`,
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
  slow_interactions: ["warn", () => "A mailbox brings interactions too late for some of their deadlines."],
  transport_changed: ["info", ({ from, to, why }) => `From ${from} to ${to}: ${why}`],
  cursor_failed: ["warn", () => "The cursor could not be loaded or saved."],
  cursor_taken: [
    "error",
    () =>
      "Another consumer has taken the cursor: this stream ends. In a fleet another member reads on; elsewhere run one consumer, see docs/scaling.md.",
  ],
  lock_broken: ["warn", ({ holder }) => `The cursor was locked by ${holder}, which is gone.`],
  second_instance: [
    "warn",
    ({ lastSavedMs }) =>
      `Another process saved this cursor ${seconds(lastSavedMs)} ago and did not say that it stopped. Two processes ` +
      "of one App each get every event: see docs/scaling.md.",
  ],
  unreadable: ["warn", ({ why }) => why],
  ended: ["info", ({ error }) => (error === undefined ? "Closed." : `Ended: ${error.message}`)],
};

/** Reports what happens to whoever listens, and keeps what the snapshot is made of. */
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

  constructor(clock: Clock) {
    this.clock = clock;
  }

  listen(listener: DiagnosticListener<EventsDiagnostic>): () => void {
    return this.#listeners.listen(listener);
  }

  report<Name extends EventsHappening>(name: Name, facts: EventsFacts[Name]): void {
    if (name === "gap") this.counters.gaps += 1;
    if (!this.#listeners.active) return;
    const [usual, text] = texts[name];
    const level = "why" in facts && facts.why === "refused" ? "warn" : usual;
    // One name and its facts make one member of the union, which the compiler cannot follow through a parameter.
    this.#listeners.report({
      type: `events.${name}`,
      level,
      message: text(facts),
      ...facts,
    } as unknown as EventsDiagnostic);
  }
}

/** Tells an event that cannot be read: it is handed on as an unknown one, for which most Apps have no handler. */
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
   * in use has lasted for `stableAfterMs`, and as soon as a mailbox is open. Not 0 while `phase` is `open`: the
   * connection is young, and others failed before it.
   */
  readonly attempts: number;
  readonly counters: Readonly<EventsCounters>;
}

/** Milliseconds over which the rate of events is measured. */
const STRETCH_MS = 10_000;

/**
 * Watches the times in which nothing is read because the queue is full. The service's window runs on meanwhile: once a
 * pause outlasts it, in time or by the events that probably came, losing the connection means losing events.
 */
export class PauseMonitor {
  readonly #reporter: EventsReporter;
  #cancel: (() => void) | undefined;
  /** Events of the current stretch of time and of the one before it. */
  #startMs: number;
  #count = 0;
  #before: { readonly count: number; readonly ms: number } = { count: 0, ms: 0 };

  constructor(reporter: EventsReporter) {
    this.#reporter = reporter;
    this.#startMs = reporter.clock.monotonicMs();
  }

  /** So many events came. */
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
