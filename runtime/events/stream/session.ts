import type { Clock } from "../../abi/index.js";
import type { EventsClient } from "../client.js";
import { RecentKeys } from "../cursor/recent.js";
import { Repeats } from "../cursor/repeats.js";
import type { CursorRecord } from "../cursor/store.js";
import { contentIdentity, type StreamEvent } from "../event-kinds.js";
import { limits } from "../../../generated/tables.js";
import type { Entry, Origin } from "../intake/entry.js";
import type { Intake } from "../intake/intake.js";
import type { Slots } from "../slots.js";
import type { GapReason, TransportName } from "./notices.js";
import type { ResolvedOptions } from "./options.js";
import type { Overlap } from "./overlap.js";
import { Pauses } from "./pauses.js";
import type { Reporter } from "./reporter.js";

/** What both transports of one stream share. */
export interface SessionParts {
  readonly client: EventsClient;
  readonly options: ResolvedOptions;
  readonly intake: Intake<StreamEvent>;
  readonly reporter: Reporter;
  readonly slots: Slots;
  /** Fires when the stream is closed from this side. */
  readonly signal: AbortSignal;
  /** Where a former process stopped. */
  readonly restored: CursorRecord | undefined;
  /** There may have been a record of where it stopped, and it cannot be had. */
  readonly cursorIsLost: boolean;
  /** Writes the record of this moment; undefined when none is kept. */
  readonly save: (() => Promise<void>) | undefined;
}

/** One stream of events across its connections: where it stands, what it has seen, since when it is offline. */
export class Session implements Omit<SessionParts, "cursorIsLost"> {
  readonly client: EventsClient;
  readonly options: ResolvedOptions;
  readonly intake: Intake<StreamEvent>;
  readonly reporter: Reporter;
  readonly slots: Slots;
  readonly signal: AbortSignal;
  readonly restored: CursorRecord | undefined;
  readonly save: (() => Promise<void>) | undefined;
  /** Ids of this lineage that have been taken. */
  readonly seenIds: Repeats;
  /** Interactions that have been taken, by whatever transport: one of them never runs twice here. */
  readonly seenInteractions: RecentKeys;
  readonly pauses: Pauses;
  /** The service has answered this stream: whoever else answers stands in its place for a while. */
  heard = false;
  transport: TransportName;
  mailboxId: string | undefined;
  /** The next connection shows another view than the last one did. */
  viewIsStale = false;
  /** What came by the mailbox since the stream was opened beside it; only while leaving the one for the other. */
  overlap: Overlap | undefined;
  /** What is being missed right now has been reported already. */
  gapIsTold = false;
  #lineage: string;
  #offlineSinceMs: number | undefined;

  constructor(parts: SessionParts) {
    this.client = parts.client;
    this.options = parts.options;
    this.intake = parts.intake;
    this.reporter = parts.reporter;
    this.slots = parts.slots;
    this.signal = parts.signal;
    this.restored = parts.restored;
    this.save = parts.save;
    this.seenIds = new Repeats(parts.options.dedupeSize);
    this.seenInteractions = new RecentKeys(parts.options.dedupeSize);
    const { clock, reporter, intake } = this;
    this.pauses = new Pauses({ clock, reporter, ratePerMs: () => intake.ratePerMs });
    this.transport = parts.restored?.transport ?? (parts.options.transport === "mailbox" ? "mailbox" : "gateway");
    this.#lineage = parts.restored?.lineage ?? "0";
    if (parts.restored !== undefined || parts.cursorIsLost) {
      const ageMs = Math.max(0, this.clock.now() - (parts.restored?.savedAtMs ?? Infinity));
      this.#offlineSinceMs = this.clock.monotonicMs() - ageMs;
    }
  }

  get clock(): Clock {
    return this.client.clock;
  }

  /** Where events taken from now on come from. */
  get origin(): Origin<StreamEvent> {
    return { lineage: this.#lineage, contentIdentity, onSettled: this.#onSettled };
  }
  readonly #onSettled = (entry: Entry<StreamEvent>) => this.intake.settle(entry);

  /** Whether events could already have been missed: there was a connection before, here or in a former process. */
  get wasConnected(): boolean {
    return this.#offlineSinceMs !== undefined;
  }

  /** Milliseconds since the last connection was heard of; 0 while connected or when there was none. */
  get offlineMs(): number {
    return this.#offlineSinceMs === undefined ? 0 : this.clock.monotonicMs() - this.#offlineSinceMs;
  }

  /**
   * A connection that carried something was lost, having been heard of for the last time at `sinceMs`, monotonic. The
   * first loss counts until {@link online}.
   */
  offline(sinceMs: number): void {
    this.#offlineSinceMs ??= sinceMs;
  }

  /** Events come again. */
  online(): void {
    this.#offlineSinceMs = undefined;
    this.gapIsTold = false;
    this.reporter.live.resumeLikelyLost = false;
    if (this.viewIsStale) this.reporter.tell({ type: "view-changed" });
    this.viewIsStale = false;
  }

  /** Ids mean nothing any more; events from here on belong to another lineage. */
  startOver(lineage: string): void {
    this.intake.prefix.startOver();
    this.seenIds.clear();
    this.#lineage = lineage;
  }

  /**
   * Hands nothing out before the record says where this stream began. A process killed right after its first events
   * would otherwise leave nothing, or an id of another stream, and its successor could not know that it missed any.
   */
  holdUntilSaved(): void {
    if (this.save === undefined) return;
    void this.save().finally(this.intake.hold());
  }

  /** Events may be missing. */
  gap(reason: GapReason, lastEventId: string | undefined): void {
    this.reporter.tell({ type: "gap", reason, lastEventId, offlineMs: this.offlineMs });
  }

  /**
   * The id to resume from: up to it everything is handled, so that what was only queued comes again. When it lies so
   * far back that the service cannot know it any more, or no header can carry it, the last one received: it still saves
   * what comes after. Undefined when there is none to send, which the next connection tells as a gap.
   */
  get resumeId(): string | undefined {
    const { handledId, receivedId, open, oldest } = this.intake.prefix;
    const ageMs = oldest === undefined ? 0 : this.clock.monotonicMs() - oldest.receivedAtMs;
    const useful = fitsHeader(handledId) && open <= limits.resumeEvents && ageMs < limits.resumeWindowMs;
    const id = useful ? handledId : receivedId;
    return fitsHeader(id) ? id : undefined;
  }

  /** What a later process needs in order to go on here. */
  record(): CursorRecord {
    const { handledId } = this.intake.prefix;
    const base = { transport: this.transport, lineage: this.#lineage, savedAtMs: this.clock.now() };
    if (handledId === "") return base;
    if (this.transport === "gateway") return { ...base, lastEventId: handledId };
    return this.mailboxId === undefined ? base : { ...base, mailboxId: this.mailboxId, since: handledId };
  }
}

/** Three bytes each at most, they stay below the 8 kB that many servers allow for one header. */
const LONGEST_ID = 2000;

/**
 * Whether a header brings the id over as it is: no control characters, which transports refuse, no space at either end,
 * which the other side takes away, and short enough to be read at all.
 */
const fitsHeader = (id: string): boolean =>
  id.length <= LONGEST_ID && /^(?! )[\x20-\x7e\u0080-\u{10ffff}]+(?<! )$/u.test(id);
