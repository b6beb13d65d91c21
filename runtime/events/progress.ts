import { GapBackfill } from "./backfill.js";
import type { EventsClient } from "./options.js";
import type { CursorRecord } from "./cursor/record.js";
import { stepPosition } from "./position.js";
import type { PositionAction, PositionInput } from "./position-inputs.js";
import {
  offlineMs,
  type PositionConfig,
  type PositionState,
  recordOf,
  resumeIdOf,
  startPosition,
  unheardMs,
} from "./position-state.js";
import type { EventQueue } from "./queue/event-queue.js";
import { type EventsReporter, type PauseMonitor, reportUnreadable } from "./reporter.js";
import type { LineContact } from "./transports/transport.js";

/** Milliseconds for which possible repeats are added up before they are reported: they come one by one. */
const REPEATS_MS = 10_000;

/** What the effects of a position act on. */
export interface ProgressParts {
  readonly config: PositionConfig;
  readonly client: EventsClient;
  readonly reporter: EventsReporter;
  readonly queue: EventQueue;
  readonly pauses: PauseMonitor;
  /** Saves the current record; undefined without a cursor store. */
  readonly save: (() => Promise<void>) | undefined;
  /** Most pages of history to read after a gap; undefined: gaps are only reported. */
  readonly backfillPages: number | undefined;
  readonly signal: AbortSignal;
}

/** Holds the position of one stream: feeds it with inputs and carries out their effects. */
export class Progress {
  readonly #parts: ProgressParts;
  readonly #backfill: GapBackfill | undefined;
  #state: PositionState;
  /** Possible repeats that are not reported yet. */
  #doubtful = 0;
  #cancelReport: (() => void) | undefined;
  /** The line of the open stream: what it has not brought yet may be lost with this process. */
  contact: LineContact | undefined;
  /** Called when events arrive, for the first time or again. */
  onOnline: (() => void) | undefined;
  /** Called when the stream beside the mailbox is to be closed. */
  onHandoverDropped: (() => void) | undefined;
  /** Called when the stream beside the mailbox has taken over. */
  onHandedOver: (() => void) | undefined;

  constructor(parts: ProgressParts) {
    this.#parts = parts;
    this.#state = startPosition(parts.config);
    const maxPages = parts.backfillPages;
    if (maxPages === undefined) return;
    this.#backfill = new GapBackfill({
      ...parts,
      maxPages,
      isOnline: () => this.#state.absentSinceMs === undefined,
      room: () => parts.queue.room(),
      emit: (events) => {
        const { received } = this.#state.counts;
        this.take({ type: "backfilled", events });
        return this.#state.counts.received - received;
      },
    });
  }

  get state(): PositionState {
    return this.#state;
  }

  get resumeId(): string | undefined {
    return resumeIdOf(this.#state, this.#parts.queue.acks.handledId);
  }

  get offlineMs(): number {
    return offlineMs(this.#state, this.#parts.client.clock.monotonicMs());
  }

  /** The current record. Its date is so early that a gap reported after a restart covers all that is missing. */
  record(): CursorRecord {
    const { client, queue } = this.#parts;
    const { clock } = client;
    const nowMs = clock.monotonicMs();
    const contactMs = this.#state.transport === "gateway" ? this.contact?.wholeMs : undefined;
    const savedMs = Math.min(nowMs - Math.max(unheardMs(this.#state, nowMs), queue.lagMs), contactMs ?? nowMs);
    // Whole milliseconds, as a store may keep dates as integers; the monotonic clock has fractions.
    const dateOf = (monotonicMs: number) => Math.floor(clock.now() - (nowMs - monotonicMs));
    return recordOf(this.#state, queue.acks.handledId, { savedMs, dateOf });
  }

  take(input: PositionInput): void {
    const { state, actions } = stepPosition(this.#state, input, this.#parts.client.clock.monotonicMs());
    this.#state = state;
    for (const action of actions) this.#carryOut(action);
  }

  /** Reports the possible repeats since the last report, if there are any. */
  reportRepeats(): void {
    this.#cancelReport?.();
    this.#cancelReport = undefined;
    if (this.#doubtful > 0) this.#parts.reporter.report("possible_repeats", { count: this.#doubtful });
    this.#doubtful = 0;
  }

  #carryOut(action: PositionAction): void {
    const { reporter, queue, pauses, save } = this.#parts;
    switch (action.type) {
      case "deliver":
        pauses.count(action.events.length);
        // Here and not on arrival, because a mailbox that is read again brings its events again.
        for (const { event } of action.events) if (event.type === "unknown") reportUnreadable(event, reporter);
        this.#backfill?.heard(action.events);
        return queue.accept(action);
      case "passed":
        return queue.acks.pass(action.id);
      case "started_over":
        return queue.acks.startOver();
      case "gap": {
        const { type: _gap, ...facts } = action;
        reporter.report("gap", facts);
        return this.#backfill?.gap();
      }
      case "online":
        reporter.live.resumeLikelyLost = false;
        if (action.viewChanged) reporter.report("view_changed", {});
        this.#backfill?.online();
        return this.onOnline?.();
      case "resumed":
        return reporter.report("resumed", { lastEventId: action.lastEventId, offlineMs: action.offlineMs });
      case "possible_repeats":
        this.#doubtful += action.count;
        this.#cancelReport ??= this.#parts.client.clock.schedule(() => this.reportRepeats(), REPEATS_MS);
        return;
      case "save_first":
        // Without this record a process that is killed right after its first events would leave none, or the id of
        // another stream, and its successor could not know that it missed events.
        if (save !== undefined) void save().finally(queue.hold());
        return;
      case "handover_dropped":
        return this.onHandoverDropped?.();
      case "handed_over":
        return this.onHandedOver?.();
    }
  }
}
